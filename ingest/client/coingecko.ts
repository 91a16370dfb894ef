// Calls to CoinGecko: keyless under the free pace, with a key under the larger one.
import type { Run } from "../run.ts";
import type { Called } from "./client.ts";
import { callJson } from "./http-json.ts";

const ORIGIN = "https://api.coingecko.com";
const TIMEOUT_MS = 30_000;

/** GET `/api/v3/<path>`; `about` names the call where the path says too much. Throws HttpError. */
export function callCoinGecko(
  run: Run,
  path: string,
  params: Readonly<Record<string, string>> = {},
  about: { readonly endpoint?: string; readonly token?: string } = {},
): Promise<Called> {
  const { connections, deps, context } = run;
  const key = deps.env.COINGECKO_API_KEY;
  const query = Object.keys(params).length > 0 ? `?${new URLSearchParams(params)}` : "";
  const url = `${connections.origin("coingecko") ?? ORIGIN}/api/v3/${path}${query}`;
  const keyed = key === undefined ? {} : { bucket: "keyed", headers: { "x-cg-demo-api-key": key } };
  return callJson(
    connections,
    { venue: "coingecko", endpoint: path, url, timeoutMs: TIMEOUT_MS, ...keyed, ...about },
    context,
  );
}
