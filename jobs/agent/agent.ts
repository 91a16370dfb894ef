// What the work of an agent is: it gathers facts, reads of them what its rules look at, and tells the rest; all but the gathering is pure.
import type { Static, TObject } from "typebox";
import type { AgentCard, AgentUnit } from "../../schema/agent/agent.ts";
import type { Comparator } from "../../schema/evaluation/rule.ts";
import type { RestsOn } from "../../schema/object/agent.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import type { Source } from "../../schema/shape/source.ts";
import type { Deps } from "../deps.ts";
import type { Gap } from "../measure/gap.ts";
import type { Judged } from "./judge.ts";
import type { Read, RunToken } from "./reading.ts";

export type Gathered<Facts> = {
  /** JSON: kept with the run, so that it can be made again. */
  readonly facts: Facts;
  /** Those that readings name, numbered S1 onwards, and the calls behind them. */
  readonly sources: readonly Source[];
  readonly calls: readonly SourceCall[];
  /** Of ours, that details were taken from: listed after those. */
  readonly beside?: readonly Omit<Source, "id">[];
  /** When the facts were true, epoch milliseconds. */
  readonly asOf: number;
  /** Version of the state that was judged; null where none was. */
  readonly build: number | null;
};

/** A reason that another of our judgements found: said as the rules' own are. */
export type Borrowed = {
  readonly code: string;
  /** The verdict that it speaks for. */
  readonly verdict: string;
  readonly token: RunToken | null;
  readonly metric: string;
  readonly unit: AgentUnit;
  readonly says: string;
  readonly value: number | string;
  readonly threshold: number | string;
  readonly comparator: Comparator;
  readonly sources: readonly string[];
  /** Epoch milliseconds. */
  readonly asOf: number;
};

export type RunAnswer<Details> = {
  /** The one token that the run is about. */
  readonly token: RunToken | null;
  readonly details: Details;
  readonly caveats: readonly string[];
  readonly restsOn: readonly RestsOn[];
  readonly borrowed?: readonly Borrowed[];
  /** Members of the details that no rule looks at and that were not measured, by their names, and why. */
  readonly lacks?: Readonly<Record<string, Gap>>;
  /** Where something holds no longer than this, epoch milliseconds. */
  readonly validUntil?: number;
};

export type RunAbout = {
  /** run_…: what is issued on the way takes its number. */
  readonly id: string;
  /** Nobody waits any longer, epoch milliseconds. */
  readonly until: number;
};

type Work<Input, Facts, M extends string, L extends string, Details> = {
  /** Throws faults. Null where nobody waits for it any longer. */
  gather(deps: Deps, input: Input, run: RunAbout, signal: AbortSignal): Promise<Gathered<Facts> | null>;
  /** Pure. */
  read(facts: Facts, input: Input): Read<M, L>;
  /** Pure. */
  tell(facts: Facts, input: Input, judged: Judged): RunAnswer<Details>;
};

/** The work of any agent, as it is run. */
export type AgentJob = Work<unknown, object, string, string, object> & { readonly card: AgentCard };

/** Binds the work to its card: whatever it reads and tells has the card's names. */
export const agentJob = <
  const C extends Pick<AgentCard, "metrics" | "limits"> & { readonly input: TObject; readonly details: TObject },
  Facts extends object,
>(
  card: C,
  work: Work<Static<C["input"]>, Facts, keyof C["metrics"] & string, keyof C["limits"] & string, Static<C["details"]>>,
): AgentJob => ({ card, ...work }) as unknown as AgentJob;
