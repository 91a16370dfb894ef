// What the scan needs of a chain.
import type { LabelChain } from "../../schema/label/index.ts";
import type { Window } from "../source/source-base.ts";
import type { AddressKind, Transfer } from "./transfer.ts";

type Stretch = {
  /** Tokens that were looked for where those are not all of the chain's. */
  readonly tokens?: readonly string[];
  readonly transfers: readonly Transfer[];
  readonly fromBlock: number;
  readonly toBlock: number;
  /** Hash of the last block. */
  readonly blockHash: string;
};

export type Chain = {
  readonly id: LabelChain;
  /** Tokens whose transfers are looked for. */
  readonly tokens: readonly string[];
  /** Tokens that can be read of a stretch that begins at this time, epoch ms, where those are not all of them. */
  tokensAt?(from: number): readonly string[];
  /** Length of one stretch, a multiple of the window. */
  readonly stretchMs: number;
  /** How far back the provider can be asked to bear; as far as everything else without it. */
  readonly pastMs?: number;
  /** Time before which blocks can be read, epoch ms. */
  readableUntil(): Promise<number>;
  /**
   * Where blocks can be read before they are settled: a stretch that was read earlier than this after its end is read
   * once more when it is as old, and what it says then stands.
   */
  readonly settledAfterMs?: number;
  /** Everything in a stretch of time, read whole; null where the run's time was too short for it, and the next one goes on. */
  read(stretch: Window): Promise<Stretch | null>;
  /** Hash of a block now, to notice that history was rewritten. */
  hashOf(block: number): Promise<string>;
  /** What addresses without a label are, by their code; those it cannot tell are left out. */
  kindsOf?(addresses: readonly string[]): Promise<ReadonlyMap<string, AddressKind>>;
};
