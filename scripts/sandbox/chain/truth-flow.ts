// What really flowed onto and off the labelled exchanges in a span, for tests to compare derived figures with.
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, whole } from "../wire.ts";
import { createBtcLedger } from "./btc-ledger.ts";
import { createEthLedger } from "./eth-ledger.ts";

type Sums = { deposit: number; withdrawal: number; internal: number; cross: number; other: number; transfers: number };

const DAYS_MAX = 40;

const none = (): Sums => ({ deposit: 0, withdrawal: 0, internal: 0, cross: 0, other: 0, transfers: 0 });

const firstAtOrAfter = (
  heightAt: (timeMs: number) => number,
  timeOf: (height: number) => number,
  fromMs: number,
): number => {
  const height = heightAt(fromMs);
  return timeOf(height) >= fromMs ? height : height + 1;
};

/** Sums of coins by kind and token over blocks with a time in [from, to), head at most. */
export const createFlowTruth = (model: Model): ((ask: Ask) => Answer) => {
  const eth = createEthLedger(model);
  const btc = createBtcLedger(model);

  const ethFlows = (from: number, to: number): Record<string, Sums> => {
    const sums: Record<string, Sums> = {};
    for (let height = firstAtOrAfter(eth.heightAt, eth.timeOf, from); eth.timeOf(height) < to; height++)
      for (const { token, kind, amount } of eth.transfers(height)) {
        const id = token.asset.token.id;
        const sum = sums[id] ?? none();
        sums[id] = sum;
        sum[kind] += Number(amount) / 10 ** token.decimals;
        sum.transfers++;
      }
    return sums;
  };

  const btcFlows = (from: number, to: number): Record<string, Sums> => {
    const sum = none();
    for (let height = firstAtOrAfter(btc.heightAt, btc.timeOf, from); btc.timeOf(height) < to; height++)
      for (const move of btc.moves(height)) {
        // The last output is change and returns to the sender.
        for (const output of move.outputs.slice(0, -1)) sum[move.kind] += output.sats / 1e8;
        sum.transfers++;
      }
    return { bitcoin: sum };
  };

  return (ask) => {
    const chain = ask.query.get("chain");
    const from = whole(ask.query, "from");
    const to = whole(ask.query, "to");
    if (
      (chain !== "eth" && chain !== "btc") ||
      from === undefined ||
      to === undefined ||
      to - from > DAYS_MAX * 86_400_000
    )
      return json({ error: `chain (eth or btc), from and to (at most ${DAYS_MAX} days) are needed` }, 400);
    const end = Math.min(to, ask.nowMs + 1);
    return json({ simulated: true, chain, flows: chain === "eth" ? ethFlows(from, end) : btcFlows(from, end) });
  };
};
