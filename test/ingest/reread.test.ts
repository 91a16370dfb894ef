// Closed windows are read again: what the provider corrected becomes a later version, and is counted.
import t from "tap";
import { pullSource } from "../../ingest/pull.ts";
import { chooseTokens, chooseWindow, rereadWindows } from "../../ingest/reread.ts";
import type { GridSource } from "../../ingest/source/define-source.ts";
import type { Listing } from "../../ingest/source/market.ts";
import { sourceOf } from "../../ingest/sources.ts";
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import { KEYS } from "../../schema/key.ts";
import { BASE } from "../support/base.ts";
import { startIngestGround } from "../support/ingest.ts";

const NOW = Math.floor(BASE / HOUR_MS) * HOUR_MS - HOUR_MS + 20_000;
const hourly = sourceOf("binance-candle-1h") as GridSource;
const listings = ["a", "b", "c", "d", "e", "f"].map((token) => ({ token }) as Listing);

t.test(
  "a night's choice is the same for all, another night's is another, and windows are closed and settled",
  async (t) => {
    t.same(chooseTokens("s", 1, listings), chooseTokens("s", 1, [...listings].reverse()));
    t.notSame(chooseTokens("s", 1, listings), chooseTokens("s", 2, listings));
    for (let slot = 0; slot < 50; slot += 1) {
      const window = chooseWindow(hourly, "bitcoin", slot, NOW, NOW - 180 * DAY_MS);
      t.ok(window && window.to <= NOW - 2 * HOUR_MS && window.from >= NOW - 181 * DAY_MS && window.from < window.to);
    }
    t.equal(chooseWindow(hourly, "bitcoin", 1, NOW, NOW), null, "nothing is kept yet");
  },
);

t.test("a stored candle that differs from the provider's is corrected by a later version", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  sandbox.setTime({ frozenMs: NOW });
  await pullSource(deps, "binance-candle-1d", { slot: NOW });
  const night = Math.floor(NOW / DAY_MS) * DAY_MS;
  t.match(await rereadWindows(deps, night), { corrected: 0 }, "what was stored is what the provider says");
  await sql(`SELECT 1`);
  const wrong =
    "SELECT * REPLACE (close * 1.01 AS close, retrieved_at - INTERVAL 1 SECOND AS retrieved_at) FROM candle";
  await deps.store.command("CREATE TABLE kept AS candle ENGINE = Memory");
  await deps.store.command(`INSERT INTO kept ${wrong}`);
  await deps.store.command("TRUNCATE TABLE candle");
  await deps.store.command("INSERT INTO candle SELECT * FROM kept");
  sandbox.setTime({ frozenMs: NOW + 60_000 });
  const found = await rereadWindows(deps, night + 1);
  t.ok(found.compared > 0);
  t.equal(found.corrected, found.compared, "every row was wrong by one per cent");
  t.same(await deps.redis.hgetall(KEYS.reread), {
    at: String(NOW + 60_000),
    ...Object.fromEntries(Object.entries(found).map(([name, count]) => [name, String(count)])),
  });
  const again = await rereadWindows(deps, night + 1);
  t.match(again, { compared: found.compared, corrected: 0 }, "the correction stands");
});
