// What the worked queries should answer, computed plainly from single rows.

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import {
  type Ask,
  defined,
  type Expected,
  groups,
  hourOf,
  last,
  mean,
  median,
  ms,
  newestOf,
  num,
  type Row,
  sumOf,
  type Value,
} from "./worked-query.ts";

/** Spot prices at the end of each hour by its start, and the venues' closes they are the median of. */
async function hourPrices(ask: Ask): Promise<Map<string, Map<number, number>>> {
  const rows = await ask(
    `SELECT token, ${ms("open_at")}, close FROM candle FINAL WHERE market = 'spot' AND interval_s = 3600`,
  );
  const tokens = groups(rows, ({ token }) => String(token));
  const priced = (own: readonly Row[]) =>
    new Map(
      [...groups(own, (row) => String(row.ms))].map(([at, all]) => [num(at), median(all.map((one) => num(one.close)))]),
    );
  return new Map([...tokens].map(([token, own]) => [token, priced(own)]));
}

async function venuePrices(ask: Ask, now: number): Promise<Expected> {
  const candles = await ask(
    `SELECT token, venue, toString(open_at + INTERVAL 1 MINUTE) AS at, ${ms("open_at")}, close FROM candle FINAL
     WHERE market = 'spot' AND interval_s = 60 AND open_at > now() - INTERVAL 26 HOUR`,
  );
  const minutes = groups(
    candles.filter((row) => num(row.ms) + MINUTE_MS > now - DAY_MS),
    ({ token, at }) => `${token}~${at}`,
  );
  const rows = [...minutes.values()].map((own): Row => {
    const closes = own.map(({ close }) => num(close));
    const [price_usd, lowest_usd, highest_usd] = [median(closes), Math.min(...closes), Math.max(...closes)];
    const apart_bps = ((highest_usd - lowest_usd) / price_usd) * 1e4;
    const venue_count = new Set(own.map(({ venue }) => venue)).size;
    return {
      token: own[0]?.token ?? "",
      at: own[0]?.at ?? "",
      price_usd,
      lowest_usd,
      highest_usd,
      apart_bps,
      venue_count,
    };
  });
  const apart = rows.filter((row) => num(row.venue_count) > 1).sort((a, b) => num(b.apart_bps) - num(a.apart_bps));
  const three = [...groups(apart, ({ token }) => String(token)).values()].flatMap((own) => own.slice(0, 3));
  return { keys: ["token", "at"], rows: three, limit: 30, by: "apart_bps" };
}

async function calls(ask: Ask, now: number): Promise<Expected> {
  const issued = await ask(
    `SELECT kind, subkind, id, verdict, direction, p_right_1h, p_right_24h, p_right_7d, ${ms("issued_at")} FROM record_call FINAL`,
  );
  const outcomes = await ask("SELECT kind, id, horizon_h, revision, result, return_pct, worst_pct FROM outcome FINAL");
  const each = issued
    .filter((call) => num(call.ms) > now - 30 * DAY_MS)
    .flatMap((call) =>
      ([1, 24, 168] as const).map((horizon_h): Row => {
        const own = outcomes.filter(
          (one) => one.kind === call.kind && one.id === call.id && num(one.horizon_h) === horizon_h,
        );
        const { result = "pending", return_pct = null, worst_pct = null } = last(own, "revision") ?? {};
        const p = { 1: call.p_right_1h, 24: call.p_right_24h, 168: call.p_right_7d }[horizon_h] ?? null;
        const said = call.verdict === "" ? call.direction : call.verdict;
        return {
          kind: call.kind ?? "",
          subkind: call.subkind ?? "",
          said: said ?? "",
          horizon_h,
          result,
          return_pct,
          worst_pct,
          p,
        };
      }),
    );
  const keys = ["kind", "subkind", "said", "horizon_h"];
  const rows = [...groups(each, (row) => keys.map((key) => row[key]).join("~")).values()].map((own): Row => {
    const count = (result: string) => own.filter((row) => row.result === result).length;
    const [right, wrong] = [count("right"), count("wrong")];
    return {
      ...Object.fromEntries(keys.map((key) => [key, own[0]?.[key] ?? ""])),
      ...{ calls: own.length, pending: count("pending"), right, wrong, right_pct: (right / (right + wrong)) * 100 },
      given_pct: mean(own.map(({ p }) => num(p))) * 100,
      mean_return_pct: mean(defined(own.map(({ return_pct }) => return_pct))),
      mean_worst_pct: mean(defined(own.map(({ worst_pct }) => worst_pct))),
    };
  });
  return { keys, rows };
}

