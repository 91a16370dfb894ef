// Tries out every provider once: whether it answers from here, with which key and limit, and how fast. Never fails.
import { MINUTE_MS } from "../../schema/duration.ts";
import type { Env } from "../../schema/env.ts";
import { type Http, isHttpError } from "../../schema/io/http.ts";
import { originIn } from "../run/origin.ts";
import { VENUES, type VenueId } from "../source/venue.ts";
import { PROBES, type ProbeAbout, type ProbeCall } from "./probe-list.ts";

export type ProbeResult = {
  readonly provider: VenueId;
  readonly reachable: boolean;
  /** Set, not set though there is a setting for one, or none needed. */
  readonly key: "set" | "not set" | "none";
  /** Calls that its budget allows. */
  readonly limit: string;
  /** Of the slowest of its calls; null where none was answered. */
  readonly latencyMs: number | null;
  /** Why not, or what is special. */
  readonly note: string;
};

const TIMEOUT_MS = 6_000;
const BODY_BYTES_MAX = 8 * 1_048_576;

const setting = (env: Env, name: string | undefined): string | undefined => {
  const value = name === undefined ? undefined : (env as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** A budget in words: `5400/min`. */
function limitText({ limit, periodMs }: { readonly limit: number; readonly periodMs: number }): string {
  if (periodMs === MINUTE_MS) return `${limit}/min`;
  return periodMs === 1_000 ? `${limit}/s` : `${limit}/${periodMs / 1_000} s`;
}

function limitOf(provider: VenueId, isKeyed: boolean): string {
  const buckets: Readonly<Record<string, { limit: number; periodMs: number }>> = VENUES[provider].buckets;
  const { keyed, ...others } = buckets;
  if (keyed && isKeyed) return limitText(keyed);
  const names = Object.entries(others).filter(([name]) => name !== "keyed");
  return names.map(([name, one]) => (names.length > 1 ? `${name} ${limitText(one)}` : limitText(one))).join(", ");
}

type Tried = { readonly isGood: boolean; readonly latencyMs: number | null; readonly note: string };

/** What an error says about the way to a provider; most client errors are answers all the same. */
function judgeError(error: unknown, latencyMs: number): Tried {
  if (!isHttpError(error)) return { isGood: false, latencyMs: null, note: String(error).slice(0, 80) };
  const { status } = error;
  if (error.kind === "blocked_country")
    return { isGood: false, latencyMs, note: `does not serve this country (${status})` };
  if (status === 403) return { isGood: false, latencyMs, note: "refused here (403): ban or missing right" };
  if (status === 401) return { isGood: false, latencyMs, note: "wants a key (401)" };
  if (status === 429 || status === 418) return { isGood: true, latencyMs, note: `limited now (${status})` };
  if (status >= 400 && status < 500) return { isGood: true, latencyMs, note: "" };
  const answered = status === 0 ? null : latencyMs;
  return { isGood: false, latencyMs: answered, note: error.message.slice(0, 80) };
}

async function attempt(
  http: Http,
  provider: VenueId,
  call: ProbeCall,
  key: Readonly<Record<string, string>>,
): Promise<Tried> {
  const from = performance.now();
  const took = () => Math.round(performance.now() - from);
  try {
    await http.send({
      provider,
      url: call.url,
      method: call.post === undefined ? "GET" : "POST",
      headers: { accept: "*/*", "content-type": "application/json", ...key },
      ...(call.post === undefined ? {} : { body: JSON.stringify(call.post) }),
      timeoutMs: TIMEOUT_MS,
      bodyBytesMax: BODY_BYTES_MAX,
      retriesMax: 0,
    });
    return { isGood: true, latencyMs: took(), note: "" };
  } catch (error) {
    return judgeError(error, took());
  }
}

/** The calls with their addresses as the settings have them: a mirror takes the place of the base and keeps the rest. */
function callsOf(env: Env, provider: VenueId, about: ProbeAbout): ProbeCall[] {
  const moved = originIn(env.LIVE_ORIGINS, provider) ?? setting(env, about.address)?.replace(/\/$/, "");
  if (moved === undefined) return [...about.calls];
  return about.calls.map((call) => {
    const base = about.base ?? new URL(call.url).origin;
    return { ...call, url: `${moved}${call.url.slice(base.length)}` };
  });
}

async function probe(http: Http, env: Env, provider: VenueId): Promise<ProbeResult> {
  const about = PROBES[provider];
  const isKeyed = setting(env, about?.key) !== undefined;
  const key = about?.key === undefined ? "none" : isKeyed ? "set" : "not set";
  const shared = { provider, key, limit: limitOf(provider, isKeyed) } as const;
  if (about === undefined) return { ...shared, reachable: false, latencyMs: null, note: "nothing to try it with" };
  const value = setting(env, about.key);
  const sent = about.keyHeader === undefined || value === undefined ? {} : { [about.keyHeader]: value };
  const tried = await Promise.all(callsOf(env, provider, about).map((call) => attempt(http, provider, call, sent)));
  const latencies = tried.flatMap(({ latencyMs }) => latencyMs ?? []);
  return {
    ...shared,
    reachable: tried.every(({ isGood }) => isGood),
    latencyMs: latencies.length > 0 ? Math.max(...latencies) : null,
    note: [...new Set(tried.map(({ note }) => note).filter(Boolean))].join("; "),
  };
}

/** Tries all providers side by side; one call an origin, outside of the pace, since it happens once a start. */
export const probeProviders = (http: Http, env: Env): Promise<ProbeResult[]> =>
  Promise.all((Object.keys(VENUES).sort() as VenueId[]).map((provider) => probe(http, env, provider)));

const HEAD = ["provider", "reachable", "key", "latency", "limit", "note"];

/** The results as lines of a table. */
export function probeTable(results: readonly ProbeResult[]): string[] {
  const cells = results.map((one) => [
    one.provider,
    one.reachable ? "yes" : "no",
    one.key,
    one.latencyMs === null ? "–" : `${one.latencyMs} ms`,
    one.limit,
    one.note,
  ]);
  const widths = HEAD.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0)));
  return [HEAD, ...cells].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** What the table comes to: how many answer, and which do not. */
export function probeSummary(results: readonly ProbeResult[]): string {
  const away = results.filter(({ reachable }) => !reachable).map(({ provider }) => provider);
  const text = `${results.length - away.length} of ${results.length} providers answer`;
  return away.length === 0
    ? `${text}.`
    : `${text}; what rests on ${away.join(", ")} alone is unassessed, with the reason, until they do.`;
}
