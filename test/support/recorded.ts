// Bodies that real exchanges answered, where a folder of them lies beside the project, and a loopback server that replays bodies.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { CallContext } from "../../ingest/client/client.ts";
import { type Exchange, openExchange } from "../../ingest/client/exchange.ts";
import { openCallLog } from "../../ingest/run/call.ts";
import { openPace } from "../../ingest/run/pace.ts";
import type { About, ExchangeSource } from "../../ingest/source/define-source.ts";
import type { Listing, Market } from "../../ingest/source/market.ts";
import type { SourceRow } from "../../ingest/source/source-base.ts";
import type { EndpointId, ExchangeId } from "../../ingest/source/venue.ts";
import { SOURCES } from "../../ingest/sources.ts";
import { openHttp } from "../../schema/io/http.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { startTestRedis } from "./redis.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = resolve(ROOT, process.env.RECORDED_DIR ?? join("..", "shared", "data"));

/** Why the tests over recorded bodies do not run; false where they do. */
export const recordedSkip: string | false = existsSync(resolve(FOLDER, "MANIFEST.md"))
  ? false
  : "no folder of recorded bodies; RECORDED_DIR names one";

const read = (path: string): string => readFileSync(resolve(FOLDER, path), "utf8");
const parsed = <T>(path: string): T => JSON.parse(read(path)) as T;

type Answered<B> = { readonly url: string; readonly body: B };

/** One recorded answer. */
export const recordedBody = <B>(path: string): B => parsed<Answered<B>>(path).body;

/** Recorded answers of one file, each with what was asked. */
export const recordedBodies = <B>(path: string): { readonly query: URLSearchParams; readonly body: B }[] =>
  parsed<Answered<B>[]>(path).map(({ url, body }) => ({ query: new URL(url).searchParams, body }));

/** Examples of a vendor's documentation, by path. */
export const recordedExamples = (path: string): Readonly<Record<string, unknown>> => parsed(path);

/** Recorded messages of a stream. */
export const recordedMessages = <M>(path: string): M[] => parsed<{ msg: M }[]>(path).map(({ msg }) => msg);

/** Rows of a recorded table. */
export const recordedTable = (path: string): string[][] =>
  read(path)
    .trim()
    .split("\n")
    .map((line) => line.split(","));

/** `20180501 00:00` and `20201229 08:00:00` in epoch milliseconds. */
export function recordedTime(text: string): number {
  const [, y, m, d, h, min] = /^(\d{4})(\d\d)(\d\d) (\d\d):(\d\d)/.exec(text)?.map(Number) ?? [];
  return Date.UTC(y ?? Number.NaN, (m ?? 0) - 1, d, h, min);
}

/** Answers by path, given what was asked. */
type Replies = Readonly<Record<string, (query: URLSearchParams) => unknown>>;
type Teardown = { teardown(fn: () => unknown): void };

type Replay = {
  readonly exchange: Exchange;
  readonly context: CallContext;
  /** The real class asks for it, the parser of the source reads it. */
  rowsOf(
    sourceId: string,
    endpoint: EndpointId,
    params: Record<string, string | number>,
    given: Given,
  ): Promise<readonly Row[]>;
};
type Row = SourceRow & Readonly<Record<string, unknown>>;
type Given = { readonly listings: readonly Listing[]; readonly now: number; readonly asides?: Record<string, unknown> };

/** The real class of a venue against a loopback server that knows these answers and no others. */
export async function startReplay(t: Teardown, venue: ExchangeId, replies: Replies): Promise<Replay> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const reply = replies[pathname]?.(searchParams);
    response.writeHead(reply === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(reply ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const served = await startTestRedis(t);
  const redis = openRedis(served.url, "patient", "test-recorded");
  t.teardown(() => redis.disconnect());
  const clock = { now: () => Date.now() };
  const random = systemRandom;
  const exchange = openExchange(venue, {
    http: openHttp({ clock, random }),
    pace: openPace(redis, { market: "sandbox", random }),
    clock,
    origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const context: CallContext = { about: { source: "recorded", provider: venue }, log: openCallLog(random) };
  return {
    exchange,
    context,
    async rowsOf(sourceId, endpoint, params, { asides = {}, ...given }) {
      const { body } = await exchange.get(endpoint, params, "", context);
      const source = SOURCES[sourceId] as ExchangeSource;
      const about: About = { ...given, asides, venue, provider: venue, endpoint, retrievedAt: given.now };
      return source.parse(body, about);
    },
  };
}

/** What the venue lists of both kinds. */
export const allMarkets = async ({ exchange, context }: Pick<Replay, "exchange" | "context">): Promise<Market[]> => [
  ...(await exchange.markets(context, "spot")),
  ...(await exchange.markets(context, "perp")),
];

/** A market as a listing of a token of its own name. */
export function listingOf(markets: readonly Market[], id: string): Listing {
  const market = markets.find((one) => one.id === id);
  if (!market) throw new Error(`${id} was not loaded`);
  const { kind, contractSize, listedAt, info } = market;
  return { token: id.toLowerCase(), symbol: id, kind, factor: 1, contractSize, listedAt, info };
}