async function lookAlikes(ask: Ask): Promise<Expected> {
  const newest = (rows: readonly Row[]) => [...groups(rows, ({ token }) => String(token)).values()].flatMap(newestOf);
  const coins = newest(await ask(`SELECT token, symbol_key, status, ${ms("at")} FROM coin`));
  const ranks = newest(await ask(`SELECT token, rank, ${ms("at")} FROM coin_rank`));
  const rankOf = new Map(ranks.map(({ token, rank }) => [token, rank]));
  const listed = coins.filter(({ status }) => status === "listed");
  const rows = [...groups(listed, ({ symbol_key }) => String(symbol_key))]
    .filter(([, own]) => own.length > 1)
    .map(([symbol_key, own]): Row => {
      const ranked = own.map(({ token }) => ({ token, rank: rankOf.get(token ?? "") ?? null }));
      const best = Math.min(...ranked.flatMap(({ rank }) => (rank === null ? [] : [num(rank)])));
      const largest = ranked.find(({ rank }) => num(rank) === best)?.token ?? "";
      return { symbol_key, coins: own.length, largest, largest_rank: best };
    });
  return { keys: ["symbol_key"], rows, limit: 20 };
}

const eightHours = (row: Row): number => ((num(row.rate) * 8) / num(row.interval_hours)) * 100;
const aYear = (row: Row): number => ((num(row.rate) * 8_760) / num(row.interval_hours)) * 100;
const FUNDING = `SELECT token, venue, kind, rate, interval_hours, ${ms("at")} FROM funding FINAL WHERE interval_hours > 0`;

async function fundingByVenue(ask: Ask, now: number): Promise<Expected> {
  const settled = (await ask(FUNDING)).filter(
    (row) => row.token === "ethereum" && row.kind === "settled" && num(row.ms) > now - 7 * DAY_MS,
  );
  const rows = [...groups(settled, ({ venue }) => String(venue))].map(([venue, own]): Row => {
    const rates = own.map(eightHours);
    return {
      ...{ venue, mean_8h_pct: mean(rates), mean_apr_pct: mean(own.map(aYear)), highest_8h_pct: Math.max(...rates) },
      settlements: own.length,
    };
  });
  return { keys: ["venue"], rows, by: "mean_8h_pct" };
}

async function fundingSpread(ask: Ask, now: number): Promise<Expected> {
  // The newest reading of a venue counts, also where it has no interval: then the venue is left out.
  const read = await ask(
    `SELECT token, venue, rate, interval_hours, ${ms("at")}, ${ms("retrieved_at", "got")} FROM funding WHERE kind = 'current'`,
  );
  const newest = [...groups(read, ({ token, venue }) => `${token}~${venue}`).values()].flatMap(newestOf);
  const usable = newest.filter((row) => num(row.ms) > now - 2 * DAY_MS && num(row.interval_hours) > 0);
  const rows = [...groups(usable, ({ token }) => String(token))]
    .filter(([, own]) => own.length > 1)
    .map(([token, own]): Row => {
      const sorted = [...own].sort((a, b) => eightHours(b) - eightHours(a));
      const [most, least] = [sorted[0] ?? {}, sorted.at(-1) ?? {}];
      return {
        ...{ token, short_at: most.venue ?? "", long_at: least.venue ?? "" },
        apart_8h_pct: eightHours(most) - eightHours(least),
        apart_apr_pct: Math.max(...own.map(aYear)) - Math.min(...own.map(aYear)),
      };
    });
  return { keys: ["token"], rows, limit: 20, by: "apart_8h_pct" };
}

