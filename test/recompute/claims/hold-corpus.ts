// Asks what each claim of a corpus comes to, from built states alone, and counts where that is not its truth.

import { readPrices } from "../../../jobs/ask/ask.ts";
import { draftAnswer, readInput, wantedByInput } from "../../../jobs/ask/compose-answer.ts";
import type { Prices } from "../../../jobs/ask/draft-asked.ts";
import { pricesKey, type Readings, spanOf, spansWanted } from "../../../jobs/ask/evidence.ts";
import { timesOf } from "../../../jobs/ask/read-time.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { TRACKED, trackedById } from "../../../schema/token/tracked.ts";
import { makeClaims } from "./corpus.ts";
import { readPlainFacts } from "./facts.ts";
import type { Made } from "./made.ts";

type States = ReadonlyMap<string, BuiltState>;
/** What claims are held against: states, and prices of parts of the calendar. */
type Held = { readonly states: States; readonly prices: Readings["prices"] };

/** What was read for a text, where nothing but states is there. */
function readingsOf({ states, prices }: Held, token: string, asOf: number, others: readonly string[]): Readings {
  const state = states.get(token);
  if (!state) throw new Error(`no state of ${token}`);
  const found = others.flatMap((id) => {
    const other = states.get(id);
    return other ? [[id, other] as const] : [];
  });
  return {
    state: { ...state, build: asOf },
    others: new Map(found),
    ...{ prices, volumes: new Map(), market: new Map(), window: null, outcomes: [], verdict: "unassessed" },
  };
}

function holdClaim(held: Held, { token, text }: Pick<Made, "token" | "text">, asOf: number) {
  const read = readInput({ mode: "claim", text }, token, asOf);
  const wanted = wantedByInput(read, token);
  const others = wanted.flatMap((one) => (one.token === null ? [] : [one.token]));
  const draft = draftAnswer(read, readingsOf(held, token, asOf, others), new Map(), asOf);
  const isRead = spansWanted(wanted, token).every((span) => pricesKey(span.token, span.time) === "");
  return { verdict: draft.claim?.verdict ?? "unknown", why: draft.claim?.why ?? [], isRead };
}

export type Counted = {
  readonly made: number;
  readonly decided: number;
  /** Supported and false, or contradicted and true. */
  readonly wrong: readonly string[];
  /** Unknown though the facts decide. */
  readonly open: readonly string[];
  readonly groups: ReadonlyMap<string, { readonly all: number; readonly right: number; readonly open: number }>;
};

export function holdCorpus(held: Held, corpus: readonly Made[], asOf: number): Counted {
  const wrong: string[] = [];
  const open: string[] = [];
  const groups = new Map<string, { all: number; right: number; open: number }>();
  for (const one of corpus) {
    const { verdict, why } = holdClaim(held, one, asOf);
    const group = groups.get(one.group) ?? { all: 0, right: 0, open: 0 };
    group.all += 1;
    if (verdict === one.truth) group.right += 1;
    else if (verdict !== "unknown") wrong.push(`${verdict}, and is ${one.truth}: ${one.text}`);
    else {
      group.open += 1;
      open.push(`${why.join()}: ${one.text}`);
    }
    groups.set(one.group, group);
  }
  const decided = corpus.filter(({ truth }) => truth !== "unknown").length;
  return { made: corpus.length, decided, wrong, open, groups };
}

/** States as a build makes them and the claims that plain facts of the same rows give. The last token has no perpetual. */
export async function corpusOf(store: Store, tokens: readonly string[], asOf: number, seed: number, several: number) {
  const facts = await loadFacts(store, { asOf, tokens, market: "sandbox" });
  const states = new Map(tokens.map((id) => [id, buildState(facts, id)]));
  const plain = [];
  const prices = new Map<string, Prices>();
  for (const id of tokens) {
    for (const time of [...timesOf("day", asOf), ...timesOf("week", asOf)])
      prices.set(pricesKey(id, time), await readPrices({ store }, id, spanOf(time, asOf)));
    const token = trackedById(id) ?? TRACKED[0];
    if (token) plain.push(await readPlainFacts(store, token, asOf));
  }
  return { held: { states, prices }, corpus: makeClaims(plain, seed, several) };
}
