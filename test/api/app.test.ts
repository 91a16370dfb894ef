// The app as a function: statuses, headers and conditional requests that every endpoint shares.
import t from "tap";
import { COMPRESSED_BYTES_MIN } from "../../api/answer/representation.ts";
import { openApp } from "../../api/app.ts";
import { briefExample } from "../../api/route/example/brief.ts";
import { paymentExample } from "../../api/route/example/payment.ts";
import { verifyExample } from "../../api/route/example/verify.ts";
import { ROUTES } from "../../api/route/index.ts";
import type { PartCheck } from "../../api/surface/part.ts";
import { canonicalBytes } from "../../schema/canonical.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { KEYS } from "../../schema/key.ts";
import type { ProofData } from "../../schema/object/proof.ts";
import type { IssuedByIdRow } from "../../schema/query/issued/issued-by-id.ts";
import type { Query } from "../../schema/query/query.ts";
import { absentStore, ask, decode, get, headerOf, startTestApi, verified } from "../support/api/api.ts";
import { frames, publishFrames } from "../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const PROVEN = verifyExample.data;
const PAID = paymentExample.data;
const TARGETS = [
  "/v1/tokens",
  "/v1/status",
  "/v1/state/bitcoin",
  "/v1/history/bitcoin",
  "/v1/market",
  "/v1/evaluate/bitcoin",
  "/v1/explain/bitcoin",
  `/v1/explain/bitcoin/${briefExample.id}`,
  "/v1/record",
  "/v1/record/bitcoin",
  `/v1/verify/${PROVEN.id}`,
  "/v1/agents",
  "/v1/agents/leverage-radar",
  `/v1/payments/${PAID.transaction}`,
  "/v1/log/consistency?from=2",
];

/** Ids of an object that corrects the example's, and of one that corrects it in turn. */
const CORRECTION = "eval_01M82EMSC0AZDB6FWWAERW857Y";
const NEVER_ISSUED = "eval_01M82EMSC0AZDB6FWWAERW857Z";
const SECOND_CORRECTION = "eval_01M82EMSC0F7A5CHC6SF2FCB51";

const BRIEF: IssuedByIdRow = {
  ...{ id: briefExample.id ?? "", kind: "brief", schema: "vmi/brief/1", issued_at: AT, hash: briefExample.data.hash },
  ...{
    canonical: JSON.stringify(briefExample),
    source_calls: "[]",
    supersedes: "",
    superseded_by: "",
    leaf_index: null,
  },
};

/** A store that holds the examples' objects, one once more under the id of its correction, and nothing else. */
const store: Store = {
  ...absentStore,
  async query<P extends object, R>(query: Query<P, R>, params: P): Promise<R[]> {
    const { id = "" } = params as { id?: string };
    if (query.name === "issued-by-id" && id === NEVER_ISSUED) return [];
    if (query.name === "issued-by-id" && id === BRIEF.id) return [BRIEF as R];
    if (query.name !== "issued-by-id" || ![PROVEN.id, CORRECTION].includes(id)) return absentStore.query(query, params);
    const row: IssuedByIdRow = {
      id,
      kind: PROVEN.kind,
      schema: PROVEN.schema,
      issued_at: Date.parse(PROVEN.created_at),
      canonical: canonicalBytes(PROVEN.canonical).toString("utf8"),
      hash: PROVEN.hash,
      source_calls: JSON.stringify(PROVEN.source_calls.map((call) => ({ ...call, params: {} }))),
      supersedes: id === CORRECTION ? PROVEN.id : "",
      superseded_by: id === CORRECTION ? SECOND_CORRECTION : "",
      leaf_index: null,
    };
    return [row as R];
  },
};