async function liquidity(ask: Ask, now: number): Promise<Expected> {
  const books = await ask(
    `SELECT token, venue, spread_bps, bid_1_usd, ask_1_usd, truncated, ${ms("at")} FROM order_book FINAL WHERE market = 'spot'`,
  );
  const recent = books.filter((row) => hourOf(row) > now - DAY_MS);
  const rows = [...groups(recent, ({ token, venue }) => `${token}~${venue}`).values()].map((own): Row => {
    const [bids, asks] = [sumOf(own.map((row) => num(row.bid_1_usd))), sumOf(own.map((row) => num(row.ask_1_usd)))];
    return {
      ...{ token: own[0]?.token ?? "", venue: own[0]?.venue ?? "" },
      mean_spread_bps: mean(own.map((row) => num(row.spread_bps))),
      depth_1_usd: (bids + asks) / own.length,
      mean_imbalance_pct: ((bids - asks) / (bids + asks)) * 100,
      is_lower_bound: own.some((row) => num(row.truncated) > 0) ? 1 : 0,
    };
  });
  return { keys: ["token", "venue"], rows };
}

async function signalFrequency(ask: Ask, now: number): Promise<Expected> {
  const signals = (await ask(`SELECT token, severity, ${ms("at")} FROM signal FINAL WHERE replaced_at = 0`)).filter(
    (row) => num(row.ms) > now - 30 * DAY_MS,
  );
  const hours = signals.map(hourOf);
  const days = Math.max(1, (Math.max(...hours) - Math.min(...hours)) / DAY_MS);
  const rows = [...groups(signals, ({ token }) => String(token))].map(([token, own]): Row => {
    const count = (severity: number) => own.filter((row) => num(row.severity) === severity).length;
    return {
      ...{ token, notable_a_day: count(1) / days },
      ...{ material_a_week: (count(2) / days) * 7, critical_a_month: (count(3) / days) * 30 },
    };
  });
  return { keys: ["token"], rows, by: "notable_a_day" };
}

/** Of each token and hour: the median over venues of what each last said, or summed up to. */
const byHour = (rows: readonly Row[], ofVenue: (own: readonly Row[]) => number): Map<string, number> => {
  const venues = [...groups(rows, (row) => `${row.token}~${hourOf(row)}~${row.venue}`)];
  const hours = groups(venues, ([key]) => key.slice(0, key.lastIndexOf("~")));
  return new Map([...hours].map(([key, own]) => [key, median(own.map(([, one]) => ofVenue(one)))]));
};

async function openInterestMoves(ask: Ask, now: number): Promise<Expected> {
  const readings = await ask(`SELECT token, venue, open_interest_usd AS usd, ${ms("at")} FROM open_interest FINAL`);
  const second = Math.floor(now / 1_000);
  const between = (own: readonly Row[], from: number, to: number) =>
    last(
      own.filter(
        (row) =>
          num(row.ms) <= now &&
          second - Math.floor(num(row.ms) / 1_000) >= from &&
          second - Math.floor(num(row.ms) / 1_000) < to,
      ),
    );
  const ends = [...groups(readings, ({ token, venue }) => `${token}~${venue}`).values()].flatMap((own) => {
    const [newest, before] = [between(own, 0, 7_200), between(own, 259_200, 266_400)];
    return newest && before ? [{ token: String(newest.token), newest: num(newest.usd), before: num(before.usd) }] : [];
  });
  const prices = await hourPrices(ask);
  const funding = byHour(
    (await ask(FUNDING)).filter(({ kind }) => kind === "current"),
    (own) => eightHours(last(own) ?? {}),
  );
  const taker = byHour(
    await ask(`SELECT token, venue, buy, sell, ${ms("at")} FROM taker_volume FINAL`),
    (own) => (sumOf(own.map(({ buy }) => num(buy))) / sumOf(own.map(({ buy, sell }) => num(buy) + num(sell)))) * 100,
  );
  const rows = [...groups(ends, ({ token }) => token)].flatMap(([token, own]): Row[] => {
    const priced = prices.get(token) ?? new Map<number, number>();
    const hours = [...priced.keys()].filter((at) => at > now - 3 * DAY_MS && at <= now).sort((a, b) => a - b);
    const [first, newest] = [hours[0], hours.at(-1)];
    if (first === undefined || newest === undefined) return [];
    const during = (of: ReadonlyMap<string, number>) => mean(hours.flatMap((at) => of.get(`${token}~${at}`) ?? []));
    const sum = (end: "newest" | "before") => sumOf(own.map((one) => one[end]));
    return [
      {
        ...{ token, open_interest_pct: (sum("newest") / sum("before") - 1) * 100, venues: own.length },
        price_pct: ((priced.get(newest) ?? Number.NaN) / (priced.get(first - HOUR_MS) ?? Number.NaN) - 1) * 100,
        ...{ mean_funding_8h_pct: during(funding), mean_taker_buy_pct: during(taker) },
      },
    ];
  });
  return { keys: ["token"], rows };
}

