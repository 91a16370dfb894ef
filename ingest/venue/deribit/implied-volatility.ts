// Implied volatility of bitcoin and ether from Deribit's index (DVOL), one call a coin: minutes of the last quarter of an hour.
import { MINUTE_MS } from "../../../schema/duration.ts";
import { httpError } from "../../../schema/io/http.ts";
import { callJson } from "../../client/http-json.ts";
import type { Run } from "../../run/run.ts";
import { asNumber, asRecord, asRows, isTime } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { DERIBIT_COINS, DERIBIT_ORIGIN } from "./coin.ts";

const RESOLUTION_S = 60;
const SPAN_MS = 15 * MINUTE_MS;
const SKEW_MS = MINUTE_MS;

/** The close of the newest minute, percent a year; a minute that still runs ends at `now`. Throws bad_body without one. */
export function newestIndex(body: unknown, now: number): { at: number; pct: number } {
  // A minute of no time, or that has not begun, would be the newest for good.
  const rows = asRows(asRecord(asRecord(body).result, "result").data, "data").filter(
    ([at]) => isTime(asNumber(at)) && asNumber(at) <= now + SKEW_MS,
  );
  const newest = rows.reduce<readonly unknown[] | null>(
    (best, row) => (best === null || asNumber(row[0]) > asNumber(best[0]) ? row : best),
    null,
  );
  if (newest === null) throw httpError("bad_body", "the index has no reading");
  return { at: Math.min(asNumber(newest[0]) + RESOLUTION_S * 1_000, now), pct: asNumber(newest[4]) };
}

async function pull(run: Run): Promise<void> {
  const origin = run.connections.origin("deribit") ?? DERIBIT_ORIGIN;
  for (const { token, currency } of DERIBIT_COINS) {
    try {
      const now = run.deps.clock.now();
      const span = `start_timestamp=${now - SPAN_MS}&end_timestamp=${now}&resolution=${RESOLUTION_S}`;
      const url = `${origin}/api/v2/public/get_volatility_index_data?currency=${currency}&${span}`;
      const ask = { venue: "deribit", endpoint: "get_volatility_index_data", url, token } as const;
      const { body, record } = await callJson(run.connections, ask, run.context);
      const { at, pct } = newestIndex(body, record.responded_at);
      const { provider } = run;
      const row = {
        token,
        venue: "deribit",
        at,
        volatility_30d_pct: pct,
        provider,
        retrieved_at: record.responded_at,
      };
      await run.take([row], { now: run.deps.clock.now(), record });
    } catch (error) {
      run.fail(token, error);
    }
  }
}

export const deribitImpliedVolatility = ownSource({
  id: "deribit-implied-volatility",
  provider: "deribit",
  tokens: DERIBIT_COINS.map(({ token }) => token),
  pull,
});
