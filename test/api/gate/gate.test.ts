// The gate over the wire: keys, rates, bodies, idempotency, what is counted, and what a lost Redis opens and closes.
import { EventEmitter, once } from "node:events";
import t from "tap";
import { openIdempotency } from "../../../api/gate/idempotency.ts";
import type { StoredAnswer } from "../../../api/pay/payment.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { createKey, limitKey, revokeKey, rotateKey } from "../../../scripts/keys/store-key.ts";
import { ask, from, type Gated, type Headers, json, startGated } from "../../support/api/gated.ts";
import { answers, bodyOf, exchange, head } from "../../support/api/socket.ts";
import { NO_STORE } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { ownClock, until } from "../../support/until.ts";

const server = await startTestRedis(t);
const redis = openRedis(server.url, "patient", "test");
t.teardown(() => redis.disconnect());
const doors = { redis, store: { ...NO_STORE, insert: async () => undefined }, now: () => Date.now() };
const gated = await Promise.all([0, 1].map(() => startGated(t, { REDIS_URL: server.url })));
const [one, two] = gated as [Gated, Gated];

t.test("a key opens what it is for, and is refused everywhere within a second of being revoked", async (t) => {
  const { key, secret } = await createKey(doors, "partner");
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
  for (const process of gated) {
    await until(async () => (await ask(process, "/v1/test/a", bearer(secret))).status === 200);
    t.equal((await ask(process, "/v1/test/a", bearer(`${secret.slice(0, -1)}_`))).body.code, "invalid_api_key");
  }
  for (let call = 0; call < 60; call++) t.equal((await ask(one, "/v1/test/a", bearer(secret))).status, 200);
  const { headers } = await ask(two, "/v1/test/a", bearer(secret));
  t.match(headers.get("ratelimit-policy"), '"read";q=60000;w=60');
  await limitKey(doors, key.id, { read: 7 });
  await until(async () =>
    /q=7;/.test((await ask(two, "/v1/test/a", bearer(secret))).headers.get("ratelimit-policy") ?? ""),
  );
  const rotated = await rotateKey(doors, key.id);
  for (const process of gated) {
    await until(async () => (await ask(process, "/v1/test/a", bearer(secret))).status === 401);
    t.not((await ask(process, "/v1/test/a", bearer(rotated.secret))).status, 401);
  }
  // Both answer it from ready bytes until then.
  for (const process of gated) t.not((await ask(process, "/v1/test/a", bearer(rotated.secret))).status, 401);
  const passed = ownClock(t);
  await revokeKey(doors, key.id);
  const ended = gated.map(async (process) => {
    await until(async () => (await ask(process, "/v1/test/a", bearer(rotated.secret))).status === 401);
    return passed();
  });
  for (const after of await Promise.all(ended)) t.ok(after < 1_000, `refused after ${after} ms`);
  t.notOk(JSON.stringify(await redis.hgetall(KEYS.partnerKeys)).includes(secret.slice(15)), "no secret is kept");
});

t.test("every call has its rates and what is left of them; over a rate it is 429 with the policies", async (t) => {
  const burst = async (address: string) => {
    const answers = [];
    for (let call = 0; call < 45; call++)
      answers.push(await ask(gated[call % 2] as Gated, "/v1/test/none", from(address)));
    return answers;
  };
  const countOf = (answers: Awaited<ReturnType<typeof burst>>) => answers.filter(({ status }) => status === 404).length;
  let answers = await burst("192.0.2.1");
  // A window that began meanwhile lets more pass; three bursts in a row do not each meet one.
  for (const address of ["192.0.2.101", "192.0.2.102"]) if (countOf(answers) !== 30) answers = await burst(address);
  const [first] = answers;
  t.equal(first?.headers.get("ratelimit-policy"), '"burst";q=30;w=10, "read";q=120;w=60, "data-free";q=25;w=86400');
  t.match(first?.headers.get("ratelimit"), /^"burst";r=29;t=\d+, "read";r=119;t=\d+, "data-free";r=25;t=\d+$/);
  t.equal(countOf(answers), 30, "30 pass in a window");
  const refused = answers.find(({ status }) => status === 429);
  t.same(refused?.body.violated_policies, ["burst"]);
  t.ok(Number(refused?.headers.get("retry-after")) <= 10);
});

