// Exchanges: the only owner of ccxt. Our transport, pace and records under its classes; its addresses and error maps over ours.
import { AsyncLocalStorage } from "node:async_hooks";
import { HOUR_MS } from "../../schema/duration.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { type Http, type HttpError, httpError, isHttpError } from "../../schema/io/http.ts";
import type { CallRecord } from "../run/call.ts";
import type { Pace } from "../run/pace.ts";
import { isTime } from "../source/body.ts";
import type { RawCall, RawMarket } from "../source/exchange-venue.ts";
import { type Market, type MarketKind, marketsOf } from "../source/market.ts";
import { ENDPOINTS, type EndpointId, type ExchangeId, exchangeOf } from "../source/venue.ts";
import type { CallContext, Called } from "./client.ts";

export type Params = Readonly<Record<string, string | number>>;
type Method = (params: object) => Promise<unknown>;
type HandleErrors = (status: number, ...rest: unknown[]) => unknown;

/** The part of ccxt's Exchange that is used; its own types are loose. */
type Ccxt = {
  urls: { api: unknown };
  timeout: number;
  userAgent: string;
  quoteJsonNumbers: boolean;
  fetchImplementation: (url: string, params: { method: string; headers: object; body?: string }) => Promise<unknown>;
  handleErrors: HandleErrors;
  options: { fetchMarkets?: object };
  fetchMarkets(): Promise<RawMarket[]>;
  fetchTime(params: object): Promise<number | undefined>;
  has: Record<string, unknown>;
  request(path: string, api: string, method: string, params: object): Promise<unknown>;
};
type ErrorClass = new (message: string) => Error;
type Errors = { RateLimitExceeded: ErrorClass; DDoSProtection: ErrorClass };
type Opened = { instance: Ccxt; errors: Errors };

export type Exchange = {
  readonly venue: ExchangeId;
  /**
   * The list of one kind, loaded apart from the other's, so that a host that refuses one does not cost both; refreshed
   * when older than an hour; concurrent callers share one load. Empty where the venue has none of the kind.
   */
  markets(context: CallContext, kind: MarketKind): Promise<readonly Market[]>;
  /** The time of day of the kind's host, epoch ms: ours corrected by a measured skew. */
  now(context: CallContext, kind: MarketKind): Promise<number>;
  /** The time of day as the kind's host says at this moment, epoch ms: stands still where its answers do. */
  time(context: CallContext, kind: MarketKind): Promise<number>;
  /** One raw call. Throws HttpError; `rate_limited` has already paused the venue for everyone. */
  get(endpoint: EndpointId, params: Params, token: string, context: CallContext): Promise<Called>;
};

type ExchangeDeps = {
  readonly http: Http;
  readonly pace: Pace;
  readonly clock: Clock;
  /** Where the simulated venue listens; null for the real one. */
  readonly origin: () => string | null;
};

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 32 * 1_048_576;
const MARKETS_MS_MAX = HOUR_MS;
const SKEW_MS_MAX = 600_000;
type Flight = {
  readonly context: CallContext;
  readonly endpoint: string;
  readonly token: string;
  readonly bucket: string;
  readonly weight: number;
  last: CallRecord | null;
};

/** Every address keeps its path and moves to the given origin. */
function repoint(node: unknown, origin: string): unknown {
  if (typeof node === "string") {
    const rest = /^https?:\/\/[^/]+(.*)$/.exec(node)?.[1];
    return rest === undefined ? node : origin + rest;
  }
  if (node === null || typeof node !== "object") return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, repoint(value, origin)]));
}

/** Keeps out of an instance's lists what nobody here needs, and rows that the class stumbles over. */
function keepOut(venue: ExchangeId, instance: Record<string, RawCall>): void {
  const [call, wrap] = exchangeOf(venue).leaveOut ?? [];
  if (call === undefined || wrap === undefined) return;
  const inner = instance[call];
  if (!inner) throw new Error(`${venue} has no call ${call}`);
  instance[call] = wrap(inner.bind(instance));
}

