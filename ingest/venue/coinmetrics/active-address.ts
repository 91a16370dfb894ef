// Addresses and transactions of chains in a UTC day, from Coin Metrics' community data: no key, CC BY-NC 4.0.
import { DAY_MS } from "../../../schema/duration.ts";
import { trackedById } from "../../../schema/token/tracked.ts";
import { callJson } from "../../client/http-json.ts";
import type { Run } from "../../run/run.ts";
import { asDated, asNumberOrNull, asRecord, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { someAsked } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";

const ORIGIN = "https://community-api.coinmetrics.io";
/** The provider's asset to our token: the chains whose days its community archive carries to the day, as of 2025-12. */
const ASSETS: Readonly<Record<string, string>> = {
  eth: "ethereum",
  xrp: "ripple",
  ada: "cardano",
  doge: "dogecoin",
  trx: "tron",
  // The C-Chain: the one that contracts and their coins live on.
  avaxc: "avalanche-2",
  ltc: "litecoin",
  bch: "bitcoin-cash",
  icp: "internet-computer",
  etc: "ethereum-classic",
  xlm: "stellar",
  algo: "algorand",
  zec: "zcash",
  dash: "dash",
};
const TRACKED_ASSETS = Object.keys(ASSETS).filter((asset) => trackedById(ASSETS[asset] ?? "") !== undefined);
/** Days are told some hours after they end, some assets later than others. */
const DAYS_BACK = 4;

/** The newest whole day that is told of each asset. Its time is the day's start. */
export function parseDays(body: unknown, now: number, provider: string, retrievedAt: number): SourceRow[] {
  const days = asDated(asRecord(body).data, ({ time }) => Date.parse(asText(time)));
  const ours = days.filter(({ row }) => ASSETS[asText(row.asset)] !== undefined);
  if (days.length > 0) someAsked(ours, "assets");
  const newest = new Map<string, SourceRow>();
  for (const { at: start, row } of ours.sort((a, b) => a.at - b.at)) {
    const token = ASSETS[asText(row.asset)] ?? "";
    const [active, transactions] = [asNumberOrNull(row.AdrActCnt), asNumberOrNull(row.TxCnt)];
    // A day that is not over, or of which nothing is told yet.
    if (start + DAY_MS > now || active === null) continue;
    newest.set(token, {
      token,
      chain: trackedById(token)?.native ?? "",
      at: start + DAY_MS,
      transactions_count: transactions,
      active_addresses_count: active,
      provider,
      retrieved_at: retrievedAt,
    });
  }
  return [...newest.values()];
}

async function pull(run: Run): Promise<void> {
  if (TRACKED_ASSETS.length === 0) return;
  const { connections, context, deps } = run;
  const since = new Date(deps.clock.now() - DAYS_BACK * DAY_MS).toISOString().slice(0, 10);
  const query = new URLSearchParams({
    assets: TRACKED_ASSETS.join(","),
    metrics: "AdrActCnt,TxCnt",
    frequency: "1d",
    start_time: since,
    page_size: "1000",
    // What is no longer given away costs itself and not the others.
    ignore_forbidden_errors: "true",
    ignore_unsupported_errors: "true",
  });
  const url = `${connections.origin("coinmetrics") ?? ORIGIN}/v4/timeseries/asset-metrics?${query}`;
  const ask = { venue: "coinmetrics", endpoint: "timeseries/asset-metrics", url } as const;
  const { body, record } = await callJson(connections, ask, context);
  const now = deps.clock.now();
  await run.take(parseDays(body, now, run.provider, record.responded_at), { now, record });
}

export const coinmetricsActiveAddress = ownSource({
  id: "coinmetrics-active-address",
  provider: "coinmetrics",
  tokens: TRACKED_ASSETS.map((asset) => ASSETS[asset] ?? ""),
  pull,
});