t.test("the app", async (t) => {
  const { app, clock, publish, redis, snapshots } = await startTestApi(t, AT, frames(AT), store);
  const { status, ended_at: _, ...paid } = PAID;
  const end = { ...paid, state: status, at: AT, reason: "", tier: "data", method: "GET", target: "/v1/state/bitcoin" };
  await redis.set(KEYS.paymentReceipt(PAID.transaction), JSON.stringify(end));

  t.test("every endpoint of the registry has a target here", async (t) => {
    // What a worker answers is asked for where there is one.
    const isOfMemory = ({ contract: { method, slow, monitorSecret } }: (typeof ROUTES)[number]) =>
      method === "GET" && slow !== true && monitorSecret === undefined;
    t.equal(TARGETS.length, ROUTES.filter(isOfMemory).length);
  });

  t.test(
    "a proof says what each call asked for, as its address does, and what it corrects and is corrected by",
    async (t) => {
      const { body } = await ask(t, app, `/v1/verify/${CORRECTION}`);
      const { source_calls: calls, supersedes, superseded_by } = body.data as ProofData;
      t.ok(calls.length > 0);
      for (const { params, url } of calls) t.same(params, Object.fromEntries(new URL(url).searchParams), url);
      t.ok(calls.some(({ params }) => Object.keys(params).length > 0));
      t.same([supersedes, superseded_by], [PROVEN.id, SECOND_CORRECTION]);
    },
  );

  t.test("what was never issued has no proof", async (t) => {
    const { status, body } = await ask(t, app, `/v1/verify/${NEVER_ISSUED}`);
    t.same([status, body.code], [404, "proof_not_found"]);
  });

  for (const target of TARGETS) {
    t.test(`${target} answers 200 as its description says, in every encoding, and 304 to a holder`, async (t) => {
      const plain = await ask(t, app, target);
      t.equal(plain.status, 200);
      t.equal(headerOf(plain.answer, "content-type"), "application/json; charset=utf-8");
      t.equal(headerOf(plain.answer, "vary"), "Accept-Encoding");
      t.equal(headerOf(plain.answer, "x-market"), "sandbox");
      t.ok(headerOf(plain.answer, "last-modified"));
      const tags = new Set([headerOf(plain.answer, "etag")]);
      const encodings = (plain.answer.body?.length ?? 0) < COMPRESSED_BYTES_MIN ? [] : ["br", "gzip"];
      for (const encoding of encodings) {
        const { answer, body } = await ask(t, app, target, { "accept-encoding": encoding });
        t.equal(headerOf(answer, "content-encoding"), encoding);
        t.same(body, plain.body);
        tags.add(headerOf(answer, "etag"));
      }
      t.equal(tags.size, 1 + encodings.length, "every encoding has its own strong tag");
      const etag = headerOf(plain.answer, "etag") ?? "";
      t.match(etag, /^"[\w-]+"$/);
      for (const held of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const { answer } = await ask(t, app, target, { "if-none-match": held });
        t.equal(answer.status, 304);
        t.equal(answer.body, null);
        t.equal(headerOf(answer, "etag"), etag);
        t.equal(headerOf(answer, "content-type"), undefined);
      }
    });

    t.test(`${target} answers HEAD with the headers of GET`, async (t) => {
      const { answer: got } = await ask(t, app, target);
      const { answer: head } = await ask(t, app, target, {}, "HEAD");
      const without = (a: typeof got) => a.headers.filter(([name]) => name !== "x-request-id");
      t.same(without(head), without(got));
      t.equal(head.body, null);
      t.equal(head.bodyBytes, got.body?.length);
    });

    t.test(`${target} answers OPTIONS for a browser and 405 with Allow for other methods`, async (t) => {
      const { answer } = await ask(t, app, target, {}, "OPTIONS");
      t.equal(answer.status, 204);
      // A run of an agent is asked for where its card is read.
      const isRun = target === "/v1/agents/leverage-radar";
      const allowed = isRun ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
      t.equal(headerOf(answer, "access-control-allow-methods"), allowed);
      t.equal(headerOf(answer, "access-control-max-age"), "86400");
      for (const method of [...(isRun ? [] : ["POST"]), "PUT", "DELETE", "PATCH", "TRACE", "FOO"]) {
        const { answer, body } = await ask(t, app, target, {}, method);
        t.equal(answer.status, 405);
        t.equal(body.code, "method_not_allowed");
        t.equal(headerOf(answer, "allow"), allowed);
      }
    });
  }

  t.test("without the store the published record answers, and other cuts of it say that they cannot", async (t) => {
    for (const target of ["/v1/record", "/v1/record/bitcoin"]) {
      const { body } = await ask(t, app, `${target}?limit=1`);
      t.equal((body.data as { items: unknown[] }).items.length, 1, target);
      for (const cut of ["kind=signal", "since=2026-11-20T00:00:00Z", "limit=101&cursor=WzEsImEiLCJiIl0"]) {
        const refused = await ask(t, app, `${target}?${cut}`);
        t.equal(refused.status, 503, cut);
        t.equal(refused.body.code, "upstream_unavailable");
      }
    }
    t.equal((await ask(t, app, "/v1/record?since=2031-01-01T00:00:00Z")).body.code, "out_of_range");
    t.equal((await ask(t, app, "/v1/record?kind=answer")).body.code, "invalid_enum");
    t.match(decode(await app.handle(get("/record/method"))).toString(), /Benjamini–Hochberg/);
  });

  t.test("an unknown path is a problem with status 404, before and under /v1", async (t) => {
    for (const target of [
      "/none",
      "/v2/tokens",
      "/v1/tokens/",
      "//v1/tokens",
      "/v1/state/",
      "/v1/state/a/b",
      "/V1/tokens",
    ]) {
      const { answer, body } = await ask(t, app, target);
      t.equal(answer.status, 404, target);
      t.equal(body.code, "route_not_found");
      t.equal(headerOf(answer, "content-type"), "application/problem+json; charset=utf-8");
    }
  });

  t.test("a valid request id is given back, any other is replaced by a new one", async (t) => {
    const { answer } = await ask(t, app, "/v1/tokens", { "x-request-id": "abc_DEF-123" });
    t.equal(headerOf(answer, "x-request-id"), "abc_DEF-123");
    const made = new Set<string | undefined>();
    for (const id of ["", "a b", "é", "x".repeat(65), "a\r\nb: c"]) {
      const { answer } = await ask(t, app, "/v1/nothing", { "x-request-id": id });
      made.add(headerOf(answer, "x-request-id"));
      t.not(headerOf(answer, "x-request-id"), id);
    }
    t.equal(made.size, 5, "no id is made twice");
  });

  t.test("an answer is kept until its snapshot is replaced, then made anew", async (t) => {
    const first = await ask(t, app, "/v1/state/bitcoin?sections=market");
    t.ok(app.ready.get("/v1/state/bitcoin?sections=market"));
    const swapped = new Promise<void>((resolve) => {
      snapshots.onSwap((name) => name === "state/bitcoin" && resolve());
    });
    clock.at = AT + 15_000;
    await publish(frames(AT + 15_000));
    await swapped;
    t.notOk(app.ready.get("/v1/state/bitcoin?sections=market"));
    const second = await ask(t, app, "/v1/state/bitcoin?sections=market");
    t.ok(String(second.body.as_of) > String(first.body.as_of));
  });

  t.test("a target longer than the limit is refused", async (t) => {
    const { status, body } = await ask(t, app, `/v1/tokens?q=${"a".repeat(3_000)}`);
    t.equal(status, 400);
    t.equal(body.code, "invalid_request");
  });

  t.test("the guide and the description are served, and healthz says that the process lives", async (t) => {
    for (const [target, type] of [
      ["/v1", "application/json; charset=utf-8"],
      ["/openapi.json", "application/json; charset=utf-8"],
      ["/llms.txt", "text/plain; charset=utf-8"],
      ["/healthz", "application/json; charset=utf-8"],
    ] as const) {
      const answer = await app.handle(get(target));
      t.equal(answer.status, 200);
      t.equal(headerOf(answer, "content-type"), type);
      t.ok(decode(answer).length > 10);
    }
    const [, base = ""] =
      /Base URL: https?:\/\/[^/]+(\/\S+)/.exec(decode(await app.handle(get("/llms.txt"))).toString()) ?? [];
    const { endpoints } = JSON.parse(decode(await app.handle(get(base))).toString()) as {
      endpoints: { path: string }[];
    };
    t.ok(
      endpoints.some(({ path }) => path === "/v1/tokens"),
      "the base address of the guide names the endpoints",
    );
  });
});

