// Bodies as the venue documents and sends them: contracts of several coins, seconds, a missing newer member.
import t from "tap";
import type { About, ExchangeSource } from "../../../ingest/source/define-source.ts";
import type { Listing } from "../../../ingest/source/market.ts";
import { SOURCES } from "../../../ingest/sources.ts";

const NOW = 1_684_930_163_958;

function parse(id: string, body: unknown, given: Partial<Listing>) {
  const source = SOURCES[id] as ExchangeSource;
  const one = { token: "x", symbol: "OOKI_USDT", kind: "perp", factor: 1, contractSize: 100, listedAt: null, info: {} };
  const about: About = {
    listings: [{ ...one, kind: "perp" as const, ...given }],
    now: NOW,
    venue: "gate",
    provider: "gate",
    retrievedAt: NOW,
    endpoint: "",
    asides: {},
  };
  return source.parse(body, about);
}

const contract = {
  name: "OOKI_USDT",
  quanto_multiplier: "100",
  position_size: 28_561,
  trade_size: 48_819_215,
  mark_price: "0.003014",
  index_price: "0.003013",
  funding_rate: "0.0001",
  funding_interval: 28_800,
  funding_next_apply: 1_684_944_000,
};

t.test("a contract's position is one side: contracts times coins times mark, never what was traded", async (t) => {
  t.match(parse("gate-open-interest", [contract], {}), [
    { at: NOW, open_interest_native: 2_856_100, open_interest_usd: 2_856_100 * 0.003014 },
  ]);
  t.match(parse("gate-funding", [contract], {}), [
    {
      rate: 0.0001,
      interval_hours: 8,
      next_funding_at: 1_684_944_000_000,
      mark_price: 0.003014,
      index_price: 0.003013,
    },
  ]);
});

t.test("windows start at their time in seconds; the venue's newer valuation is read where it is given", async (t) => {
  const row = {
    time: 1_684_929_900,
    long_liq_usd: 10.5,
    short_liq_usd: 3,
    lsr_account: 1.5,
    top_lsr_account: 1,
    top_lsr_size: "0.5",
    long_taker_size: "41",
    short_taker_size: "20",
  };
  t.match(parse("gate-liquidation-window", [row, { ...row, long_liq_usd_new: 11, short_liq_usd_new: 0 }], {}), [
    { at: 1_684_929_900_000, window_s: 300, long_usd: 10.5, short_usd: 3 },
    { long_usd: 11, short_usd: 0 },
  ]);
  t.match(parse("gate-long-short", [row], {}), [
    { kind: "global_account", ratio: 1.5, long_pct: 60 },
    { kind: "top_account", ratio: 1 },
    { kind: "top_position", ratio: 0.5 },
  ]);
  const running = { ...row, time: 1_684_930_163 - 263, long_taker_size: "1" };
  t.same(
    parse("gate-taker-volume", [{ ...row, time: running.time - 300 }, running], {}).map(
      ({ at, window_s, buy, sell }) => {
        return { at, window_s, buy, sell };
      },
    ),
    [{ at: (running.time - 300) * 1_000, window_s: 300, buy: 41, sell: 20 }],
    "takers of a window count once it is over",
  );
  t.throws(() => parse("gate-long-short", { label: "X" }, {}), /contract_stats/);
});
