// Asks the public API, as any caller would, and says how it ended. Beside first.ts the only file that reaches the network.
import type { Problem } from "../../../schema/shape/problem.ts";
import type { Source } from "../../../schema/shape/source.ts";
import { now, setByDate } from "./clock.ts";

export type Envelope<Data> = {
  readonly object: string;
  readonly id: string | null;
  readonly as_of: string;
  readonly data: Data;
  readonly sources: readonly Source[];
};

export type Answer<Data> = {
  readonly body: Envelope<Data>;
  readonly tag: string;
  /** When it came, epoch milliseconds. */
  readonly at: number;
  /** What is left of the daily allowance of the call's tier; null where the call has none. */
  readonly left: number | null;
};

/** `same`: what was held is still the newest. `silent`: no answer came, or none of this service. */
export type Outcome<Data> =
  | { readonly kind: "answer"; readonly answer: Answer<Data> }
  | { readonly kind: "same"; readonly at: number }
  | { readonly kind: "problem"; readonly problem: Problem; readonly waitS: number; readonly left: number | null }
  | { readonly kind: "silent" };

/** What was asked for before the page's own script ran. */
export type Early = {
  /** When, on the page's own clock, in milliseconds. */
  readonly at: number;
  /** When it was answered; null before. */
  came: number | null;
  readonly response: Promise<Response>;
  readonly stop: AbortController;
};
declare global {
  interface Window {
    /** By target; set by first.ts where a page has it. */
    early?: Map<string, Early>;
  }
}

const PATIENCE_MS = 15_000;
/** What was asked for longer ago says how things were. */
const EARLY_MS = 10_000;

/** The answer that is on its way, once; null where none is. */
function takeEarly(target: string, patienceMs: number): Early | null {
  const found = window.early?.get(target);
  window.early?.delete(target);
  if (found === undefined) return null;
  if (performance.now() - found.at <= EARLY_MS) {
    AbortSignal.timeout(patienceMs).addEventListener("abort", () => found.stop.abort());
    return found;
  }
  found.stop.abort();
  return null;
}

const WAIT_S = 5;

/** Of `"burst";r=24;t=2, "data-free";r=25;t=78162` what the daily allowance says. */
const leftOf = (limits: string | null): number | null => {
  const found = /"(?:data|premium)-free";r=(\d+)/.exec(limits ?? "");
  return found ? Number(found[1]) : null;
};

type Wish = {
  /** The tag of what is held. */
  readonly held?: string;
  readonly method?: "GET" | "HEAD" | "POST";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly patienceMs?: number;
};

async function read<Data>(response: Response, held: string | undefined): Promise<Outcome<Data>> {
  const left = leftOf(response.headers.get("ratelimit"));
  const tag = response.headers.get("etag") ?? "";
  if (response.ok) {
    // The browser gives what it keeps where the service answered 304.
    if (held !== undefined && tag !== "" && tag === held) return { kind: "same", at: now() };
    const body = (await response.json()) as Envelope<Data>;
    return { kind: "answer", answer: { body, tag, at: now(), left } };
  }
  const problem = (await response.json()) as Problem;
  const waitS = Number(response.headers.get("retry-after") ?? problem.retry_after_s ?? WAIT_S);
  return { kind: "problem", problem, waitS, left };
}

/** Never rejects. The browser asks with the tag of what it keeps, so what did not change costs no body. */
export async function ask<Data>(
  target: string,
  { held, method = "GET", body, headers = {}, patienceMs = PATIENCE_MS }: Wish = {},
): Promise<Outcome<Data>> {
  try {
    const isPlain = method === "GET" && held === undefined && Object.keys(headers).length === 0;
    const early = isPlain ? takeEarly(target, patienceMs) : null;
    const response = await (early?.response ??
      fetch(target, {
        method,
        cache: "no-cache",
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          ...headers,
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }));
    setByDate(response.headers.get("date"), early?.came == null ? 0 : performance.now() - early.came);
    return await read<Data>(response, held);
  } catch {
    return { kind: "silent" };
  }
}

/** What is left of the allowance of a target's tier; asks nothing that counts. Null where it is not known. */
export async function askLeft(target: string): Promise<number | null> {
  try {
    const response = await fetch(target, {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return leftOf(response.headers.get("ratelimit"));
  } catch {
    return null;
  }
}

/** The answer as it came, for who minds its bytes, or what the problem says; null where none came. */
export async function askText(target: string): Promise<{ readonly isOk: boolean; readonly text: string } | null> {
  try {
    const early = takeEarly(target, PATIENCE_MS);
    const response = await (early?.response ??
      fetch(target, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) }));
    if (response.ok) return { isOk: true, text: await response.text() };
    const { title, detail } = (await response.json()) as Problem;
    return { isOk: false, text: `${title}. ${detail}` };
  } catch {
    return null;
  }
}
