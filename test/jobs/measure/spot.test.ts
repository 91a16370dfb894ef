import t from "tap";
import { isGap } from "../../../jobs/measure/gap.ts";
import { measureSpot } from "../../../jobs/measure/spot.ts";
import type { SpotMinuteRow } from "../../../schema/query/trade/spot-minute.ts";
import { trackedById } from "../../../schema/token/tracked.ts";

const AS_OF = Date.UTC(2026, 10, 20, 12, 0, 20);
const token = trackedById("bitcoin");
if (!token) throw new Error("bitcoin is not tracked");

const minute = (close: number, at: number): SpotMinuteRow => ({
  token: "bitcoin",
  venue: `venue-${at}`,
  provider: "sandbox:x",
  symbol: "X",
  close_at: AS_OF - 20_000,
  close,
  retrieved_ms: AS_OF - 19_000,
  minutes: 1_440,
  high_24h: close,
  low_24h: close,
  hour_lags: [],
  hour_minutes: [],
  hour_volumes: [],
});
const lists = ["past", "spotVenues", "perpHours", "tickers", "books", "openInterest", "funding", "fundingPast"];
const more = ["longShort", "takers", "liquidations", "flows", "transfers", "calls"];
const empty = Object.fromEntries([...lists, ...more].map((name) => [name, []]));
const priceOf = (...closes: number[]) => {
  const rows = { ...empty, token, hours: null, coin: null, minutes: closes.map(minute) };
  return measureSpot(rows as never, AS_OF).price;
};
const reasonOf = (...closes: number[]) => {
  const price = priceOf(...closes);
  return isGap(price) ? price.gap : "measured";
};

t.test("venues that agree within 2 % speak of one price: their median", async (t) => {
  t.equal(priceOf(100), 100);
  t.equal(priceOf(100, 101), 100.5);
  t.equal(priceOf(100, 101, 140), 101, "one of three may be wrong");
});

t.test("where no majority agrees there is no price, and the reason is disagreement", async (t) => {
  t.equal(reasonOf(100, 102), "measured");
  t.equal(reasonOf(100, 102.01), "disagreement");
  t.equal(reasonOf(100, 110, 121), "disagreement");
  t.equal(reasonOf(100, 100, 140, 140), "disagreement");
  t.equal(reasonOf(100, 100.5, 101, 140), "measured");
});
