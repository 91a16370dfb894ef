// Open interest of options on bitcoin and ether from Deribit, one call a coin: the venue counts coins.
import { httpError } from "../../../schema/io/http.ts";
import { callJson } from "../../client/http-json.ts";
import type { Run } from "../../run/run.ts";
import { asNumber, asNumberOrNull, asRecord, asRecords, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { DERIBIT_COINS, DERIBIT_ORIGIN } from "./coin.ts";

/** Sums of puts and calls in coins and USD. Throws bad_body for a body that names no option of the coin. */
export function sumOptions(body: unknown, currency: string) {
  const sums = { put_native: 0, call_native: 0, put_usd: 0, call_usd: 0, options_count: 0 };
  for (const row of asRecords(asRecord(body).result, "result")) {
    // Options settled in dollars carry another name and count other units.
    const side = new RegExp(`^${currency}-\\d+[A-Z]{3}\\d\\d-\\d+-([PC])$`).exec(asText(row.instrument_name))?.[1];
    if (side === undefined) continue;
    const name = side === "P" ? "put" : "call";
    const coins = asNumberOrNull(row.open_interest);
    // It tells no interest: the sums are of those that do, and their count says of how many.
    if (coins === null) continue;
    sums[`${name}_native`] += coins;
    // An option without a price of what it is on holds nothing either; elsewhere NaN is for admission to refuse.
    sums[`${name}_usd`] += coins === 0 ? 0 : coins * asNumber(row.underlying_price);
    sums.options_count += 1;
  }
  if (sums.options_count === 0) throw httpError("bad_body", "the body names no option");
  return sums;
}

async function pull(run: Run): Promise<void> {
  const origin = run.connections.origin("deribit") ?? DERIBIT_ORIGIN;
  for (const { token, currency } of DERIBIT_COINS) {
    try {
      const url = `${origin}/api/v2/public/get_book_summary_by_currency?currency=${currency}&kind=option`;
      const ask = { venue: "deribit", endpoint: "get_book_summary_by_currency", url } as const;
      const { body, record } = await callJson(run.connections, ask, run.context);
      const sums = sumOptions(body, currency);
      const { provider } = run;
      const row = {
        token,
        venue: "deribit",
        at: record.responded_at,
        ...sums,
        provider,
        retrieved_at: record.responded_at,
      };
      await run.take([row], { now: run.deps.clock.now(), record });
    } catch (error) {
      run.fail(token, error);
    }
  }
}

export const deribitOptionInterest = ownSource({
  id: "deribit-option-interest",
  provider: "deribit",
  tokens: DERIBIT_COINS.map(({ token }) => token),
  pull,
});
