// What the row of a build tells beside its instants, and back: what was read elsewhere than in the store, and what it made.
import { createHash } from "node:crypto";
import { digestOf } from "../../schema/canonical.ts";
import type { BuildRow } from "../../schema/dataset/service/build.ts";
import { VERDICTS } from "../../schema/evaluation/rule.ts";
import { DATASET_IDS, type DatasetId } from "../../schema/freshness.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { AskedAt } from "../fact/held.ts";
import type { KeptVerdict, Verdicts } from "../issued/verdicts.ts";

/** What a build rests on beside what was stored by the instant it knew. */
type Basis = {
  /** Queries that an answer of before stood for, by name, with what that one was asked with. */
  readonly older: ReadonlyMap<string, AskedAt>;
  readonly verdicts: Verdicts;
  readonly unset: ReadonlyMap<DatasetId, string>;
  /** Where its links lead. */
  readonly origin: string;
};
type ToldBasis = Pick<BuildRow, "older" | "verdicts" | "unset" | "origin">;

const tellAskedAt = ({ asOf, known }: AskedAt): string => (asOf === known ? `${asOf}` : `${asOf} ${known}`);
function readAskedAt(text: string): AskedAt {
  const [asOf = "", known = asOf] = text.split(" ");
  return { asOf: Number(asOf), known: Number(known) };
}

const mapped = <A, B>(of: Iterable<readonly [string, A]>, to: (value: A) => B): [string, B][] =>
  [...of].map(([name, value]) => [name, to(value)]);

export const tellBasis = ({ older, verdicts, unset, origin }: Basis): ToldBasis => ({
  older: Object.fromEntries(mapped(older, tellAskedAt)),
  verdicts: Object.fromEntries(mapped(verdicts, ({ verdict, until }) => `${verdict} ${until}`)),
  unset: Object.fromEntries(unset),
  origin,
});

function readVerdict(text: string): KeptVerdict {
  const [word, until] = text.split(" ");
  return { verdict: VERDICTS.find((one) => one === word) ?? UNASSESSED, until: Number(until) };
}

const isDataset = (name: string): name is DatasetId => DATASET_IDS.some((one) => one === name);

export const readBasis = ({ older, verdicts, unset, origin }: ToldBasis): Basis => ({
  older: new Map(mapped(Object.entries(older), readAskedAt)),
  verdicts: new Map(mapped(Object.entries(verdicts), readVerdict)),
  unset: new Map(
    Object.entries(unset).flatMap(([name, setting]) => (isDataset(name) ? [[name, setting] as const] : [])),
  ),
  origin,
});

type Frames = ReadonlyMap<string, Buffer>;
type ToldFrames = Pick<BuildRow, "tokens" | "states_sha256" | "wholes_sha256">;

/** What a build made, as its row tells it: frames of states by token, and of what is made of all of them by name. */
export function tellMade(states: Frames, wholes: Frames): ToldFrames {
  const hash = createHash("sha256");
  for (const [, frame] of [...states].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(frame);
  return {
    tokens: states.size,
    states_sha256: hash.digest("hex"),
    wholes_sha256: Object.fromEntries(mapped(wholes, digestOf)),
  };
}