async function dataQuality(ask: Ask, now: number): Promise<Expected> {
  const made = await ask(
    `SELECT source, provider, outcome, latency_ms, ${ms("requested_at")} FROM source_call WHERE empty(parts)`,
  );
  const refused = await ask(`SELECT source, reason, ${ms("at")} FROM reject`);
  const yesterday = Math.floor(now / DAY_MS) * DAY_MS - DAY_MS;
  const recent = made.filter((row) => hourOf(row) > now - DAY_MS);
  const rows = [...groups(recent, ({ source }) => String(source))].map(([source, own]): Row => {
    const rejects = refused.filter((row) => row.source === source && num(row.ms) >= yesterday);
    return {
      ...{ source, provider: own[0]?.provider ?? "", calls: own.length },
      ok_pct: (own.filter(({ outcome }) => outcome === "ok").length / own.length) * 100,
      turned_away: own.filter(({ outcome }) => outcome === "rate_limited").length,
      ...{ worst_p95_ms: Math.max(...own.map((row) => num(row.latency_ms))), rows_refused: rejects.length },
      reasons: [...new Set(rejects.map(({ reason }) => String(reason)))].sort(),
    };
  });
  return { keys: ["source"], rows };
}

async function freshness(ask: Ask, now: number): Promise<Expected> {
  const samples = await ask(
    `SELECT dataset, tokens_fresh, tokens_expected, age_p95_s, formatDateTime(toStartOfHour(at), '%F %T') AS hour, ${ms("at")} FROM freshness_sample`,
  );
  const recent = samples.filter((row) => hourOf(row) > now - DAY_MS);
  const share = (row: Row) => (num(row.tokens_fresh) / num(row.tokens_expected)) * 100;
  const rows = [...groups(recent, ({ dataset }) => String(dataset))].map(([dataset, own]): Row => {
    const worst = Math.min(...own.map(share));
    const sum = (column: string) => sumOf(own.map((row) => num(row[column])));
    return {
      ...{ dataset, attainment_24h_pct: (sum("tokens_fresh") / sum("tokens_expected")) * 100, worst_minute_pct: worst },
      worst_hour: own.find((row) => share(row) === worst)?.hour ?? "",
      oldest_p95_s: Math.max(...own.map((row) => num(row.age_p95_s))),
    };
  });
  return { keys: ["dataset"], rows };
}

async function largeTransfers(ask: Ask, now: number): Promise<Expected> {
  const found = await ask(
    `SELECT token, tx_hash, toString(at) AS time, ${ms("at")}, value_usd, from_label, to_label FROM large_transfer FINAL`,
  );
  const prices = await hourPrices(ask);
  const rows = found.flatMap((row): Row[] => {
    const { token = "", from_label = null, to_label = null } = row;
    if (num(row.ms) <= now - 2 * DAY_MS || (from_label === null && to_label === null) || from_label === to_label)
      return [];
    const direction = from_label === null ? "to_exchange" : to_label === null ? "from_exchange" : "between_exchanges";
    const of = prices.get(String(token));
    // An hour that has not begun is no row.
    const [start, end] = [
      of?.get(hourOf(row)),
      hourOf(row) + HOUR_MS <= now ? of?.get(hourOf(row) + HOUR_MS) : undefined,
    ];
    const next_hour_pct = start === undefined || end === undefined ? null : (end / start - 1) * 100;
    const { tx_hash = "", time: at = "", value_usd = 0 } = row;
    return [{ token, tx_hash, at, direction, value_usd, from_label, to_label, next_hour_pct }];
  });
  return { keys: ["token", "tx_hash"], rows, limit: 20, by: "value_usd" };
}

