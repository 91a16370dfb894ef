// The frames that are made of all states together: the market and the token list. Pure.
import type { DatasetId } from "../../schema/freshness.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import type { ChainHeadRow } from "../../schema/query/chain/chain-head.ts";
import type { Facts } from "../fact/fact.ts";
import type { Verdicts } from "../issued/verdicts.ts";
import { buildMarket, marketFrame } from "../market/build-market.ts";
import { tokensFrame } from "../state/build-tokens.ts";
import type { BuiltState } from "../state/built-state.ts";

export type WholeInput = {
  readonly facts: Facts;
  readonly states: ReadonlyMap<string, BuiltState>;
  readonly chainHeads: readonly ChainHeadRow[];
  /** As they were published when the build read them. */
  readonly verdicts: Verdicts;
  /** Datasets that no source brings for want of a setting, with the setting. */
  readonly unset: ReadonlyMap<DatasetId, string>;
};

/** Builds each frame by its name; a fault in one leaves the other, and `failed` hears of it. */
export function wholeFrames(input: WholeInput, failed: (name: string, error: unknown) => void): Map<string, Buffer> {
  const { facts, states, chainHeads, verdicts, unset } = input;
  const { asOf } = facts;
  const frames = new Map<string, Buffer>();
  if (states.size === 0) return frames;
  const builders = {
    [SNAPSHOTS.market]: () => marketFrame(buildMarket({ asOf, states, facts, chainHeads, unset }), asOf),
    [SNAPSHOTS.tokens]: () => tokensFrame(facts, states, verdicts, asOf),
  };
  for (const [name, build] of Object.entries(builders)) {
    try {
      frames.set(name, build());
    } catch (error) {
      failed(name, error);
    }
  }
  return frames;
}
