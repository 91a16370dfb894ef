// Reads what evidence needs beside the published state: the window's minutes, a day of the largest venue, the week's forced closures, events.
import { DAY_MS, HOUR_MS, MINUTE_MS, minuteOf } from "../../schema/duration.ts";
import { EVENT_SOURCES } from "../../schema/event/index.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { HistoryEvent } from "../../schema/object/history.ts";
import { type RecordMinuteRow, recordMinute } from "../../schema/query/record/record-minute.ts";
import { signalLiquidationUsual, signalLiquidationWatch } from "../../schema/query/signal/signal-liquidation-usual.ts";
import { candleWindow } from "../../schema/query/trade/candle-window.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { closedByHour, medianHourOf, watchOfWeek } from "../detect/usual-liquidation.ts";
import { type CallsBehind, type Received, readBehind } from "../fact/read-behind.ts";
import { isGap } from "../measure/gap.ts";
import { roundUsd } from "../number/round.ts";
import { readNumber } from "../state/read-number.ts";
import type { ReadState } from "../state/read-state.ts";
import type { PastHours } from "./against-past.ts";
import type { Close, WindowRows } from "./builder.ts";
import { sharpestByHour } from "./sharpest-move.ts";

const BITCOIN = "bitcoin";
const HOUR_MINUTES = HOUR_MS / MINUTE_MS;
/** Causes may lie before the window. */
const LEAD_MS = 3 * HOUR_MS;
/** So many of a kind are read, and so many of them kept. */
const EVENTS_MAX = 5_000;
const KEPT_MAX = 300;
const KINDS = ["large_transfer", "liquidation", "headline"] as const;

const closesOf = (rows: readonly RecordMinuteRow[], token: string): Close[] => {
  const row = rows.find((one) => one.token === token);
  return (row?.at ?? []).map((at, place) => ({ at, price: row?.price[place] ?? 0 }));
};

/** The spot venue with most volume whose minutes we read; null where there is none. */
function largestVenue({ sections }: ReadState) {
  const { venues } = sections.liquidity;
  const { price_sources: prices } = sections.market;
  if (!isAssessed(venues) || !isAssessed(prices)) return null;
  const provided = new Map(prices.map(({ venue, provider }) => [venue ?? "", provider]));
  const volume = (value: number | "unassessed") => (isAssessed(value) ? value : 0);
  const found = venues
    .filter(({ kind, venue }) => kind === "cex" && provided.has(venue))
    .toSorted((a, b) => volume(b.volume_24h_usd) - volume(a.volume_24h_usd) || (a.venue < b.venue ? -1 : 1))[0];
  return found ? { venue: found.venue, symbol: found.symbol, provider: provided.get(found.venue) ?? "" } : null;
}

type Asked = { readonly from: number; readonly to: number };

async function readVenue(store: Pick<Store, "query">, state: ReadState, { to }: Asked): Promise<WindowRows["venue"]> {
  const found = largestVenue(state);
  if (found === null) return null;
  const { venue, symbol, provider } = found;
  const candles = await store.query(candleWindow, {
    ...{ token: state.token.id, venue, market: "spot", interval_s: 60, provider, from: to - DAY_MS, to },
  });
  return { venue, symbol, candles };
}

async function readUsual(store: Pick<Store, "query">, token: string, asOf: number, hours: number) {
  const at = { asOf, tokens: [token] };
  const [usual, watched] = await Promise.all([
    store.query(signalLiquidationUsual, at),
    store.query(signalLiquidationWatch, at),
  ]);
  const week = watchOfWeek(watched);
  const [median, closed] = [medianHourOf(week, usual), closedByHour(week, usual)];
  const inside = Math.ceil(hours) + 1;
  return {
    usualLiquidationsUsd: isGap(median) ? null : median,
    pastClosuresUsd: isGap(closed) ? [] : closed.slice(inside).map(roundUsd).toReversed(),
  };
}

const usdOf = (value: number | "unassessed"): number => (isAssessed(value) ? value : 0);
const worthOf = ({ data }: HistoryEvent): number =>
  "value_usd" in data ? data.value_usd : "long_usd" in data ? usdOf(data.long_usd) + usdOf(data.short_usd) : 0;

/** Of transfers and closures the largest: the newest of a busy day may all be of its last hours. */
const keptOf = (events: readonly HistoryEvent[]): HistoryEvent[] =>
  events.toSorted((a, b) => worthOf(b) - worthOf(a)).slice(0, KEPT_MAX);

