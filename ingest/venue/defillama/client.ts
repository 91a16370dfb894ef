// DefiLlama's hosts and how its figures are read: seconds to milliseconds, names of chains to our ids.
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Called } from "../../client/client.ts";
import { callJson } from "../../client/http-json.ts";
import type { Run } from "../../run/run.ts";
import { asDated } from "../../source/body.ts";

const HOSTS = {
  api: "https://api.llama.fi",
  stablecoins: "https://stablecoins.llama.fi",
  /** Behind the provider's own site, not in its documentation: what it does not give is no failure. */
  datasets: "https://defillama-datasets.llama.fi",
} as const;

/** Endpoints of what a protocol holds, and of all protocols. */
export const PROTOCOL = "protocol";
export const PROTOCOLS = "protocols";

/** What is only sold; the key is the first part of the path. */
const PRO = "https://pro-api.llama.fi";

const TIMEOUT_MS = MINUTE_MS;
/** A large protocol's daily past is tens of megabytes. */
const BODY_BYTES_MAX = 96 * 1_048_576;

/** How much of the past is read at the first pull. */
export const PAST_MS = 90 * DAY_MS;

/** One call; `endpoint` is the path without its arguments, `token` what it is about if not many. Throws HttpError. */
export function askLlama(
  run: Run,
  host: keyof typeof HOSTS,
  endpoint: string,
  path: string,
  token = "",
): Promise<Called> {
  const origin = run.connections.origin("defillama") ?? HOSTS[host];
  const bounds = { timeoutMs: TIMEOUT_MS, bodyBytesMax: BODY_BYTES_MAX };
  return callJson(
    run.connections,
    { venue: "defillama", endpoint, url: `${origin}${path}`, token, ...bounds },
    run.context,
  );
}

/** One call with a key, which no record of it shows; `endpoint` is the whole path behind the key. Throws HttpError. */
export function askLlamaPro(run: Run, key: string, endpoint: string): Promise<Called> {
  const origin = run.connections.origin("defillama") ?? PRO;
  const url = `${origin}/${encodeURIComponent(key)}/${endpoint}`;
  const shownUrl = `${origin}/${endpoint}`;
  return callJson(
    run.connections,
    { venue: "defillama", endpoint, url, shownUrl, timeoutMs: TIMEOUT_MS, bodyBytesMax: BODY_BYTES_MAX },
    run.context,
  );
}

/** Seconds since 1970, as a number or a text, in milliseconds. */
const secondsToMs = (value: unknown): number => {
  const seconds = typeof value === "string" ? Number(value) : value;
  return typeof seconds === "number" ? Math.round(seconds * 1_000) : Number.NaN;
};

const timeOf = ({ date }: Readonly<Record<string, unknown>>): number => secondsToMs(date);

/** As admission allows for clocks apart. */
const SKEW_MS = 5_000;

/** Points of a past by their `date`, at or after `from`; what is dated after `now` is odd. Both in epoch ms. */
export const pointsFrom = (value: unknown, from: number, now = Number.POSITIVE_INFINITY) =>
  asDated(value, timeOf, now + SKEW_MS).filter(({ at }) => at >= from);

const stampOf = ({ timestamp }: Readonly<Record<string, unknown>>): number => secondsToMs(timestamp);

/** Points of a schedule by their `timestamp`, which may lie decades ahead. */
export const stampedPoints = (value: unknown) => asDated(value, stampOf);