async function unlocks(ask: Ask, now: number): Promise<Expected> {
  const planned = await ask(
    `SELECT token, kind, amount_native, category, toString(at) AS unlock_at, ${ms("at")}, ${ms("read_at", "read")} FROM unlock FINAL`,
  );
  const coins = await ask(`SELECT token, circulating_native, ${ms("at")} FROM coin_market`);
  const books = await ask(
    `SELECT token, venue, bid_1_usd + ask_1_usd AS depth, ${ms("at")} FROM order_book FINAL WHERE market = 'spot'`,
  );
  const depthOf = (token: Value) => {
    const own = books.filter((row) => row.token === token && hourOf(row) > now - 6 * HOUR_MS);
    const newest = Math.max(...own.map(hourOf));
    const venues = groups(
      own.filter((row) => hourOf(row) === newest),
      ({ venue }) => String(venue),
    );
    return venues.size === 0 ? null : sumOf([...venues.values()].map((all) => mean(all.map((row) => num(row.depth)))));
  };
  const rows = planned.flatMap((row): Row[] => {
    const token = String(row.token);
    const read = Math.max(...planned.filter((one) => one.token === token).map((one) => num(one.read)));
    const ahead = num(row.ms) - now;
    if (num(row.read) !== read || row.kind !== "cliff" || ahead <= 0 || ahead >= 90 * DAY_MS) return [];
    const coin = last(coins.filter((one) => one.token === token));
    const circulating_pct = (num(row.amount_native) / num(coin?.circulating_native)) * 100;
    return [
      {
        token,
        unlock_at: row.unlock_at ?? "",
        circulating_pct,
        category: row.category ?? "",
        depth_1_usd: depthOf(token),
      },
    ];
  });
  return { keys: ["token", "unlock_at"], rows, limit: 20, by: "circulating_pct" };
}

async function signalOutcomes(ask: Ask, now: number): Promise<Expected> {
  const signals = (
    await ask(`SELECT kind, direction, token, ${ms("at")} FROM signal FINAL WHERE replaced_at = 0`)
  ).filter((row) => num(row.ms) > now - 30 * DAY_MS);
  const candles = await ask(
    `SELECT token, ${ms("open_at")}, close FROM candle FINAL
     WHERE market = 'spot' AND interval_s = 60 AND toStartOfMinute(open_at) IN (
       SELECT toStartOfMinute(at) + toIntervalHour(arrayJoin([0, 1, 24])) - toIntervalMinute(arrayJoin(range(7))) FROM signal)`,
  );
  const closes = groups(candles, (row) => `${row.token}~${num(row.ms) + MINUTE_MS}`);
  const priceAt = (token: Value | undefined, at: number): number | null => {
    if (at > now) return null;
    const told = [0, 1, 2, 3, 4]
      .map((back) => closes.get(`${token}~${at - back * MINUTE_MS}`))
      .find((own) => own !== undefined);
    return told ? median(told.map(({ close }) => num(close))) : null;
  };
  const moved = ({ token, ...row }: Row, hours: number): number | null => {
    const [start, end] = [priceAt(String(token), num(row.ms)), priceAt(String(token), num(row.ms) + hours * HOUR_MS)];
    return start === null || end === null ? null : (end / start - 1) * 100;
  };
  const isRight = (row: Row, move: number | null) =>
    move === null || row.direction === "neutral" ? null : (row.direction === "bullish" ? move > 0 : move < 0) ? 1 : 0;
  const rows = [...groups(signals, ({ kind, direction }) => `${kind}~${direction}`).values()].map((own): Row => {
    const after = (hours: number) => {
      const moves = own.map((row) => moved(row, hours));
      const rights = defined(own.map((row, i) => isRight(row, moves[i] ?? null)));
      return { known: rights.length, right: mean(rights) * 100, return: mean(defined(moves)) };
    };
    const [hour, day] = [after(1), after(24)];
    return {
      ...{ kind: own[0]?.kind ?? "", direction: own[0]?.direction ?? "", signals: own.length },
      ...{ known_1h: hour.known, right_1h_pct: hour.right, mean_return_1h_pct: hour.return },
      ...{ known_24h: day.known, right_24h_pct: day.right, mean_return_24h_pct: day.return },
    };
  });
  return { keys: ["kind", "direction"], rows, by: "signals" };
}

/** By the name of the worked query. */
export const COMPUTED: Readonly<Record<string, (ask: Ask, now: number) => Promise<Expected>>> = {
  calls,
  freshness,
  liquidity,
  unlocks,
  "data-quality": dataQuality,
  "funding-by-venue": fundingByVenue,
  "funding-spread": fundingSpread,
  "large-transfers": largeTransfers,
  "look-alikes": lookAlikes,
  "open-interest-moves": openInterestMoves,
  "signal-frequency": signalFrequency,
  "signal-outcomes": signalOutcomes,
  "venue-prices": venuePrices,
};