t.test("a body is refused with everything that is wrong about it, and uses no free call", async (t) => {
  const headers = json("192.0.2.2");
  const wrong = await ask(one, "/v1/test", headers, '{"name":"","size":11,"sid/e":1,"__proto__":{}}');
  t.equal(wrong.status, 400);
  t.same(wrong.body.errors?.map(({ pointer, code }) => `${pointer} ${code}`).sort(), [
    "/__proto__ unknown_field",
    "/name out_of_range",
    "/side missing_field",
    "/sid~1e unknown_field",
    "/size out_of_range",
  ]);
  t.equal((await ask(one, "/v1/test", headers, "{")).body.code, "invalid_json");
  t.equal((await ask(one, "/v1/test", headers, "")).body.code, "invalid_json");
  t.equal((await ask(one, "/v1/test", headers, "[]")).body.code, "invalid_type");
  t.match(await ask(one, "/v1/test", from("192.0.2.2"), "{}"), {
    status: 415,
    body: { code: "unsupported_media_type" },
  });
  t.equal((await ask(one, "/v1/test", headers, `{"name":"${"a".repeat(17_000)}"}`)).status, 413);
  const allowed = await fetch(`${one.url}/v1/test`);
  t.equal(allowed.status, 405);
  t.equal(allowed.headers.get("allow"), "POST, OPTIONS");
});

t.test("an Idempotency-Key gets the first answer again: no work, no allowance, on any process", async (t) => {
  const body = (name: string, more = {}) => JSON.stringify({ name, size: 1, side: "buy", ...more });
  const headers = (key: string) => json("192.0.2.3", { "idempotency-key": key });
  const first = await ask(one, "/v1/test", headers("a1"), body("once"));
  t.match(first, { status: 200, body: { value: 1 } });
  const again = await ask(two, "/v1/test", headers('"a1"'), '{"side":"buy", "size":1.0, "name":"once"}');
  t.match(again, { status: 200, body: { value: 1 } });
  t.equal(again.headers.get("idempotency-replayed"), "true");
  t.equal((await ask(two, "/v1/test", headers("a1"), body("twice"))).body.code, "idempotency_key_reused");
  const same = () =>
    [one, two, one, two].map((to) => ask(to, "/v1/test", headers("a2"), body("slow", { waitMs: 400 })));
  const joined = await Promise.all(same());
  t.same(
    joined.map(({ status, body: said }) => said.value ?? status),
    [1, 1, 1, 1],
    "who comes meanwhile joins",
  );
  t.equal(
    joined.filter(({ headers: sent }) => sent.get("idempotency-replayed") === null).length,
    1,
    "one did the work",
  );
  const last = await ask(one, "/v1/test", headers("a4"), body("slow", { size: 2 }));
  t.match(last.headers.get("ratelimit"), /"premium-free";r=7/, "and one used a free call");
  // What failed on our side is not kept: the same call may be tried again.
  t.equal((await ask(one, "/v1/test", headers("a3"), body("broken"))).status, 502);
  t.equal((await ask(one, "/v1/test", headers("a3"), body("broken"))).headers.get("idempotency-replayed"), null);
  t.equal((await ask(one, "/v1/test", headers("k".repeat(256)), body("x"))).status, 400);
  // At the ends of a value the library takes such bytes for blanks and drops them.
  for (const key of ["caf\u00e9s", "a\u00c3\u00a9b", '"\u00e9"', "a\tb"]) {
    const text = body("odd");
    const sent = `Content-Type: application/json\r\nContent-Length: ${text.length}\r\nIdempotency-Key: ${key}\r\n`;
    const head = `POST /v1/test HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.150\r\n${sent}\r\n`;
    const said = await exchange(one.port, [head + text], answers(1));
    t.match(said.text, /^HTTP\/1\.1 400/, key);
    t.match(said.text, /Idempotency-Key has 1 to 255 printable ASCII characters/);
  }
});

