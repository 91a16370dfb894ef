// An API for tests: the real app over a real redis-server, and a check of every answer against its own description.
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import type { Test } from "tap";
import { type ApiAnswer, type ApiRequest, type App, openApp } from "../../../api/app.ts";
import type { Deps } from "../../../api/deps.ts";
import { openReceipts } from "../../../api/pay/receipts.ts";
import { openSnapshots, type Snapshots } from "../../../api/snapshot/feed.ts";
import { isPinned } from "../../../api/snapshot/frame-table.ts";
import { PAGES } from "../../../api/surface/index.ts";
import { describeApi } from "../../../api/surface/openapi.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { openLog } from "../../../schema/io/log.ts";
import { openRedis, type Redis } from "../../../schema/io/redis.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { startTestRedis } from "../redis.ts";
import { type Frames, publishFrames } from "../rows/frames.ts";
import { until } from "../until.ts";

const SHOWN_WITHIN_MS = 60_000;

export type TestApi = {
  readonly app: App;
  readonly deps: Deps;
  readonly snapshots: Snapshots;
  readonly redis: Redis;
  readonly redisUrl: string;
  /** Time of the API; settable. */
  readonly clock: { at: number; now(): number };
  publish(frames: Frames): Promise<void>;
  /** Publishes frames that it takes, and waits until it answers from them: what is asked from then on sees them. */
  show(frames: Frames): Promise<void>;
  stop(): Promise<void>;
};

/** A store that is away: what raw reads meet when ClickHouse is down. */
export const absentStore: Store = {
  query: () => Promise.reject(new Error("ClickHouse is away")),
  // biome-ignore lint/correctness/useYield: it never has a row.
  async *stream() {
    throw new Error("ClickHouse is away");
  },
  insert: () => Promise.reject(new Error("ClickHouse is away")),
  insertEncoded: () => Promise.reject(new Error("ClickHouse is away")),
  command: () => Promise.reject(new Error("ClickHouse is away")),
  ping: async () => false,
  close: async () => undefined,
};

/** Publishes the frames to a redis-server, its own unless one is given, and opens the app over them. */
export async function startTestApi(
  t: Test,
  at: number,
  frames: Frames,
  store = absentStore,
  url?: string,
): Promise<TestApi> {
  const redisUrl = url ?? (await startTestRedis(t)).url;
  const env = parseEnv({ REDIS_URL: redisUrl, LOG_LEVEL: "silent" });
  const log = openLog("api-test", env.LOG_LEVEL);
  const redis = openRedis(redisUrl, "patient", "test");
  await publishFrames(redis, frames);
  const fast = openRedis(redisUrl, "fast", "api");
  const subscriber = openRedis(redisUrl, "patient", "api-subscriber");
  const snapshots = openSnapshots({ redis: fast, subscriber, log, healEveryMs: 200 });
  const clock = {
    at,
    now() {
      return this.at;
    },
  };
  const deps: Deps = {
    env,
    clock,
    log,
    store,
    snapshots,
    receipts: openReceipts({ redis: fast, clock, store, open: null }),
  };
  const app = openApp(deps);
  await snapshots.start();
  const stop = async () => {
    snapshots.stop();
    for (const connection of [fast, subscriber, redis]) connection.disconnect();
  };
  t.teardown(stop);
  const publish = (more: Frames) => publishFrames(redis, more);
  const show = async (more: Frames) => {
    await publish(more);
    const pinned = [...more].filter(([name]) => isPinned(name));
    await until(() => pinned.every(([name, { version }]) => snapshots.version(name) >= version), SHOWN_WITHIN_MS);
  };
  return { app, deps, snapshots, redis, redisUrl, clock, publish, show, stop };
}

export const get = (target: string, headers: ApiRequest["headers"] = {}, method = "GET"): ApiRequest => {
  const at = target.indexOf("?");
  return at < 0
    ? { method, path: target, query: "", headers }
    : { method, path: target.slice(0, at), query: target.slice(at + 1), headers };
};

export const headerOf = (answer: ApiAnswer, name: string): string | undefined =>
  answer.headers.find(([key]) => key === name)?.[1];

type Json = Record<string, unknown>;
const description = describeApi({ env: parseEnv({}) }) as {
  paths: Record<string, Record<string, { responses: Json }>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } });
addFormatsModule.default(ajv);
ajv.addSchema(description, "api");
const compiled = new Map<string, ValidateFunction>();

function validatorFor({ path, method: asked }: ApiRequest, status: number, type: string): ValidateFunction | null {
  const templates = Object.keys(description.paths).filter((t) =>
    new RegExp(`^${t.replace(/{[^}]+}/g, "[^/]+")}$`).test(path),
  );
  // Of paths that fit the one that has the method.
  const template = templates.find((one) => description.paths[one]?.[asked.toLowerCase()] !== undefined) ?? templates[0];
  const described = Object.keys(description.paths[template ?? ""] ?? {});
  // What a path refuses it refuses in the words of a method that it has.
  const method = described.find((one) => one === asked.toLowerCase()) ?? described[0] ?? "get";
  const pointer = template
    ? `api#/paths/${template.replaceAll("/", "~1").replace(/[{}]/g, encodeURIComponent)}/${method}/responses/${status}/content/${type.replace("/", "~1")}/schema`
    : "api#/components/schemas/Problem";
  if (template && !description.paths[template]?.[method]?.responses[status]) return null;
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: pointer });
  compiled.set(pointer, known);
  return known;
}

const PAGE_PATHS = new Set(PAGES.map(({ path }) => path));

/** The JSON of an answer whose status, type and body are as /openapi.json describes them; fails the test otherwise. */
export function verified(t: Test, request: ApiRequest, answer: ApiAnswer): Json {
  t.match(headerOf(answer, "x-request-id"), /^[A-Za-z0-9_-]{1,64}$/, "carries a request id");
  t.equal(headerOf(answer, "access-control-allow-origin"), "*", "may be read by any origin");
  if (answer.body === null) return {};
  const raw = decode(answer);
  const body = JSON.parse(raw.toString()) as Json;
  const type = headerOf(answer, "content-type")?.split(";")[0] ?? "";
  if (PAGE_PATHS.has(request.path) && answer.status === 200) return body;
  const validate = validatorFor(request, answer.status, type);
  if (validate === null) t.fail(`/openapi.json does not describe ${answer.status} of ${request.path}`);
  else if (!validate(body)) t.fail(`${request.path} ${answer.status}: ${ajv.errorsText(validate.errors)}`);
  return body;
}

export function decode(answer: ApiAnswer): Buffer {
  const body = answer.body ?? Buffer.alloc(0);
  const encoding = headerOf(answer, "content-encoding");
  if (encoding === "br") return brotliDecompressSync(body);
  return encoding === "gzip" ? gunzipSync(body) : body;
}

/** Asks the app and verifies the answer. */
export async function ask(t: Test, app: App, target: string, headers: ApiRequest["headers"] = {}, method = "GET") {
  const request = get(target, headers, method);
  const answer = await app.handle(request);
  return { answer, status: answer.status, body: verified(t, request, answer) };
}
