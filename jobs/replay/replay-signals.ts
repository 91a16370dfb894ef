// Judges signals again, row by row: each version that a signal had, from what the rules read of its token in that minute.
import { digestOf } from "../../schema/canonical.ts";
import type { SignalRow } from "../../schema/dataset/signal/signal.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { signalId } from "../../schema/query/signal/signal-id.ts";
import { signalOutcome } from "../../schema/query/signal/signal-outcome.ts";
import { signalVersions } from "../../schema/query/signal/signal-version.ts";
import { SIGNAL_RULES_VERSION } from "../../schema/signal/rule.ts";
import { evaluateToken } from "../detect/evaluate.ts";
import type { Written } from "../detect/ledger.ts";
import { type JudgedInput, toRow } from "../detect/run-minute.ts";
import { differences } from "./differences.ts";
import type { Replayed } from "./replay-issued.ts";

type Reader = Pick<Store, "query">;

/** What was judged in a minute, by token; null where the minute is kept no longer or was kept without it. */
async function judgedIn(store: Reader, at: number): Promise<ReadonlyMap<string, JudgedInput> | null> {
  const [row] = await store.query(signalOutcome, { at });
  const inputs = row === undefined ? undefined : (JSON.parse(row.outcome) as Written).inputs;
  return inputs === undefined ? null : new Map(inputs.map((one) => [one.input.token, one]));
}

/** Minutes are read once, however many signals fired in them. */
function openMinutes(store: Reader) {
  const read = new Map<number, ReturnType<typeof judgedIn>>();
  return (at: number) => {
    const known = read.get(at) ?? judgedIn(store, at);
    read.set(at, known);
    return known;
  };
}

/** The version as the rules make it of what is kept; null where they make none. */
async function rowAgain(store: Reader, { token, key, id, changed_at: at }: SignalRow, { before, input }: JudgedInput) {
  const { fired, changed } = evaluateToken(before ?? undefined, input);
  const signal = [...fired, ...changed].findLast((one) => one.key === key);
  if (signal === undefined) return null;
  const earlier = signal.escalates;
  const known = earlier === null ? [] : await store.query(signalId, { tokens: [token], keys: [earlier] });
  return toRow(signal, id, new Map(known.map((row) => [row.key, row.id])), at);
}

type Compared = { readonly result: Replayed["result"]; readonly members: readonly string[] };

async function compareVersion(
  store: Reader,
  row: SignalRow,
  minute: (at: number) => ReturnType<typeof judgedIn>,
): Promise<Compared> {
  if (row.rules !== SIGNAL_RULES_VERSION) return { result: "rules_gone", members: [] };
  const judged = (await minute(row.changed_at))?.get(row.token);
  if (judged === undefined) return { result: "inputs_not_kept", members: [] };
  const again = await rowAgain(store, row, judged);
  const members = differences(row, again ?? {}).map((member) => `${row.changed_at}${member}`);
  return { result: members.length === 0 ? "identical" : "differs", members };
}

const MEMBERS_MAX = 50;

async function replayOne(
  store: Reader,
  id: number,
  versions: readonly SignalRow[],
  minute: (at: number) => ReturnType<typeof judgedIn>,
): Promise<Replayed> {
  const [first] = versions;
  const about = {
    id: `signal_${id}`,
    kind: "signal",
    rules: first?.rules ?? "",
    codeVersion: "",
    hash: "",
    judgedMs: null,
  };
  if (first === undefined) return { ...about, result: "not_found", members: [] };
  const hash = digestOf(Buffer.from(JSON.stringify(versions)));
  const compared: Compared[] = [];
  for (const row of versions) compared.push(await compareVersion(store, row, minute));
  const members = compared.flatMap((one) => one.members).slice(0, MEMBERS_MAX);
  const { result } = compared.find((one) => one.result !== "identical") ?? { result: "identical" as const };
  return { ...about, hash, result, members };
}

const AT_ONCE = 500;

/** Signals by their numbers; what came of each, in their order. */
export async function replaySignals(store: Reader, ids: readonly number[]): Promise<Replayed[]> {
  const minute = openMinutes(store);
  const replayed: Replayed[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const rows = await store.query(signalVersions, { ids: some });
    for (const id of some)
      replayed.push(
        await replayOne(
          store,
          id,
          rows.filter((row) => row.id === id),
          minute,
        ),
      );
  }
  return replayed;
}