t.test(
  "a call joins the same one that runs: gets its answer, works where that left none, waits no longer than it may",
  async (t) => {
    const [here, there] = [openIdempotency(redis, "here"), openIdempotency(redis, "there")];
    const call = { caller: "ip:192.0.2.6", method: "POST", path: "/v1/test", fingerprint: "f", patienceMs: 60_000 };
    const answer = (text: string): StoredAnswer => ({ status: 200, headers: [], body: Buffer.from(text) });
    /** Work that goes on until it is let go. */
    const held = () => {
      const said = new EventEmitter();
      const begun = once(said, "begun");
      const work = async () => {
        const end = once(said, "end");
        said.emit("begun");
        const [made] = (await end) as [StoredAnswer | Error];
        if (made instanceof Error) throw made;
        return made;
      };
      return { work, begun, end: (made: StoredAnswer | Error) => said.emit("end", made) };
    };
    const never = () => Promise.reject(new Error("it worked twice"));
    const good = held();
    const first = here.run({ ...call, key: "good" }, good.work);
    await good.begun;
    const impatient = await there.run({ ...call, key: "good", patienceMs: 50 }, never).catch((error: unknown) => error);
    t.match(impatient, { code: "idempotency_in_progress" });
    const other = there.run({ ...call, key: "good", fingerprint: "g" }, never);
    await t.rejects(other, { code: "idempotency_key_reused" }, "another body is told so at once");
    const joined = [here, there, there].map((process) => process.run({ ...call, key: "good" }, never));
    good.end(answer("once"));
    for (const one of [first, ...joined]) t.equal(Buffer.from((await one).body).toString(), "once");

    const bad = held();
    const failed = here.run({ ...call, key: "bad" }, bad.work);
    await bad.begun;
    const second = there.run({ ...call, key: "bad" }, async () => answer("by the second"));
    bad.end(new Error("it broke"));
    await t.rejects(failed, { message: "it broke" });
    t.equal(Buffer.from((await second).body).toString(), "by the second");
  },
);

t.test("only answers with 2xx use the allowance; a caller has two slow calls at once", async (t) => {
  const body = (name: string, waitMs = 0) => JSON.stringify({ name, size: 1, side: "buy", waitMs });
  for (let call = 0; call < 5; call++)
    t.equal((await ask(one, "/v1/test", json("192.0.2.4"), body("lost"))).status, 404);
  const last = await ask(two, "/v1/test", json("192.0.2.4"), body("found"));
  t.match(last.headers.get("ratelimit"), /"premium-free";r=9/);
  const three = await Promise.all(
    [0, 1, 2].map((at) => ask(gated[at % 2] as Gated, "/v1/test", json("192.0.2.5"), body("w", 500))),
  );
  t.same(three.map(({ status, body }) => body.code ?? status).sort(), [200, 200, "concurrency_limited"]);
});

t.test("calls are counted by caller, endpoint, status and way of payment", async (t) => {
  const texts: string = await until(async () => {
    const all = (await redis.lrange(KEYS.usage, 0, -1)).join("\n");
    return all.includes('"caller":"ip:192.0.2.5"') ? all : undefined;
  });
  const counts = texts.split("\n").flatMap((text) => JSON.parse(text).counts as Record<string, unknown>[]);
  const refused = counts.find(({ caller, status }) => caller === "ip:192.0.2.5" && status === 429);
  t.match(refused, { route: "postTest", method: "POST", tier: "premium", paid_by: "none", calls: 1 });
  t.ok(counts.some(({ caller, paid_by }) => String(caller).startsWith("key:") && paid_by === "key"));
});

/** What a raw request got, without what differs from call to call. */
async function askRaw({ port }: Gated, path: string, headers: Headers, method = "GET") {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const isWhole = (text: string) => answers(1)(text) || (method === "HEAD" && text.includes("\r\n\r\n"));
  const { text } = await exchange(port, [`${method} ${path} HTTP/1.1\r\nHost: x\r\n${lines.join("")}\r\n`], isWhole);
  const [first = "", ...rest] = head(text).split("\r\n");
  const varies = /^(x-request-id|date|ratelimit|retry-after):/i;
  const body = bodyOf(text).replace(/"request_id":"[^"]*"|"retry_after_s":\d+/g, "");
  // A wait of ten seconds is told with a digit more than one of nine.
  const varied = bodyOf(text).length - body.length;
  const told = rest
    .filter((line) => !varies.test(line))
    .map((line) => line.replace(/^content-length: (\d+)/i, (_, bytes) => `content-length: ${Number(bytes) - varied}`));
  return { status: Number(first.split(" ")[1]), headers: told.sort(), body };
}

t.test("an answer from ready bytes is what thinking gives: 200, 304, 402, 429, and HEAD", async (t) => {
  const { secret } = await createKey(doors, "twice");
  const key = { authorization: `Bearer ${secret}` };
  const path = "/v1/test/twice";
  await until(async () => (await askRaw(one, path, key)).status === 200);
  // A length makes a call one that has to be thought about.
  const thought = { "content-length": "0" };
  const compare = async (status: number, headers: Headers, method = "GET") => {
    const ready = await askRaw(one, path, headers, method);
    t.same(ready, await askRaw(one, path, { ...headers, ...thought }, method), `${method} ${status}`);
    t.equal(ready.status, status);
    return ready;
  };
  await compare(200, key);
  await compare(200, key, "HEAD");
  await compare(304, { ...key, "if-none-match": "*" });
  const caller = from("192.0.2.20");
  for (let call = 0; call < 25; call++) t.equal((await ask(one, path, caller)).status, 200);
  await ask(one, path, caller);
  const refused = await compare(402, caller);
  t.match(refused.body, `"instance":"${path}"`);
  t.equal((await askRaw(one, path, { ...caller, "if-none-match": "*" })).status, 402, "a holder has to pay as well");
  await until(async () => (await ask(one, path, caller)).status === 429);
  const [ready, slow] = [await askRaw(one, path, caller), await askRaw(one, path, { ...caller, ...thought })];
  // The window may end between the two.
  if (ready.status === slow.status) t.same(ready, slow);
});

