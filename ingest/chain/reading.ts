// What a look at one address of a chain comes to, whatever the chain.
import type { Env } from "../../schema/env.ts";
import type { Reason } from "../../schema/reason.ts";
import type { AddressForm } from "../../schema/token/address.ts";
import type { CallContext } from "../client/client.ts";
import type { Connections } from "../run/connection.ts";

export type ReadingGap = { readonly reason: Reason; readonly detail: string };
/** What was read, or why it was not. */
export type ReadOrGap<T> = { readonly value: T } | { readonly gap: ReadingGap };

/** A block, or on Solana the slot of one. `at` in epoch milliseconds. */
export type Tip = { readonly number: number; readonly hash: string; readonly at: number };

export type AddressKindRead = "eoa" | "contract" | "token" | "program" | "script" | "utxo" | "stake";

export type Holding = {
  /** Tracked token, null for any other. */
  readonly token: string | null;
  /** Null for the chain's own coin. */
  readonly contract: string | null;
  /** What the asset calls itself, of strangers and unclean; null where nothing says it. */
  readonly symbol: string | null;
  readonly units: bigint;
  /** Null where nothing says them. */
  readonly decimals: number | null;
};

/** What one transaction brought the address of one tracked token (below zero: took). Base units; `at` epoch ms. */
export type AddressMove = {
  readonly tx: string;
  readonly at: number;
  readonly block: number;
  readonly token: string;
  readonly units: bigint;
  readonly decimals: number;
  readonly direction: "in" | "out" | "self";
  readonly counterparty: string | null;
};

export type MoveSpan = { readonly assets: "all" | "native" | "tokens"; readonly from: number; readonly to: number };

export type ContractRead = {
  /** Of strangers and unclean; null where it has none. */
  readonly name: ReadOrGap<string | null>;
  readonly symbol: string | null;
  readonly isToken: boolean;
  readonly token: string | null;
  readonly isProxy: ReadOrGap<boolean>;
};

export type AddressReading = {
  readonly kind: ReadOrGap<AddressKindRead>;
  readonly contract: ContractRead | null;
  readonly block: Tip;
  readonly pinned: boolean;
  readonly slots: { readonly from: number; readonly to: number } | null;
  readonly confirmations: number;
  readonly safe: boolean;
  readonly holdings: ReadOrGap<readonly Holding[]>;
  /** Why the holdings lack some of what was looked for. */
  readonly holdingGaps: readonly ReadingGap[];
  readonly holdsAll: boolean;
  readonly count: ReadOrGap<number>;
  readonly countsOutgoing: boolean;
  readonly firstSeenAt: ReadOrGap<number>;
  readonly lastSeenAt: ReadOrGap<number>;
  /** Those that may be large, newest first. */
  readonly moves: readonly AddressMove[];
  readonly spans: readonly MoveSpan[];
  /** Why the spans do not hold all of the last days. */
  readonly moveGaps: readonly ReadingGap[];
  /** Whether the chain knows it at all. */
  readonly isSeen: boolean;
};

export type Look = {
  readonly connections: Connections;
  readonly env: Env;
  readonly context: CallContext;
  readonly address: string;
  readonly form: AddressForm;
  /** How far back moves are looked for. */
  readonly spanMs: number;
  /** Where false, moves are known otherwise and not looked for. */
  readonly wantsMoves: boolean;
  /** Whether so many coins of a tracked token may have been a large move. */
  mayBeLarge(token: string, coins: number): boolean;
};

/** One address of one chain: first the block that all is read at, then all. Each throws HttpError. */
export type Inspector = { tip(): Promise<Tip>; read(tip: Tip): Promise<AddressReading> };

export const notRead = (reason: Reason, detail: string): { readonly gap: ReadingGap } => ({ gap: { reason, detail } });
export const FAILED = notRead("source_error", "The node did not answer it.");

export const coinsOf = (units: bigint, decimals: number): number => Math.abs(Number(units)) / 10 ** decimals;

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

/**
 * What one transaction brought an address, from what it left everyone with: the other end is the one who gave or took
 * most of the same coin.
 */
export function moveFromDeltas(
  address: string,
  deltas: ReadonlyMap<string, bigint>,
): Pick<AddressMove, "units" | "direction" | "counterparty"> | null {
  const own = deltas.get(address) ?? 0n;
  if (own === 0n) return null;
  const others = [...deltas].filter(([other, units]) => other !== address && other !== "" && units > 0n !== own > 0n);
  const [first] = others.toSorted(([, a], [, b]) => Number(magnitude(b) - magnitude(a)));
  return { units: own, direction: own > 0n ? "in" : "out", counterparty: first?.[0] ?? null };
}
