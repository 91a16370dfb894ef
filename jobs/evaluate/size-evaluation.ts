// A sized evaluation from request to issued object: reads the state, the books and quotes of the moment, judges, issues.

import { keepCalls } from "../../ingest/swap/quote-order.ts";
import { compile } from "../../schema/check.ts";
import { fault } from "../../schema/fault.ts";
import type { JobPayload } from "../../schema/job.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { originOf, verifyUrl } from "../../schema/link.ts";
import { type Evaluation, evaluation, SIZE_USD_MAX } from "../../schema/object/evaluation.ts";
import { bookLatest } from "../../schema/query/book-latest.ts";
import { issuedById } from "../../schema/query/issued-by-id.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { Deps } from "../deps.ts";
import { isGap } from "../measure/gap.ts";
import { issueObject } from "../proof/issue-object.ts";
import { readFrames } from "../publish.ts";
import { readOdds } from "../record/take-calls.ts";
import type { BuiltState } from "../state/built-state.ts";
import { stateOf } from "../state/read-state.ts";
import { asOfState, judgedSources } from "./evaluate.ts";
import { askOf, evaluateOrder, ladderOf, type SizedAsk, withSources } from "./evaluate-order.ts";
import { wireOf } from "./mint.ts";
import { type QuotedOrder, quoteSize } from "./quote-size.ts";

const isEvaluation = compile(evaluation);
const RETRY_S = 5;

async function readState(deps: Deps, token: string): Promise<BuiltState> {
  const [frame] = await readFrames(deps.redis, [SNAPSHOTS.state(token)]);
  const state = stateOf(frame ?? null, deps.clock.now());
  if (state) return state;
  throw fault("not_ready", "There is no state of the token that is new enough to judge.", { retryAfterS: RETRY_S });
}

function readAsk(order: JobPayload<"evaluation.size">["order"], { sections }: BuiltState): SizedAsk {
  const ask = askOf(order, sections.market.price_usd);
  if (isGap(ask)) {
    throw fault("upstream_unavailable", "The price is not measured just now: send size_usd.", { retryAfterS: RETRY_S });
  }
  if (ask.sizeUsd <= SIZE_USD_MAX && ask.sizeUsd > 0) return ask;
  const detail = `The order is worth ${ask.sizeUsd} USD; it must be above 0 and at most ${SIZE_USD_MAX}.`;
  throw fault("out_of_range", detail, { errors: [{ pointer: "/size_native", code: "out_of_range", detail }] });
}

async function readBooks(deps: Deps, state: BuiltState, ask: SizedAsk) {
  const asOf = deps.clock.now();
  const rows = await deps.store.query(bookLatest, { asOf, tokens: [state.token.id] });
  return ladderOf(state.sections.liquidity, rows, ask, asOf);
}

/** Issues what was judged; the answer is the wire object of what the store kept. */
async function issue(
  deps: Deps,
  { id, token }: JobPayload<"evaluation.size">,
  state: BuiltState,
  data: ReturnType<typeof evaluateOrder>,
): Promise<Evaluation> {
  const asOf = asOfState(state);
  const sources = judgedSources(state);
  const shape = { object: "evaluation" as const, id, as_of: toTime(asOf), sources };
  const origin = originOf(deps.env);
  const told = (hash: string): Evaluation => ({ ...shape, data: { ...data, hash, verify_url: verifyUrl(origin, id) } });
  if (!isEvaluation(told("0".repeat(64)))) {
    throw new Error(`sized evaluation of ${token} does not fit: ${isEvaluation.describe()}`);
  }
  const draft = { kind: "evaluation", id, object: "evaluation", token, asOf, data, sources } as const;
  const { hash, isOurs } = await issueObject(deps, draft, state.calls);
  if (isOurs) return told(hash);
  // A run before this one issued it: what it said is what counts.
  const [kept] = await deps.store.query(issuedById, { id });
  if (!kept) throw new Error(`the issued object ${id} cannot be read back`);
  return wireOf(kept, origin);
}

/**
 * Judges an order and issues the evaluation under the payload's id; null where nobody waits for it any longer.
 * Throws faults: not_ready, upstream_unavailable, out_of_range.
 */
export async function sizeEvaluation(
  deps: Deps,
  payload: JobPayload<"evaluation.size">,
  signal: AbortSignal,
): Promise<Evaluation | null> {
  const state = await readState(deps, payload.token);
  const ask = readAsk(payload.order, state);
  const book = readBooks(deps, state, ask);
  book.catch(() => undefined);
  const odds = readOdds(deps.redis);
  odds.catch(() => undefined);
  const quoted: QuotedOrder = await quoteSize(deps, state, ask, book, signal);
  keepCalls(deps, quoted.records);
  const data = evaluateOrder(state, ask, await book, quoted, deps.clock.now(), await odds);
  // Nobody would hear of it, and what nobody was told should not stand in the record.
  if (deps.clock.now() >= payload.until) return null;
  return issue(deps, payload, withSources(state, quoted), data);
}
