// Calls to CoinGecko: keyless under the free pace; a Demo key pays for the one call that matters most, a paid plan's for all.
import type { Called } from "../../client/client.ts";
import { callJson } from "../../client/http-json.ts";
import type { Run } from "../../run/run.ts";

const ORIGIN = "https://api.coingecko.com";
/** Keys of paid plans are refused at the other host, and Demo keys here (error 10010 and 10011). */
const PRO_ORIGIN = "https://pro-api.coingecko.com";
const TIMEOUT_MS = 30_000;

/**
 * GET `/api/v3/<path>`; `about` names the call where the path says too much. Throws HttpError.
 *
 * A Demo key has 10,000 calls a month, which the whole timetable would use up within a week; afterwards the provider
 * refuses until the month is over. So a key is sent only `byKey`: one call every five minutes is 8,928 in 31 days. The
 * keyless tier counts by the minute and not by the month, and carries the rest. The key of a paid plan pays for all.
 */
export function callCoinGecko(
  run: Run,
  path: string,
  params: Readonly<Record<string, string>> = {},
  { byKey, ...about }: { readonly endpoint?: string; readonly token?: string; readonly byKey?: true } = {},
): Promise<Called> {
  const { connections, deps, context } = run;
  const { COINGECKO_API_KEY: key, COINGECKO_PLAN: plan } = deps.env;
  const isPaid = key !== undefined && plan === "pro";
  const query = Object.keys(params).length > 0 ? `?${new URLSearchParams(params)}` : "";
  const url = `${connections.origin("coingecko") ?? (isPaid ? PRO_ORIGIN : ORIGIN)}/api/v3/${path}${query}`;
  const header = isPaid ? "x-cg-pro-api-key" : "x-cg-demo-api-key";
  const keyed = key === undefined || !(byKey || isPaid) ? {} : { bucket: "keyed", headers: { [header]: key } };
  return callJson(
    connections,
    { venue: "coingecko", endpoint: path, url, timeoutMs: TIMEOUT_MS, ...keyed, ...about },
    context,
  );
}
