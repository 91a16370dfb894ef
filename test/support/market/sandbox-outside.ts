// What chains, protocols and schedules of the sandbox show the signal rules over a week: flows, transfers, value locked, unlocks.
import { zOfNetflow } from "../../../jobs/detect/flow-usual.ts";
import { isGap } from "../../../jobs/measure/gap.ts";
import { roundPct, roundRatio, roundUsd } from "../../../jobs/number/round.ts";
import type { SignalValues, Transfer, TransferEnd, Unlock } from "../../../jobs/signal/input.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { createBtcLedger } from "../../../scripts/sandbox/chain/btc-ledger.ts";
import { createEvmLedger } from "../../../scripts/sandbox/chain/evm-ledger.ts";
import type { FlowKind } from "../../../scripts/sandbox/chain/party.ts";
import { createPeaks } from "../../../scripts/sandbox/coin-peak.ts";
import { createEmissions } from "../../../scripts/sandbox/llama/emission.ts";
import { createLocked } from "../../../scripts/sandbox/llama/locked.ts";
import type { Asset } from "../../../scripts/sandbox/model/asset.ts";
import type { Model } from "../../../scripts/sandbox/model/model.ts";

const WINDOW = HOUR_MS / 4;
const WEEK = 7 * DAY_MS;
/** 30 days of day windows before the week's first minute. */
const BEFORE = 31 * DAY_MS;
const LARGE_USD = 1_000_000;
const UNKNOWN = "unassessed" as const;

export type Outside = {
  /** Inputs at an instant (epoch ms); null where one does not apply to the token. */
  values(token: string, at: number): Partial<SignalValues>;
  /** What a directory calls the all-time high. */
  athUsd(asset: Asset, at: number): number;
};

type Moved = { readonly chain: string; readonly hash: string; readonly at: number; readonly kind: FlowKind };

const ENDS: Readonly<Record<FlowKind, readonly [TransferEnd, TransferEnd]>> = {
  deposit: ["unknown", "exchange"],
  withdrawal: ["exchange", "unknown"],
  internal: ["exchange", "exchange"],
  cross: ["exchange", "exchange"],
  other: ["unknown", "wallet"],
};

/** Reads both ledgers once; flows in USD by windows of a quarter of an hour, transfers worth a million and more. */
function readLedgers(model: Model, fromMs: number, toMs: number, tokens: ReadonlySet<string>) {
  const net = new Map<string, Float64Array>();
  const large = new Map<string, Transfer[]>();
  const windows = Math.ceil((toMs - fromMs) / WINDOW);
  const prices = new Map<number, number>();
  const priceAt = (asset: Asset, at: number) => {
    const key = Math.floor(at / WINDOW) * 128 + asset.index;
    const known = prices.get(key) ?? Math.exp(model.paths.logUsdAt(asset, Math.floor(at / WINDOW) * WINDOW));
    prices.set(key, known);
    return known;
  };
  const take = (asset: Asset, amount: number, { chain, hash, at, kind }: Moved) => {
    const { id } = asset.token;
    if (!tokens.has(id)) return;
    const usd = amount * priceAt(asset, at);
    const own = net.get(id) ?? new Float64Array(windows);
    net.set(id, own);
    const index = Math.floor((at - fromMs) / WINDOW);
    if (kind === "deposit") own[index] = (own[index] ?? 0) + usd;
    if (kind === "withdrawal") own[index] = (own[index] ?? 0) - usd;
    if (usd < LARGE_USD || kind === "internal") return;
    const [from, to] = ENDS[kind];
    const supply = roundPct((amount / asset.circulating) * 100);
    const list = large.get(id) ?? [];
    large.set(id, list);
    list.push({ tx_hash: hash, chain, at, value_usd: roundUsd(usd), supply_pct: supply, from, to, internal: false });
  };
  const eth = createEvmLedger(model, "eth");
  const onEth = eth.tokens.some(({ asset }) => tokens.has(asset.token.id));
  for (let height = eth.heightAt(fromMs) + 1; onEth && eth.timeOf(height) < toMs; height++)
    for (const { token, kind, amount, index, failed } of eth.transfersOf(height, tokens))
      take(token.asset, failed ? 0 : Number(amount) / 10 ** token.decimals, {
        ...{ chain: "eth", hash: `${height}-${index}`, at: eth.timeOf(height), kind },
      });
  const btc = createBtcLedger(model);
  const bitcoin = model.assets.find(({ token }) => token.id === "bitcoin");
  for (let height = btc.heightAt(fromMs) + 1; bitcoin && tokens.has("bitcoin") && btc.timeOf(height) < toMs; height++)
    for (const move of btc.moves(height))
      for (const [index, { sats }] of move.outputs.slice(0, -1).entries())
        take(bitcoin, sats / 1e8, {
          ...{ chain: "btc", hash: `${height}-${move.index}-${index}`, at: btc.timeOf(height), kind: move.kind },
        });
  return { net, large, windows };
}