async function load(venue: ExchangeId): Promise<Opened> {
  const { className = venue, options = {} } = exchangeOf(venue);
  // The package exports only its root, which loads a hundred exchanges: deep import by address halves the memory.
  const root = import.meta.resolve("ccxt");
  const module = (await import(new URL(`src/${className}.js`, root).href)) as {
    default: new (options: object) => Ccxt;
  };
  const errors = (await import(new URL("src/base/errors.js", root).href)) as Errors;
  const instance = new module.default({
    enableRateLimit: false,
    options: { fetchMarkets: { fetchTickersFees: false }, ...options },
  });
  // Networks and deposit states of coins: nothing here reads them.
  instance.has.fetchCurrencies = false;
  keepOut(venue, instance as unknown as Record<string, RawCall>);
  return { instance, errors };
}

/** A 200 with HTML or half a JSON text would otherwise become rows of nothing. */
function guardBodies(instance: Ccxt, venue: ExchangeId): void {
  const inner = instance.handleErrors.bind(instance);
  instance.handleErrors = (status, ...rest) => {
    const parsed = rest[5];
    if (status < 400 && (parsed === undefined || parsed === null || typeof parsed !== "object")) {
      throw httpError("bad_body", `${venue} answered ${status} with a body that is not JSON`, { status });
    }
    return inner(status, ...rest);
  };
}

/** Pauses the venue for all workers and says how long. */
async function limit(venue: ExchangeId, pace: Pace, error: HttpError): Promise<HttpError> {
  const retryAfterMs = error.retryAfterMs ?? exchangeOf(venue).pauseMs;
  await pace.pause(venue, retryAfterMs);
  return httpError("rate_limited", error.message, { status: error.status, retryAfterMs });
}

function transportOf(venue: ExchangeId, deps: ExchangeDeps, current: () => Flight | undefined) {
  const { http, pace } = deps;
  const transport: Ccxt["fetchImplementation"] = async (url, params) => {
    const flight = current();
    if (!flight) throw new Error("a call outside of its context");
    const { context, endpoint, token } = flight;
    const sent = http.send({
      provider: venue,
      url,
      method: params.method === "POST" ? "POST" : "GET",
      headers: params.headers as Record<string, string>,
      ...(params.body === undefined || params.method !== "POST" ? {} : { body: params.body }),
      timeoutMs: TIMEOUT_MS,
      bodyBytesMax: BODY_BYTES_MAX,
      signal: context.signal,
      before: () => pace.take(venue, flight.bucket, flight.weight, context.signal),
      onAttempt: (attempt) => {
        flight.last = context.log.record({ ...context.about, endpoint, token }, url, attempt);
      },
    });
    const answer = await sent.catch(async (error: unknown) => {
      if (!isHttpError(error) || !error.answer) throw error;
      if (error.kind === "blocked_country") throw error;
      // Every other refusal with a body is for the class.
      const isBan = error.status === 403 && exchangeOf(venue).bansBy403;
      if (error.kind === "rate_limited" || isBan) throw await limit(venue, pace, error);
      return error.answer;
    });
    const text = async () => answer.body.toString("utf8");
    return { status: answer.status, statusText: "", headers: answer.headers, text };
  };
  return transport;
}

/** ccxt's error classes and ours, as one kind of error; the call's record learns its outcome. */
async function mapError(cause: unknown, flight: Flight, venue: ExchangeId, pace: Pace, errors: Errors) {
  flight.context.signal?.throwIfAborted();
  let error: unknown = cause;
  if (!isHttpError(cause)) {
    const status = flight.last?.http_status ?? 0;
    const message = cause instanceof Error ? cause.message.slice(0, 200) : "unknown";
    const limited = cause instanceof errors.RateLimitExceeded || cause instanceof errors.DDoSProtection;
    const word =
      cause instanceof Error ? exchangeOf(venue).words?.find(({ text }) => text.test(cause.message)) : undefined;
    const mapped = httpError(word?.kind ?? (status >= 400 ? "http_error" : "bad_body"), message, {
      status,
      cause,
      retryAfterMs: word?.pauseMs ?? null,
    });
    error = limited || mapped.kind === "rate_limited" ? await limit(venue, pace, mapped) : mapped;
    if (error === mapped && word?.pauseMs !== undefined) await pace.pause(venue, word.pauseMs);
  }
  if (flight.last && isHttpError(error)) flight.last.outcome = error.kind;
  return error;
}