t.test("without any snapshot the data endpoints say 503 with Retry-After, and not that there is nothing", async (t) => {
  const { app } = await startTestApi(t, AT, new Map());
  // Payments are of Redis, and agents of no snapshot.
  for (const target of TARGETS.filter((one) => !/^\/v1\/(payments|agents)/.test(one))) {
    const { answer, body } = await ask(t, app, target);
    t.equal(answer.status, 503, target);
    t.equal(body.code, target.startsWith("/v1/verify/") ? "upstream_unavailable" : "not_ready");
    t.equal(body.retryable, true);
    t.ok(Number(headerOf(answer, "retry-after")) > 0);
  }
  const request = get("/readyz");
  const ready = await app.handle(request);
  t.equal(ready.status, 503);
  t.equal(verified(t, request, ready).code, "not_ready");
  t.equal((await app.handle(get("/healthz"))).status, 200);
});

t.test(
  "readyz is 200 with snapshots that can be served, and says when they are late and by how much, else 503",
  async (t) => {
    const api = await startTestApi(t, AT, frames(AT));
    const told = async () => JSON.parse(String((await api.app.handle(get("/readyz"))).body));
    t.match(await told(), {
      status: "ready",
      parts: { snapshots: { status: "ok", late_s: 0 }, redis: { status: "ok" } },
    });
    api.clock.at = AT + 90_000;
    t.match(await told(), { status: "degraded", parts: { snapshots: { status: "late", age_s: 90, late_s: 70 } } });
    const { body } = await ask(t, api.app, "/v1/status");
    t.match(body.data, { status: "degraded", late_s: 70 }, "the status says so too");
    api.clock.at = AT + 16 * 60_000;
    t.equal((await api.app.handle(get("/readyz"))).status, 503);
    api.clock.at = AT;
    await publishFrames(api.redis, frames(AT));
    t.equal((await api.app.handle(get("/readyz"))).status, 200);
  },
);

t.test("readyz looks at the parts once a second, however many ask", async (t) => {
  const { clock, deps } = await startTestApi(t, AT, frames(AT));
  let looks = 0;
  const store: PartCheck = async () => {
    looks += 1;
    return { status: looks === 1 ? "ok" : "away" };
  };
  const app = openApp({ ...deps, parts: { store } });
  const ask = async () => JSON.parse(String((await app.handle(get("/readyz"))).body)).parts.store.status;
  t.strictSame(new Set(await Promise.all(Array.from({ length: 50 }, ask))), new Set(["ok"]));
  clock.at = AT + 999;
  t.equal(await ask(), "ok");
  t.equal(looks, 1);
  clock.at = AT + 1_000;
  t.equal(await ask(), "away", "what changed is told a second later");
  t.equal(looks, 2);
});

t.test("what is not made at once is said by the whole way: a path whose encoding is broken never throws", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  for (const path of ["/v1/state/%ff", "/v1/verify/%ff", "/v1/payments/%ff", "/v1/history/%"]) {
    t.equal(app.prepare(path, "", path), null, path);
    t.equal((await app.handle(get(path))).status, 400, path);
  }
});
