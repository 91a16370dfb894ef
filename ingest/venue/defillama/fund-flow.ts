// What goes into exchange-traded funds by coin and day, from DefiLlama's Pro API; it needs a key.
import { DAY_MS } from "../../../schema/duration.ts";
import { TOKENS } from "../../../schema/token/token-list.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Run } from "../../run/run.ts";
import { asNumberOrNull, asRecords, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { someAsked } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { askLlamaPro } from "./client.ts";

/** The body is the whole past; issuers correct a day for some days. */
const PAST_MS = 30 * DAY_MS;
/** Funds of a coin move the market whether the coin is tracked here or not. */
const KNOWN: ReadonlySet<string> = new Set(TOKENS.map(({ id }) => id));

/** Funds trade on working days: nothing on another day fills a table and is no report. */
const isFiller = (at: number, netflow: number): boolean => netflow === 0 && [0, 6].includes(new Date(at).getUTCDay());

/** Rows of `/etfs/flows`: a coin's CoinGecko id, a day as an ISO time and USD; days not told yet are left out. */
export function parseFundFlows(body: unknown, provider: string, retrievedAt: number): SourceRow[] {
  return asRecords(body, "list of days").flatMap((row) => {
    const token = asText(row.gecko_id);
    const at = Date.parse(asText(row.day));
    const netflow = asNumberOrNull(row.total_flow_usd);
    if (netflow === null || !KNOWN.has(token)) return [];
    if (at < retrievedAt - PAST_MS || isFiller(at, netflow)) return [];
    return [{ token, at, netflow_usd: netflow, provider, retrieved_at: retrievedAt }];
  });
}

async function pull(run: Run): Promise<void> {
  const key = run.deps.env.DEFILLAMA_API_KEY;
  if (key === undefined) return;
  const { body, record } = await askLlamaPro(run, key, "etfs/flows");
  const rows = someAsked(parseFundFlows(body, run.provider, record.responded_at), "coins");
  await run.take(rows, { now: run.deps.clock.now(), record });
}

export const defillamaFundFlow = ownSource({
  id: "defillama-fund-flow",
  provider: "defillama",
  setting: "DEFILLAMA_API_KEY",
  // The market they move is every token's.
  tokens: TRACKED.map(({ id }) => id),
  pull,
});