t.test("HEAD uses no free call, and takes no payment", async (t) => {
  const caller = from("192.0.2.24");
  for (let call = 0; call < 5; call++) {
    t.equal((await askRaw(one, "/v1/test/looked", caller, "HEAD")).status, 200);
    t.equal((await askRaw(one, "/v1/test/looked", { ...caller, "content-length": "0" }, "HEAD")).status, 200);
  }
  const { headers } = await ask(two, "/v1/test/looked", caller);
  t.match(headers.get("ratelimit"), /"data-free";r=24;/);
  const paying = { ...caller, "payment-signature": "e30=" };
  t.equal((await askRaw(one, "/v1/test/looked", paying, "HEAD")).status, 400);
  t.equal((await askRaw(one, "/v1/free", paying, "HEAD")).status, 400, "also where nothing is to be paid");
});

t.test("what is refused before the gate counts against the burst of its address", async (t) => {
  const refusals: readonly ((address: string) => Promise<number>)[] = [
    async (address) => (await ask(one, "/v1/nowhere", from(address))).status,
    async (address) => (await ask(one, "/v1/test/a?x=1", from(address))).status,
    async (address) => (await ask(one, "/v1/test", json(address), "{")).status,
    async (address) => (await ask(one, "/v1/test/a", { ...from(address), authorization: "Bearer none" })).status,
    async (address) => (await askRaw(one, "/v1/test/a", from(address), "DELETE")).status,
    async (address) => (await ask(one, "/v1/test", json(address), `"${"a".repeat(17_000)}"`)).status,
  ];
  const run = async (address: string) => {
    const statuses: number[] = [];
    for (let call = 0; call < 36; call++) statuses.push((await refusals[call % refusals.length]?.(address)) ?? 0);
    return statuses;
  };
  let statuses = await run("192.0.2.110");
  // A window that began meanwhile lets more pass; three runs do not each meet one.
  for (const address of ["192.0.2.111", "192.0.2.112"]) if (!statuses.includes(429)) statuses = await run(address);
  t.same(statuses.slice(0, 6), [404, 400, 400, 401, 405, 413]);
  t.ok(statuses.slice(30).includes(429), `${statuses.slice(28)}`);
  t.notOk(statuses.slice(0, 30).includes(429));
});

t.test("a flood of requests that cannot be trusted gets 429", async (t) => {
  const heads = [
    "POST /v1/test HTTP/1.1\r\nHost: x\r\nContent-Length: 17000\r\n",
    `GET /v1/free HTTP/1.1\r\nHost: x\r\nX-Big: ${"a".repeat(17_000)}\r\n`,
    "GET /v1/free HTTP/1.1\r\nHost: x\r\nHost: y\r\n",
  ];
  for (const [at, head] of heads.entries()) {
    const run = async (address: string) => {
      const told: string[] = [];
      for (let call = 0; call < 45; call++) {
        told.push((await exchange(one.port, [`${head}X-Forwarded-For: ${address}\r\n\r\n`], answers(1))).text);
      }
      return told;
    };
    const statusOf = (text: string) => Number(text.split(" ")[1]);
    let told = await run(`192.0.2.${120 + at * 3}`);
    // A window that began meanwhile lets more pass; three runs do not each meet one.
    for (const more of [1, 2]) {
      if (!told.some((text) => statusOf(text) === 429)) told = await run(`192.0.2.${120 + at * 3 + more}`);
    }
    t.equal(told.slice(0, 30).map(statusOf).includes(429), false);
    const limited = told.find((text) => statusOf(text) === 429) ?? "";
    t.match(limited, /"violated_policies":\["burst"\]/);
    t.match(limited, /^retry-after: \d+\r$/im);
    t.match(limited, /^connection: close\r$/im);
  }
});

