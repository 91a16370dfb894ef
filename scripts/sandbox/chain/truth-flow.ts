// What really flowed onto and off the labelled exchanges in a span, for tests to compare derived figures with.
import { DAY_MS } from "../../../schema/duration.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, whole } from "../provider.ts";
import { type BtcLedger, createBtcLedger } from "./btc-ledger.ts";
import type { DayLedger } from "./day-ledger.ts";
import { createEvmLedger, type EvmLedger } from "./evm-ledger.ts";
import { CARRIED, createAdaLedger } from "./koios.ts";
import { createSolLedger } from "./solana.ts";

type Sums = { deposit: number; withdrawal: number; internal: number; cross: number; other: number; transfers: number };
type Truth = Record<string, Sums>;

const DAYS_MAX = 40;

const none = (): Sums => ({ deposit: 0, withdrawal: 0, internal: 0, cross: 0, other: 0, transfers: 0 });

const firstAtOrAfter = (
  heightAt: (timeMs: number) => number,
  timeOf: (height: number) => number,
  fromMs: number,
): number => {
  let height = heightAt(fromMs);
  // Blocks may share a stamp.
  while (timeOf(height - 1) >= fromMs) height--;
  return timeOf(height) >= fromMs ? height : height + 1;
};

const sumOf = (sums: Truth, id: string): Sums => {
  const sum = sums[id] ?? none();
  sums[id] = sum;
  return sum;
};

const evmFlows = (ledger: EvmLedger, from: number, to: number): Truth => {
  const sums: Truth = {};
  for (let height = firstAtOrAfter(ledger.heightAt, ledger.timeOf, from); ledger.timeOf(height) < to; height++)
    for (const { token, kind, amount, failed } of ledger.transfers(height)) {
      if (failed) continue;
      const sum = sumOf(sums, token.asset.token.id);
      sum[kind] += Number(amount) / 10 ** token.decimals;
      sum.transfers++;
    }
  return sums;
};

const btcFlows = (btc: BtcLedger, from: number, to: number): Truth => {
  const sum = none();
  for (let height = firstAtOrAfter(btc.heightAt, btc.timeOf, from); btc.timeOf(height) < to; height++)
    for (const move of btc.moves(height)) {
      // The last output is change and returns to the sender.
      for (const output of move.outputs.slice(0, -1)) sum[move.kind] += output.sats / 1e8;
      sum.transfers++;
    }
  return { bitcoin: sum };
};

/** `carried` is what of the chain's own coin goes along with every other one. */
const dayFlows = (ledger: DayLedger, from: number, to: number, carried = 0n): Truth => {
  const sums: Truth = {};
  for (let day = Math.floor(from / DAY_MS); day * DAY_MS < to; day++)
    for (const { atMs, coin, kind, amount, failed } of ledger.day(day)) {
      if (failed || atMs < from || atMs >= to) continue;
      const sum = sumOf(sums, coin.asset.token.id);
      sum[kind] += Number(amount) / 10 ** coin.decimals;
      sum.transfers++;
      const native = ledger.coins.find((one) => one.contract === null);
      if (native && coin.contract !== null && carried > 0n)
        sumOf(sums, native.asset.token.id)[kind] += Number(carried) / 10 ** native.decimals;
    }
  return sums;
};

/** Sums of coins by kind and token over blocks with a time in [from, to), head at most. */
export const createFlowTruth = (model: Model): ((ask: Ask) => Answer) => {
  const [eth, bsc] = [createEvmLedger(model, "eth"), createEvmLedger(model, "bsc")];
  const btc = createBtcLedger(model);
  const [sol, ada] = [createSolLedger(model), createAdaLedger(model)];
  const chains: Readonly<Record<string, (from: number, to: number) => Truth>> = {
    eth: (from, to) => evmFlows(eth, from, to),
    bsc: (from, to) => evmFlows(bsc, from, to),
    btc: (from, to) => btcFlows(btc, from, to),
    sol: (from, to) => dayFlows(sol, from, to),
    ada: (from, to) => dayFlows(ada, from, to, CARRIED),
  };
  return (ask) => {
    const chain = ask.query.get("chain") ?? "";
    const from = whole(ask.query, "from");
    const to = whole(ask.query, "to");
    const read = chains[chain];
    if (read === undefined || from === undefined || to === undefined || to - from > DAYS_MAX * DAY_MS)
      return json(
        { error: `chain (${Object.keys(chains).join(", ")}), from and to (at most ${DAYS_MAX} days) are needed` },
        400,
      );
    return json({ simulated: true, chain, flows: read(from, Math.min(to, ask.nowMs + 1)) });
  };
};