async function readEvents(store: Pick<Store, "query">, state: ReadState, { from, to }: Asked): Promise<HistoryEvent[]> {
  const asked = { tokens: [state.token.id], from: from - LEAD_MS, to, asOf: state.build, limit: EVENTS_MAX };
  const lists = await Promise.all(
    KINDS.map((kind) =>
      EVENT_SOURCES[kind].read(
        (query, params) => store.query(query, params),
        asked,
        () => state.token.symbol,
      ),
    ),
  );
  return lists.flatMap((list) => keptOf(list.map(({ event }) => event)));
}

const WEEK_HOURS = 168;
/** Of a token that is named or moved more often, less of the past is known. */
const PAST_EVENTS_MAX = 5_000;

/** By hour up to `end`, the newest last; what lies before the oldest that is stored is not known. */
function byHour(told: readonly { readonly at: number; readonly value: number }[], since: number, end: number) {
  return Array.from({ length: WEEK_HOURS }, (_, hour) => {
    const to = end - (WEEK_HOURS - 1 - hour) * HOUR_MS;
    const inside = told.filter(({ at }) => at > to - HOUR_MS && at <= to);
    return to - HOUR_MS < since ? null : inside.reduce((most, { value }) => Math.max(most, value), 0);
  });
}

/** Bitcoin is named all the time: its first headline says since when newsrooms were read, whoever else they name. */
async function readPastEvents(store: Pick<Store, "query">, state: ReadState, end: number) {
  const { id, symbol } = state.token;
  const read = (kind: "headline" | "large_transfer", tokens: readonly string[]) =>
    EVENT_SOURCES[kind].read(
      (query, params) => store.query(query, params),
      { tokens, from: end - WEEK_HOURS * HOUR_MS, to: end, asOf: state.build, limit: PAST_EVENTS_MAX },
      () => symbol,
    );
  const [headlines, transfers] = await Promise.all([
    read("headline", [...new Set([id, BITCOIN])]),
    read("large_transfer", [id]),
  ]);
  // Chains whose week of flows is known were scanned throughout.
  const week = readNumber(state, "onchain", "exchange_netflow_7d_usd");
  const isScanned = transfers.length < PAST_EVENTS_MAX && !isGap(week) && week !== null;
  const first = (told: readonly { readonly at: number }[]) => Math.min(...told.map(({ at }) => at));
  const named = headlines.filter(({ token }) => token === id).map(({ at }) => ({ at, value: 1 }));
  const moved = transfers.map(({ at, event }) => ({
    at,
    value: "value_usd" in event.data ? event.data.value_usd : 0,
  }));
  return {
    pastHeadlines: byHour(named, first(headlines), end),
    pastTransfersUsd: byHour(moved, isScanned ? 0 : first(transfers), end),
  };
}

/** What a first start fetches of minutes. */
const PAST_HOURS = 14 * 24;

async function readPastMoves(store: Pick<Store, "query">, token: string, end: number): Promise<PastHours> {
  const from = end - PAST_HOURS * HOUR_MS - MINUTE_MS;
  const rows = await store.query(recordMinute, { tokens: [token], from, to: end });
  return sharpestByHour(closesOf(rows, token), end, PAST_HOURS);
}

/** A day is how far back a window may reach; `hours` 1..24, to the minute. */
export async function loadWindow(store: Pick<Store, "query">, state: ReadState, hours: number): Promise<WindowRows> {
  const to = minuteOf(state.build);
  const asked = { from: to - Math.round(hours * HOUR_MINUTES) * MINUTE_MS, to };
  const token = state.token.id;
  const [minutes, pastMoves, venue, liquidations, events, pastEvents] = await Promise.all([
    store.query(recordMinute, { tokens: [...new Set([token, BITCOIN])], from: asked.from - MINUTE_MS, to }),
    readPastMoves(store, token, asked.from),
    readVenue(store, state, asked),
    readUsual(store, token, state.build, hours),
    readEvents(store, state, asked),
    readPastEvents(store, state, asked.from),
  ]);
  return {
    ...asked,
    ...{ hours: (to - asked.from) / HOUR_MS, pastMoves, venue, events },
    ...liquidations,
    ...pastEvents,
    closes: closesOf(minutes, token),
    bitcoin: closesOf(minutes, BITCOIN),
  };
}

/** The calls that the window's events came with. */
export function readWindowCalls(store: Pick<Store, "query">, window: WindowRows, asOf: number): Promise<CallsBehind> {
  const received = window.events.map(({ kind, source }): Received => {
    return { name: kind, provider: source.provider, retrieved_ms: Date.parse(source.retrieved_at ?? "") || 0 };
  });
  return readBehind(store, received, { asOf });
}
