// Loads everything a build needs for its tokens at one instant: a fixed number of queries, never one a token.

import type { Env } from "../../schema/env.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { bookLatest } from "../../schema/query/book-latest.ts";
import { briefLatest } from "../../schema/query/brief-latest.ts";
import { chainFigureLatest } from "../../schema/query/chain-figure-latest.ts";
import { chainReserveLatest } from "../../schema/query/chain-reserve-latest.ts";
import { chainTvlLatest } from "../../schema/query/chain-tvl-latest.ts";
import { chainWatch } from "../../schema/query/chain-watch.ts";
import { coinLatest } from "../../schema/query/coin-latest.ts";
import { contractLatest } from "../../schema/query/contract-latest.ts";
import { dexPoolLatest } from "../../schema/query/dex-pool-latest.ts";
import { dexVolumeLatest } from "../../schema/query/dex-volume-latest.ts";
import { type FlowSumRow, flowSum } from "../../schema/query/flow-sum.ts";
import { flowWeek } from "../../schema/query/flow-week.ts";
import { fundingPast } from "../../schema/query/funding-past.ts";
import { globalLatest } from "../../schema/query/global-latest.ts";
import { headlineLatest } from "../../schema/query/headline-latest.ts";
import { LATEST } from "../../schema/query/latest.ts";
import { liquidationSum } from "../../schema/query/liquidation-sum.ts";
import { liquidationWatch } from "../../schema/query/liquidation-watch.ts";
import { liquidationWindowSum } from "../../schema/query/liquidation-window-sum.ts";
import { openInterestLatest } from "../../schema/query/open-interest-latest.ts";
import { perpHour } from "../../schema/query/perp-hour.ts";
import { reserveLatest } from "../../schema/query/reserve-latest.ts";
import { signalMinuteLatest } from "../../schema/query/signal-minute-latest.ts";
import { signalShown } from "../../schema/query/signal-shown.ts";
import { spotDay } from "../../schema/query/spot-day.ts";
import { spotHour } from "../../schema/query/spot-hour.ts";
import { type SpotMinuteRow, spotMinute } from "../../schema/query/spot-minute.ts";
import { spotPast } from "../../schema/query/spot-past.ts";
import { spotVenue } from "../../schema/query/spot-venue.ts";
import { takerHour } from "../../schema/query/taker-hour.ts";
import { transferSum } from "../../schema/query/transfer-sum.ts";
import { tvlLatest } from "../../schema/query/tvl-latest.ts";
import { unlockAhead } from "../../schema/query/unlock-ahead.ts";
import { callsOf } from "../measure/cause.ts";
import { assembleFacts, type FactRows } from "./assemble-facts.ts";
import type { Facts } from "./fact.ts";
import { type HeldFacts, withHeld } from "./held.ts";
import { loadIdentity } from "./load-identity.ts";
import { type Received, readBehind } from "./read-behind.ts";
import { readCalls } from "./read-calls.ts";

export type FactsRequest = {
  /** Epoch milliseconds; nothing later is read, so that any past instant can be built again. */
  readonly asOf: number;
  readonly tokens: readonly string[];
  readonly market: Env["MARKET"];
};

/** Bitcoin and ether are what others are measured against. */
const REFERENCES = ["bitcoin", "ethereum"];

/** The newest close of each token: the instant its returns are measured at; the whole minute where there is none. */
function anchorsOf(tokens: readonly string[], minutes: readonly SpotMinuteRow[], asOf: number): number[] {
  const anchors = new Map<string, number>();
  for (const row of minutes) anchors.set(row.token, Math.max(row.close_at, anchors.get(row.token) ?? 0));
  return tokens.map((token) => anchors.get(token) ?? Math.floor(asOf / 60_000) * 60_000);
}

/** Transfers are told of the same day as the flows of the token; of none where there are no flows. */
function endsOf(tokens: readonly string[], flows: readonly FlowSumRow[]): number[] {
  const ends = new Map(flows.map(({ token, window_end }) => [token, window_end]));
  return tokens.map((token) => ends.get(token) ?? 0);
}