/** Keeps a value that many share until it is too old; a failure is forgotten at once. */
function shared<T>(clock: Clock, ageMsMax: number, make: (context: CallContext) => Promise<T>) {
  let kept: { at: number; value: Promise<T> } | null = null;
  return (context: CallContext): Promise<T> => {
    if (kept === null || clock.now() - kept.at > ageMsMax) {
      // One caller's end must not end what the others wait for.
      const value = make({ ...context, signal: undefined });
      const mine = { at: clock.now(), value };
      kept = mine;
      value.catch(() => {
        if (kept === mine) kept = null;
      });
    }
    return kept.value;
  };
}

/** The same venue with options of its own: two lists are loaded at once, and each is of one type. */
function listing(instance: Ccxt, type: string): Ccxt {
  const fetchMarkets = { ...instance.options.fetchMarkets, types: [type] };
  return Object.assign(Object.create(instance) as Ccxt, { options: { ...instance.options, fetchMarkets } });
}

/** Opens one venue; nothing is loaded or sent before the first call. */
export function openExchange(venue: ExchangeId, deps: ExchangeDeps): Exchange {
  const flights = new AsyncLocalStorage<Flight>();
  const { pace, clock } = deps;
  const { lists, listsBucket, perpClock } = exchangeOf(venue);
  let opened: Promise<Opened> | null = null;

  const open = (): Promise<Opened> => {
    opened ??= load(venue).then((loaded) => {
      const { instance } = loaded;
      const origin = deps.origin();
      if (origin !== null) instance.urls.api = repoint(instance.urls.api, origin);
      instance.timeout = 120_000;
      // The door names the caller; some classes would say that they are a browser.
      instance.userAgent = "";
      // No identifier beyond 2^53 is read: the search for one would walk every body twice.
      instance.quoteJsonNumbers = false;
      instance.fetchImplementation = transportOf(venue, deps, () => flights.getStore());
      guardBodies(instance, venue);
      return loaded;
    });
    return opened;
  };

  const fly = async <T>(about: Omit<Flight, "last">, run: (instance: Ccxt) => Promise<T>): Promise<[T, Flight]> => {
    const { instance, errors } = await open();
    const flight: Flight = { ...about, last: null };
    try {
      return [await flights.run(flight, () => run(instance)), flight];
    } catch (cause) {
      throw await mapError(cause, flight, venue, pace, errors);
    }
  };

  const own = (context: CallContext, endpoint: string) => ({
    context,
    endpoint,
    token: "",
    bucket: listsBucket,
    weight: 1,
  });

  const time = async (context: CallContext, kind: MarketKind): Promise<number> => {
    const { params = {}, ...paid } = (kind === "perp" ? perpClock : undefined) ?? {};
    const [theirs] = await fly({ ...own(context, "time"), ...paid }, (instance) => instance.fetchTime(params));
    if (!isTime(theirs)) throw httpError("bad_body", `${venue} gave no time`);
    return theirs;
  };

  const skewOf = (kind: MarketKind) =>
    shared(clock, SKEW_MS_MAX, async (context) => {
      const sentAt = clock.now();
      return (await time(context, kind)) - (sentAt + clock.now()) / 2;
    });
  const spotSkew = skewOf("spot");
  const skews = { spot: spotSkew, perp: perpClock ? skewOf("perp") : spotSkew } as const;

  const listOf = (kind: MarketKind) =>
    shared(clock, MARKETS_MS_MAX, async (context) => {
      const type = lists[kind];
      if (type === undefined) return [];
      const [raw] = await fly(own(context, "markets"), (instance) => listing(instance, type).fetchMarkets());
      return marketsOf(raw, venue).filter((market) => market.kind === kind);
    });
  const loaded = { spot: listOf("spot"), perp: listOf("perp") } as const;

  return {
    venue,
    markets: (context, kind) => loaded[kind](context),
    time,
    now: async (context, kind) => Math.round(clock.now() + (await skews[kind](context))),
    async get(endpoint, params, token, context) {
      const { call, bucket, weight } = ENDPOINTS[endpoint];
      const [body, flight] = await fly({ context, endpoint, token, bucket, weight }, (instance) => {
        if (call.includes("/")) return instance.request(call, "public", "GET", params);
        const method = (instance as unknown as Record<string, Method | undefined>)[call];
        if (!method) throw new Error(`${venue} has no call ${call}`);
        return method.call(instance, params);
      });
      if (!flight.last) throw new Error(`${endpoint} sent nothing`);
      return { body, record: flight.last };
    },
  };
}
