// How an endpoint is described: the contract is the only description, and its handler is checked against it.
import { type Static, type TObject, type TSchema, type TUndefined, Type } from "typebox";
import { type Check, compile } from "../schema/check.ts";
import type { FaultCode } from "../schema/fault.ts";
import type { RateId } from "../schema/limit.ts";
import { closed } from "../schema/shape/closed.ts";
import type { Tier } from "../schema/tier.ts";
import type { Cast } from "./answer/mould.ts";
import type { Deps } from "./deps.ts";
import type { AskedBy } from "./gate/asked-by.ts";

/** The tag groups of service.md. */
export const TAGS = {
  Discover: "What there is and how fresh it is.",
  Understand: "What is and what was: state, history, market.",
  Decide: "Verdicts by published rules.",
  Watch: "Signed webhooks when something happens.",
  Trust: "Proofs anyone can recompute, and the public record.",
  Agents: "Whole jobs in one call: a verdict, sourced reasons, a proof.",
} as const;

/** Where nothing is taken: what is sent all the same is refused. */
export const NOTHING = closed({});

type Method = "GET" | "POST" | "DELETE";

export type Contract<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  O extends TSchema = TSchema,
  B extends TSchema = TSchema,
> = {
  /** operationId, and the name in metrics. */
  readonly id: string;
  readonly method: Method;
  /** Path parameters in braces. */
  readonly path: `/${"v1" | "facilitator"}/${string}`;
  readonly tag: keyof typeof TAGS;
  readonly tier: Tier;
  readonly summary: string;
  readonly description: string;
  readonly params: P;
  readonly query: Q;
  /** JSON body of a POST. Closed, so that a typo is refused and never silently weakens what was meant. */
  readonly body?: B;
  /** Forms of it, exactly one of which it has; `verify` judges that, with the codes for it. */
  readonly bodyForms?: readonly TSchema[];
  readonly output: O;
  /** Codes for members of the body that are out of range, by JSON pointer, or by that and the keyword of the shape. */
  readonly rangeFaults?: Readonly<Record<string, FaultCode>>;
  /** Codes a caller may meet beyond those every call has. */
  readonly faults: readonly FaultCode[];
  /** Rates beside `burst`, equal ones as one array; without it a GET counts as `read`. */
  readonly rates?: readonly RateId[] | ((query: Static<Q>) => readonly RateId[]);
  /** False where the tier's daily allowance does not reach: every call is paid. */
  readonly allowance?: false;
  /** True where calls take long: few at once for a caller, and few for all. */
  readonly slow?: true;
  /** How long its work may take; LIMITS.workMs without it. */
  readonly workMs?: number;
  /** Status of an answer; 200 without it. */
  readonly status?: 201;
  /** Whether the secret of monitors is taken, or needed, in the header X-Monitor-Secret. */
  readonly monitorSecret?: "optional" | "required";
  /** True where the answer shows a secret once: what is kept of it for replays is sealed, and soon told without it. */
  readonly showsSecret?: true;
  /**
   * What the shapes cannot say of an input. Runs before the gate, on memory alone, so that nobody is asked to pay for
   * what could never be answered. Throws faults.
   */
  verify?(input: Input<P, Q, B>, deps: Deps): void;
  /** How long a shared cache may keep the answer. */
  readonly maxAgeS: number;
  readonly example: {
    readonly params: Static<P>;
    readonly query: Partial<Static<Q>>;
    readonly body?: Static<B>;
    readonly answer: Static<O>;
  };
};

export type Input<P extends TObject = TObject, Q extends TObject = TObject, B extends TSchema = TSchema> = {
  readonly params: Static<P>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
  /** As it was sent, where the contract takes one. */
  readonly monitorSecret?: string;
};

/**
 * An answer: a value to serialise, or wire bytes taken from snapshots that were checked when they were built, or a cast
 * of such bytes, made only where the call gets it.
 */
export type Reply<O> = {
  readonly body: O | Buffer | Cast;
  /** When the data was true, epoch milliseconds; the Last-Modified of the answer. */
  readonly asOf: number;
  /** Snapshots the bytes came from: the answer may be kept until one is replaced. Null: never kept. */
  readonly from: readonly SnapshotVersion[] | null;
  /** Set where what was asked could not be measured: the answer costs nothing. */
  readonly isFree?: boolean;
  /** Kept no longer than this, where time alone changes the answer. */
  readonly keepMs?: number;
  /** Set where another call is not likely to ask the same: kept only when it is asked for again. */
  readonly isOneOff?: true;
  /** Where what it says is explained: its Link header. */
  readonly describedBy?: string;
  /** After so long the answer would be wrong: nobody, we or whoever is in between, may give it any more. */
  readonly validMs?: number;
};
export type SnapshotVersion = { readonly name: string; readonly version: number };

export type Route = {
  readonly contract: Contract;
  readonly isInput: Check<Input>;
  readonly run: (input: Input, deps: Deps, by: AskedBy) => Reply<unknown> | Promise<Reply<unknown>>;
  /** The same from memory alone, at once; null where that does not do. Throws faults. */
  readonly runNow: ((input: Input, deps: Deps) => Reply<unknown> | null) | null;
  /** Begins what waits for the transaction to be settled. Called once more where its call comes again; never throws. */
  readonly settled: ((payment: string, deps: Deps) => Promise<void>) | null;
};

/** First the contract, then its handler: in one object TypeScript would settle the handler before the output. */
export function route<P extends TObject, Q extends TObject, O extends TSchema, B extends TSchema = TUndefined>(
  contract: Contract<P, Q, O, B>,
) {
  type Run = (input: Input<P, Q, B>, deps: Deps, by: AskedBy) => Reply<Static<O>> | Promise<Reply<Static<O>>>;
  type RunNow = (input: Input<P, Q, B>, deps: Deps) => Reply<Static<O>> | null;
  const { params, query, body } = contract;
  const isInput = compile(Type.Object(body === undefined ? { params, query } : { params, query, body }));
  return {
    contract,
    // The registry holds routes of every shape; readInput has checked the input against this route's own.
    handle: (run: Run, runNow: RunNow | null = null, settled: Route["settled"] = null): Route =>
      ({ contract, isInput, run, runNow, settled }) as unknown as Route,
  };
}