/** Computes once in each stretch of so long, with its start. */
const once = <T>(lengthMs: number, compute: (fromMs: number) => T): ((at: number) => T) => {
  let known: { from: number; value: T } | undefined;
  return (at) => {
    const from = at - (at % lengthMs);
    if (known?.from !== from) known = { from, value: compute(from) };
    return known.value;
  };
};
const byHour = <T>(compute: (hourMs: number) => T) => once(HOUR_MS, compute);

type Ledgers = ReturnType<typeof readLedgers>;

/** Sums of the 24 hours that end with each window. */
function daySums(windows: Float64Array): Float64Array {
  const sums = new Float64Array(windows.length);
  let sum = 0;
  for (const [index, one] of windows.entries()) {
    sum += one - (index >= 96 ? (windows[index - 96] ?? 0) : 0);
    sums[index] = sum;
  }
  return sums;
}

function chainSide({ net, large }: Ledgers, token: string, fromMs: number) {
  const windows = net.get(token);
  if (!windows) return () => ({});
  const sums = daySums(windows);
  const transfers = large.get(token) ?? [];
  const indexOf = (at: number) => Math.floor((at - fromMs) / WINDOW) - 1;
  const usual = byHour((hour) => Array.from({ length: 720 }, (_, back) => sums[indexOf(hour) - back * 4] ?? 0));
  const tenth = byHour((hour) => {
    const values = transfers
      .filter(({ at }) => at <= hour && at > hour - 14 * DAY_MS)
      .map(({ value_usd }) => value_usd);
    return Number(values.toSorted((a, b) => Number(b) - Number(a))[9] ?? 0);
  });
  const flows = once(WINDOW, (at) => {
    const netflow = sums[indexOf(at)] ?? 0;
    const z = zOfNetflow(netflow, usual(at));
    return { netflow_24h_usd: roundUsd(netflow), netflow_z: isGap(z) ? UNKNOWN : roundRatio(z) };
  });
  return (at: number): Partial<SignalValues> => {
    return {
      ...flows(at),
      // Chains are scanned every quarter of an hour.
      transfers: transfers.filter((one) => one.at <= at - (at % WINDOW) && one.at > at - DAY_MS),
      tenth_largest_transfer_14d_usd: tenth(at),
    };
  };
}

function tvlSide(model: Model, token: string) {
  const locked = createLocked(model);
  const pools = locked.protocols.filter((pool) => pool.token === token);
  if (pools.length === 0) return () => ({ tvl_change_24h_pct: null, tvl_neutral_change_24h_pct: null });
  const at = byHour((hour) => {
    const value = (unitsMs: number, pricesMs: number) =>
      pools
        .flatMap((pool) => locked.holdings(pool, unitsMs))
        .reduce((sum, [asset, units]) => sum + units * locked.price(asset, pricesMs), 0);
    const before = value(hour - DAY_MS, hour - DAY_MS);
    return {
      tvl_change_24h_pct: roundPct((value(hour, hour) / before - 1) * 100),
      tvl_neutral_change_24h_pct: roundPct((value(hour, hour - DAY_MS) / before - 1) * 100),
    };
  });
  return (instant: number): Partial<SignalValues> => at(instant);
}

type Schedule = { readonly metadata: { readonly events: readonly { timestamp: number; noOfTokens: number[] }[] } };

function unlockSide(model: Model, token: string, startMs: number) {
  const asset = model.assets.find((one) => one.token.id === token);
  const emissions = createEmissions(model);
  const bodies = emissions.slugs.map((slug) => emissions.body(slug, startMs) as Schedule & { gecko_id: string });
  const found = bodies.find(({ gecko_id }) => gecko_id === token);
  if (!found || !asset) return () => ({});
  const cliffs: Unlock[] = found.metadata.events.map(({ timestamp, noOfTokens }) => ({
    at: timestamp * 1_000,
    pct_of_circulating: roundPct(((noOfTokens[0] ?? 0) / asset.circulating) * 100),
  }));
  return (at: number): Partial<SignalValues> => ({ upcoming_unlocks: cliffs.filter((one) => one.at > at) });
}

/** Opens the outside of the market for the tokens and the span that starts at `startMs`; a week without a length. */
export function openOutside(model: Model, startMs: number, tokens: readonly string[], lengthMs = WEEK): Outside {
  const fromMs = startMs - BEFORE;
  const ledgers = readLedgers(model, fromMs, startMs + lengthMs, new Set(tokens));
  const peakOf = createPeaks(model);
  const sides = new Map<string, readonly ((at: number) => Partial<SignalValues>)[]>();
  return {
    athUsd: (asset, at) => peakOf(asset, at - DAY_MS).usd,
    values(token, at) {
      const known = sides.get(token) ?? [
        chainSide(ledgers, token, fromMs),
        tvlSide(model, token),
        unlockSide(model, token, startMs),
      ];
      sides.set(token, known);
      return Object.assign({}, ...known.map((side) => side(at)));
    },
  };
}
