import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import t, { type Test } from "tap";
import { systemClock } from "../../../schema/io/clock.ts";
import { type HttpAttempt, isHttpError, openHttp, retryAfterMs } from "../../../schema/io/http.ts";

const random = { fraction: () => 0.5, id: () => "" };

async function serve(t: Test, listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const http = openHttp({ clock: systemClock, random });
  t.teardown(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const attempts: HttpAttempt[] = [];
  const send = (path = "/", extra: { bodyBytesMax?: number; timeoutMs?: number; retriesMax?: number } = {}) =>
    http.send({
      provider: "p",
      url: `http://127.0.0.1:${port}${path}`,
      timeoutMs: 2_000,
      bodyBytesMax: 10_000,
      onAttempt: (attempt) => attempts.push(attempt),
      ...extra,
    });
  return { send, attempts };
}

/** The HttpError a promise ends with. */
async function errorOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => new Error("it was answered"),
    (cause: unknown) => cause,
  );
  if (!isHttpError(error)) throw error;
  return error;
}

t.test("an answer comes whole, decoded, with its digest and its times", async (t) => {
  const { send, attempts } = await serve(t, (_, res) => {
    res.setHeader("content-encoding", "gzip");
    res.end(gzipSync("hello"));
  });
  const answer = await send();
  t.equal(answer.body.toString(), "hello");
  t.equal(answer.sha256, "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
  t.match(attempts, [{ outcome: "ok", status: 200, bytes: 5 }]);
});

t.test("every call says what the caller is", async (t) => {
  const told: unknown[] = [];
  const { send } = await serve(t, (req, res) => {
    told.push(req.headers["user-agent"]);
    res.end();
  });
  await send();
  t.match(told, [/^assay\/\d+\.\d+\.\d+ \(.{20,}\)$/]);
});

t.test("5xx is tried again within the budget, 4xx never", async (t) => {
  let calls = 0;
  const { send, attempts } = await serve(t, (req, res) => {
    calls += 1;
    res.statusCode = req.url === "/bad" ? 400 : calls < 3 ? 503 : 200;
    res.end("x");
  });
  t.equal((await send()).status, 200);
  t.same(
    attempts.map((attempt) => attempt.outcome),
    ["http_error", "http_error", "ok"],
  );
  calls = 0;
  t.match(await errorOf(send("/bad")), { kind: "http_error", status: 400 });
  t.equal(calls, 1, "a refusal is not repeated");
});

t.test("an outage spends the retry budget once, not once a call", async (t) => {
  let calls = 0;
  const { send } = await serve(t, (_, res) => {
    calls += 1;
    res.statusCode = 500;
    res.end();
  });
  for (let i = 0; i < 20; i += 1) await errorOf(send("/", { retriesMax: 2 }));
  t.ok(calls <= 20 + 10 + 2, `${calls} requests for 20 calls`);
});

t.test("429 says how long to stay away and is not repeated", async (t) => {
  let calls = 0;
  const { send } = await serve(t, (_, res) => {
    calls += 1;
    res.statusCode = 429;
    res.setHeader("retry-after", "7");
    res.end("slow down");
  });
  const error = await errorOf(send());
  t.match(error, { kind: "rate_limited", status: 429, retryAfterMs: 7_000 });
  t.equal(error.answer?.body.toString(), "slow down");
  t.equal(calls, 1);
});

t.test("bodies that are too large, also when unpacked, end the call", async (t) => {
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  const { send } = await serve(t, (req, res) => {
    if (req.url === "/bomb") res.setHeader("content-encoding", "gzip");
    res.end(req.url === "/bomb" ? bomb : Buffer.alloc(20_000));
  });
  t.match(await errorOf(send("/large")), { kind: "bad_body" });
  t.match(await errorOf(send("/bomb")), { kind: "bad_body" });
});

t.test("the deadline covers the whole body, not only its head", async (t) => {
  const { send } = await serve(t, (_, res) => {
    res.write("a");
  });
  t.match(await errorOf(send("/", { timeoutMs: 200, retriesMax: 0 })), { kind: "timeout" });
});

t.test("a connection that ends inside the body is a bad body; one that never came is refused", async (t) => {
  const { send } = await serve(t, (_, res) => {
    res.writeHead(200, { "content-length": "100" });
    res.write("half");
    setImmediate(() => res.destroy());
  });
  t.match(await errorOf(send("/", { retriesMax: 0 })), { kind: "bad_body", cut: true });
  const http = openHttp({ clock: systemClock, random });
  const gone = http.send({
    provider: "p",
    url: "http://127.0.0.1:1/",
    timeoutMs: 1_000,
    bodyBytesMax: 1,
    retriesMax: 0,
  });
  t.match(await errorOf(gone), { kind: "refused", status: 0 });
  await http.close();
});

t.test("redirects are not followed", async (t) => {
  const { send } = await serve(t, (_, res) => {
    res.writeHead(302, { location: "http://127.0.0.1:1/elsewhere" });
    res.end();
  });
  t.match(await errorOf(send()), { kind: "http_error", status: 302 });
});

t.test("permission to send is asked for before every attempt, and a refusal sends nothing", async (t) => {
  let calls = 0;
  const { send } = await serve(t, (_, res) => {
    calls += 1;
    res.end();
  });
  const asked = { before: async () => Promise.reject(new Error("no")) };
  await t.rejects(send("/", asked as object));
  t.equal(calls, 0);
});

t.test("Retry-After is read in seconds and as a date", async (t) => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  t.equal(retryAfterMs({ "retry-after": "3" }, now), 3_000);
  t.equal(retryAfterMs({ "retry-after": "Thu, 01 Jan 2026 00:00:10 GMT" }, now), 10_000);
  t.equal(retryAfterMs({ "retry-after": "soon" }, now), null);
  t.equal(retryAfterMs({}, now), null);
});