/** Queries side by side: the store decides how many it runs at once. */
async function loadRows(
  store: Pick<Store, "query">,
  asOf: number,
  tokens: readonly string[],
  held: HeldFacts | null,
): Promise<Omit<FactRows, "identities" | "namesakes">> {
  const at = { asOf, tokens };
  const spot = store.query(spotMinute, at).then(async (minutes) => {
    const past = await store.query(spotPast, { ...at, anchors: anchorsOf(tokens, minutes, asOf) });
    return { minutes, past };
  });
  const moved = store.query(flowSum, at).then(async (flows) => {
    const transfers = await store.query(transferSum, { ...at, ends: endsOf(tokens, flows) });
    return { flows, transfers };
  });
  const plain = LATEST.map(
    ({ latest, query }) =>
      [latest.member, store.query(query, latest.of === "token" ? at : { asOf, tokens: [] })] as const,
  );
  const rows = {
    ...Object.fromEntries(plain),
    books: store.query(bookLatest, at),
    days: store.query(spotDay, at),
    hours: store.query(spotHour, at),
    spotVenues: store.query(spotVenue, at),
    perpHours: store.query(perpHour, at),
    openInterest: store.query(openInterestLatest, at),
    fundingPast: store.query(fundingPast, at),
    takers: store.query(takerHour, at),
    liquidations: store.query(liquidationSum, at),
    liquidationWindows: store.query(liquidationWindowSum, at),
    flowWeeks: store.query(flowWeek, at),
    coins: store.query(coinLatest, at),
    globals: store.query(globalLatest, { asOf }),
    contracts: store.query(contractLatest, at),
    pools: store.query(dexPoolLatest, at),
    dexVolumes: store.query(dexVolumeLatest, { asOf }),
    headlines: store.query(headlineLatest, at),
    calls: readCalls(store, at, held?.rows ?? null),
    liquidationWatch: store.query(liquidationWatch, at),
    chains: store.query(chainWatch, at),
    signals: store.query(signalShown, at),
    detections: store.query(signalMinuteLatest, { asOf }),
    tvls: store.query(tvlLatest, at),
    reserves: store.query(reserveLatest, at),
    chainReserves: store.query(chainReserveLatest, at),
    chainFigures: store.query(chainFigureLatest, at),
    unlocks: store.query(unlockAhead, at),
    briefs: store.query(briefLatest, at),
    chainTvls: store.query(chainTvlLatest, { asOf }),
  };
  const names = Object.keys(rows) as (keyof typeof rows)[];
  const [first, second, ...lists] = await Promise.all([spot, moved, ...names.map((name) => rows[name])]);
  return {
    ...first,
    ...second,
    ...Object.fromEntries(names.map((name, index) => [name, lists[index]])),
  } as unknown as FactRows;
}

const isReceived = (row: object): row is Omit<Received, "name"> & { readonly token?: string } =>
  "provider" in row && "retrieved_ms" in row;

/** The earlier readings that changes count from; 0 where there is none. */
function pastsIn(rows: FactRows): Record<string, Omit<Received, "name">[]> {
  const each = <R extends { readonly provider: string }>(list: readonly R[], read: (row: R) => readonly number[]) =>
    list.flatMap((row) => read(row).map((retrieved_ms) => ({ ...row, retrieved_ms })));
  return {
    "coin pasts": rows.coins.map((row) => ({
      ...row,
      provider: row.past_provider,
      retrieved_ms: row.past_retrieved_ms,
    })),
    "interest pasts": each(rows.openInterest, (row) => row.past_retrieved_ms),
    "tvl pasts": each(rows.tvls, (row) => [row.day_retrieved_ms, row.week_retrieved_ms]),
    "reserve pasts": each(rows.reserves, (row) => [row.week_retrieved_ms]),
    "chain reserve pasts": each(rows.chainReserves ?? [], (row) => [row.week_retrieved_ms]),
  };
}

/** Everything that was received with a call; a feed that told nothing new was read all the same. */
function receivedIn(rows: FactRows): Received[] {
  const feeds = callsOf(rows.calls, "headline").map(({ provider, ok_at }) => ({ provider, retrieved_ms: ok_at }));
  const lists: (readonly [string, readonly object[]])[] = [
    ...Object.entries(rows),
    ["feeds", feeds],
    ...Object.entries(pastsIn(rows)),
  ];
  return lists.flatMap(([list, all]) =>
    all.filter(isReceived).map(({ token = "", provider, retrieved_ms }) => {
      return { name: `${list} ${token}`, provider, retrieved_ms };
    }),
  );
}

/**
 * Reads the facts of `tokens` (and of bitcoin and ether) as they stood at `asOf`. With `held`, what was read before
 * and cannot have changed since is not read again: the facts are the same either way.
 */
export async function loadFacts(store: Store, request: FactsRequest, held: HeldFacts | null = null): Promise<Facts> {
  const tokens = [...new Set([...request.tokens, ...REFERENCES])].sort();
  const reader = held === null ? store : withHeld(store, held);
  const [rows, known] = await Promise.all([
    loadRows(reader, request.asOf, tokens, held),
    loadIdentity(store, { asOf: request.asOf, market: request.market, tokens }),
  ]);
  const all = { ...rows, ...known } as FactRows;
  return assembleFacts(request, all, tokens, await readBehind(store, receivedIn(all), request.asOf));
}