t.test("pages and preflights are under the burst of their caller, probes are not", async (t) => {
  const counted: readonly (readonly [string, string])[] = [
    ["/openapi.json", "GET"],
    ["/errors/rate_limited", "GET"],
    ["/rules/eval-2", "GET"],
    ["/llms.txt", "HEAD"],
    ["/v1/free", "OPTIONS"],
  ];
  const run = async (address: string, calls: typeof counted) => {
    const statuses: number[] = [];
    for (let call = 0; call < 45; call++) {
      const [path, method] = calls[call % calls.length] ?? ["", ""];
      const { status } = await fetch(`${one.url}${path}`, { method, headers: from(address) });
      statuses.push(status);
    }
    return statuses;
  };
  let statuses = await run("192.0.2.140", counted);
  // A window that began meanwhile lets more pass; three runs do not each meet one.
  for (const address of ["192.0.2.141", "192.0.2.142"]) {
    if (!statuses.includes(429)) statuses = await run(address, counted);
  }
  t.same(statuses.slice(0, 5), [200, 200, 200, 200, 204]);
  t.notOk(statuses.slice(0, 30).includes(429));
  t.ok(statuses.slice(30).includes(429), `${statuses}`);
  const told = await fetch(`${one.url}/openapi.json`, { headers: from("192.0.2.143") });
  t.match(told.headers.get("ratelimit"), /^"burst";r=29;/);
  const probed = await run("192.0.2.144", [
    ["/healthz", "GET"],
    ["/readyz", "GET"],
  ]);
  t.notOk(probed.includes(429), "who watches over the process is always told");
});

t.test("a caller who holds the answer uses no free call", async (t) => {
  const caller = from("192.0.2.21");
  for (let call = 0; call < 3; call++) await ask(one, "/v1/test/held", caller);
  for (let call = 0; call < 10; call++) {
    const { status } = await ask(one, "/v1/test/held", { ...caller, "if-none-match": "*" });
    t.equal(status, 304);
  }
  const { headers } = await ask(two, "/v1/test/held", caller);
  t.match(headers.get("ratelimit"), /"data-free";r=21;/);
});

t.test("while Redis hangs every call is answered as without it, and after it as before", async (t) => {
  const { secret } = await createKey(doors, "hanging");
  const headers = { authorization: `Bearer ${secret}` };
  await until(async () => (await ask(one, "/v1/test/a", headers)).status === 200);
  const calls = (address: string) => [
    ask(one, "/v1/free", from(address)),
    ask(one, "/v1/test/b", headers),
    ask(one, "/v1/test/b", from(address)),
    ask(one, "/nowhere", from(address)),
    ask(one, "/v1/test", json(address), '{"name":"a","size":1,"side":"buy"}'),
    ask(
      one,
      "/v1/test",
      json(address, { ...headers, "idempotency-key": address }),
      '{"name":"a","size":1,"side":"buy"}',
    ),
  ];
  const statuses = async (address: string) => (await Promise.all(calls(address))).map(({ status }) => status);
  const silence = { silent: true };
  const late = new Promise<typeof silence>((resolve) => setTimeout(resolve, 10_000, silence).unref());
  server.pause();
  t.teardown(() => server.resume());
  for (const address of ["192.0.2.31", "192.0.2.32", "192.0.2.33"]) {
    t.same(await Promise.race([statuses(address), late]), [200, 200, 503, 404, 503, 503]);
  }
  server.resume();
  await until(async () => (await ask(one, "/v1/test/a", from("192.0.2.34"))).status === 200);
});

t.test("without Redis what has to be counted is closed, and what a key may read stays open", async (t) => {
  const { secret } = await createKey(doors, "outage");
  const headers = { authorization: `Bearer ${secret}` };
  await until(async () => (await ask(one, "/v1/test/a", headers)).status === 200);
  const spent = from("192.0.2.22");
  for (let call = 0; call < 27; call++) await ask(one, "/v1/test/a", spent);
  t.equal((await ask(one, "/v1/free", from("192.0.2.23"))).status, 200);
  await server.kill();
  for (let call = 0; call < 10; call++) t.equal((await ask(one, "/v1/test/a", headers)).status, 200);
  for (const process of gated) {
    for (const address of ["192.0.2.9", "192.0.2.23"]) {
      t.equal((await ask(process, "/v1/free", from(address))).status, 200, "what is free stays open");
    }
    t.equal((await ask(process, "/v1/test/a", from("192.0.2.9"))).status, 503);
  }
  t.equal((await ask(one, "/v1/test/a", spent)).status, 402, "and nothing that has to be paid opens");
  t.equal((await ask(one, "/v1/test", json("192.0.2.9"), '{"name":"a","size":1,"side":"buy"}')).status, 503);
});
