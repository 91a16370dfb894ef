// Kraken through its real class against the sandbox: dollar pairs, seconds, half a day of minutes and no more.
import t from "tap";
import { listedTokens, pullSource } from "../../../ingest/pull.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { closesBefore, spotPast } from "../../../schema/query/trade/spot-past.ts";
import { BASE } from "../../support/base.ts";
import { startIngestGround } from "../../support/ingest.ts";
import { compareWithTruth } from "../../support/market/truth.ts";

const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * 60 * MINUTE_MS;
const NOW = NOON + 20_000;
const TOKENS = ["bitcoin", "tether", "pepe", "dogecoin"];

t.test("kraken", async (t) => {
  const ground = await startIngestGround(t);
  const { deps, sandbox, sql } = ground;
  sandbox.setTime({ frozenMs: NOW });

  await t.test("minutes are what the market did, under the old names of pairs, the running one left out", async (t) => {
    const result = await pullSource(deps, "kraken-candle-1m", { slot: NOW, tokens: TOKENS });
    t.match(result, { tokens: [...TOKENS].sort(), refused: 0, errors: [] });
    const rows = await sql<{ symbol: string; last: number }>(
      "SELECT symbol, toUnixTimestamp64Milli(max(open_at)) AS last FROM candle GROUP BY symbol ORDER BY symbol",
    );
    t.same(
      rows,
      ["PEPEUSD", "USDTZUSD", "XDGUSD", "XXBTZUSD"].map((symbol) => ({ symbol, last: NOON - MINUTE_MS })),
    );
    t.same(await compareWithTruth(ground), []);
  });

  await t.test("tether has a price of its own, near a dollar", async (t) => {
    // At some minutes it is a dollar to the last digit.
    const [row] = await sql<{ off: number; others: string }>(
      "SELECT max(abs(close - 1)) AS off, countIf(close != 1) AS others FROM candle WHERE token = 'tether'",
    );
    t.ok(row && row.off < 0.02 && Number(row.others) > 0);
  });

  await t.test("the next minute costs one call a token", async (t) => {
    sandbox.setTime({ frozenMs: NOW + MINUTE_MS });
    const result = await pullSource(deps, "kraken-candle-1m", { slot: NOW + MINUTE_MS, tokens: TOKENS });
    t.match(result, { rows: 3 * TOKENS.length, refused: 0, errors: [] }, "the new one and two read again");
  });

  await t.test("hours of the past come too; tokens beyond its pace are not asked for", async (t) => {
    const result = await pullSource(deps, "kraken-candle-1h", {
      slot: NOW + MINUTE_MS,
      tokens: [...TOKENS, "filecoin"],
    });
    t.match(result, { tokens: [...TOKENS].sort(), refused: 0, errors: [] });
    t.notOk((await listedTokens(deps, "kraken-candle-1h")).has("filecoin"));
    t.same(await compareWithTruth(ground), []);
  });

  await t.test(
    "the dollar's stand-ins have a day's change from the first pull on, by the quarter of an hour",
    async (t) => {
      const result = await pullSource(deps, "kraken-candle-15m", { slot: NOW + MINUTE_MS });
      t.match(result, { tokens: ["dai", "tether", "usd-coin"], refused: 0, errors: [] });
      t.ok(result.rows >= 3 * 600, `${result.rows} quarters`);
      t.same(await compareWithTruth(ground), []);
      const asOf = NOW + MINUTE_MS;
      const closes = await deps.store.query(spotPast, { asOf, tokens: ["tether"] });
      t.match(
        closesBefore(closes, new Map([["tether", asOf]])).filter(({ back }) => back === "24h"),
        [{ venue: "kraken", close: Number, interval_s: 900 }],
      );
    },
  );
});
