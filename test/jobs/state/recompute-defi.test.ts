// Value locked, reserves and unlocks of a frozen instant equal plain SQL over rows with repeats, holes and a future.
import t from "tap";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { startTestStore } from "../../support/store.ts";

const AS_OF = Date.UTC(2026, 9, 20, 12, 34, 31);
const TOKENS = ["aave", "uniswap"];
const LAST = AS_OF - 10 * 60_000;

/** Deterministic noise in 0..1. */
const draw = (...parts: number[]): number => {
  const x = Math.sin(parts.reduce((sum, part, index) => sum + part * (index + 1.37), 11)) * 43_758.5453;
  return x - Math.floor(x);
};
const stamp = (at: number, late = 900) => ({ provider: "sandbox:defillama", retrieved_at: at + late });

async function fill(store: Store): Promise<void> {
  const hours = Array.from({ length: 200 }, (_, index) => index - 2);
  const every = <R>(fn: (token: string, i: number, hour: number, at: number) => R[]): R[] =>
    TOKENS.flatMap((token, i) => hours.flatMap((hour) => fn(token, i + 1, hour, LAST - hour * HOUR_MS)));
  const tvl = every((token, i, hour, at) =>
    ["eth", "arbitrum", "base"].map((chain, c) => ({
      token,
      chain,
      at,
      tvl_usd: 1e8 * i * (1 + draw(i, hour, c)),
      change_24h_pct: null,
      neutral_change_pct: null,
      ...stamp(at),
    })),
  );
  const held = every((token, i, hour, at) =>
    ["binance", "okx", "bybit"].flatMap((exchange, e) =>
      // One exchange fell silent a day ago: it holds little and is left out on both sides.
      e === 2 && hour < 24
        ? []
        : [
            {
              token,
              exchange,
              at,
              reserve_native: (e === 2 ? 50 : 1_000) * i * (1 + draw(i, hour, e)),
              reserve_usd: null,
              ...stamp(at),
            },
          ],
    ),
  );
  const unlocks = TOKENS.flatMap((token, i) =>
    [AS_OF - DAY_MS, LAST, AS_OF + HOUR_MS].flatMap((read_at, reading) =>
      Array.from({ length: 95 }, (_, day) => ({
        token,
        read_at,
        at: Math.floor(AS_OF / DAY_MS) * DAY_MS + day * DAY_MS,
        kind: day % 30 === 9 ? "cliff" : "linear",
        amount_native: 1_000 * (day % 30 === 9 ? 90 : 1) * (1 + draw(i, day, reading)),
        category: "",
        schedule: `s${reading}`,
        ...stamp(read_at, 0),
      })),
    ),
  );
  const coins = TOKENS.map((token, i) => ({
    token,
    at: LAST,
    price_usd: 10,
    market_cap_usd: null,
    fdv_usd: null,
    rank: i + 1,
    circulating_native: 1e6 * (i + 1),
    total_native: null,
    max_native: null,
    ath_usd: null,
    ath_at: null,
    volume_24h_usd: null,
    ...stamp(LAST),
  }));
  await store.insert("token_tvl", tvl, "tvl");
  await store.insert("exchange_reserve", held, "held");
  await store.insert("unlock", unlocks, "unlocks");
  await store.insert("coin_market", coins, "coins");
  // Read again with other figures: the later reading wins.
  const again = <R extends { readonly at: number }>(rows: readonly R[]) =>
    rows.filter(({ at }) => at % 3 === 0 || at === LAST);
  await store.insert(
    "token_tvl",
    again(tvl).map((row) => ({ ...row, tvl_usd: row.tvl_usd * 1.1, ...stamp(row.at, 60_000) })),
    "tvl-2",
  );
  await store.insert(
    "exchange_reserve",
    again(held).map((row) => ({ ...row, reserve_native: row.reserve_native * 1.1, ...stamp(row.at, 60_000) })),
    "held-2",
  );
}

const TVL = (ago: number) =>
  `(SELECT sum(usd) FROM (SELECT argMax(tvl_usd, retrieved_at) AS usd FROM token_tvl WHERE token = 'TOKEN' AND toUnixTimestamp64Milli(at) = ${LAST - ago} GROUP BY chain))`;
const HELD = (ago: number) =>
  `(SELECT sum(coins) FROM (SELECT argMax(reserve_native, retrieved_at) AS coins FROM exchange_reserve WHERE token = 'TOKEN' AND exchange != 'bybit' AND toUnixTimestamp64Milli(at) = ${LAST - ago} GROUP BY exchange))`;
const UNLOCKED = (days: number) =>
  `(SELECT sum(amount_native) FROM unlock WHERE token = 'TOKEN' AND schedule = 's1' AND toUnixTimestamp64Milli(at) > ${AS_OF} AND toUnixTimestamp64Milli(at) <= ${AS_OF + days * DAY_MS})`;
const COINS = "(SELECT max(circulating_native) FROM coin_market WHERE token = 'TOKEN')";
const CLIFF = `(SELECT argMin(amount_native, at) FROM unlock WHERE token = 'TOKEN' AND schedule = 's1' AND kind = 'cliff' AND toUnixTimestamp64Milli(at) > ${AS_OF})`;
const SQL: Readonly<Record<string, string>> = {
  tvl_usd: `round(${TVL(0)}, 2)`,
  tvl_change_24h_pct: `round((${TVL(0)} / ${TVL(DAY_MS)} - 1) * 100, 4)`,
  tvl_change_7d_pct: `round((${TVL(0)} / ${TVL(7 * DAY_MS)} - 1) * 100, 4)`,
  exchange_reserve_native: `round(${HELD(0)}, 8)`,
  reserve_change_7d_pct: `round((${HELD(0)} / ${HELD(7 * DAY_MS)} - 1) * 100, 4)`,
  unlocks_7d_pct: `round(${UNLOCKED(7)} / ${COINS} * 100, 4)`,
  unlocks_30d_pct: `round(${UNLOCKED(30)} / ${COINS} * 100, 4)`,
  unlocks_90d_pct: `round(${UNLOCKED(90)} / ${COINS} * 100, 4)`,
  next_unlock: `round(${CLIFF}, 8)`,
};

t.test("value locked, reserves and unlocks by plain SQL", async (t) => {
  const store = askedOnce((await startTestStore(t)).store);
  await fill(store);
  const facts = await loadFacts(store, { asOf: AS_OF, tokens: TOKENS, market: "sandbox" });
  for (const token of TOKENS) {
    const { onchain, supply } = buildState(facts, token).sections;
    const next = supply.next_unlock;
    const built: Record<string, unknown> = {
      ...onchain,
      ...supply,
      next_unlock: typeof next === "object" && next !== null ? next.amount_native : next,
    };
    const columns = Object.entries(SQL).map(([name, sql]) => `${sql} AS \`${name}\``);
    const text = `SELECT ${columns.join(",\n")}`.replaceAll("TOKEN", token);
    const [expected = {}] = await store.query<object, Record<string, number>>({ name: "recompute", sql: text }, {});
    for (const name of Object.keys(SQL)) t.equal(built[name], expected[name], `${token} ${name}`);
  }
});
