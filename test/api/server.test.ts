// The server on real sockets: what broken, slow, hostile or vanishing clients do, and what they get.
import { createConnection } from "node:net";
import t from "tap";
import type { ApiRequest } from "../../api/app.ts";
import { fault, withHeaders } from "../../schema/fault.ts";
import { startTestApi } from "../support/api/api.ts";
import { answers, bodyOf, exchange, head, open, serve, statuses } from "../support/api/socket.ts";
import { frames } from "../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const request = (target: string, headers = "", method = "GET") =>
  `${method} ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const codeOf = (text: string) => (JSON.parse(bodyOf(text)) as { code: string }).code;

/** Headers after which it is not sure where the request ends, or for whom it is. */
const UNCLEAR = [
  ["two Content-Length headers", "Content-Length: 1\r\nContent-Length: 2\r\n"],
  ["two equal Content-Length headers", "Content-Length: 0\r\nContent-Length: 0\r\n"],
  ["two Host headers", "Host: y\r\n"],
  ["a Content-Length that is no number", "Content-Length: 5x\r\n"],
  ["a negative Content-Length", "Content-Length: -5\r\n"],
  ["a Transfer-Encoding that is not chunked", "Transfer-Encoding: xchunked\r\n"],
  ["more than 16 KB of headers in one packet", `X-Big: ${"a".repeat(17_000)}\r\n`],
  ["Content-Length with Transfer-Encoding", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"],
  ["two Transfer-Encoding headers", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"],
] as const;

t.test("the server", async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  let handled = 0;
  const counting = {
    ...api.app,
    handle(request: ApiRequest) {
      handled += 1;
      return api.app.handle(request);
    },
  };
  const { port } = await serve(t, { ...api, app: counting }, { slowPeerDeadlineMs: 1_000 });

  t.test("an answer from ready bytes is the same as the first one, but for the request id", async (t) => {
    const first = await exchange(port, [request("/v1/state/bitcoin")], answers(1));
    t.equal(handled, 1);
    const second = await exchange(port, [request("/v1/state/bitcoin")], answers(1));
    t.equal(handled, 1, "the second one comes from ready bytes");
    const named = (text: string) =>
      head(text)
        .split("\r\n")
        .filter((line) => !/^(x-request-id|date):/i.test(line))
        .sort();
    t.same(named(second.text), named(first.text));
    t.equal(bodyOf(second.text), bodyOf(first.text));
    const ids = [first, second].map(({ text }) => /^x-request-id: (\S+)$/im.exec(head(text))?.[1]);
    t.match(ids[1], /^[\w-]{18}$/);
    t.not(ids[0], ids[1]);
    const own = await exchange(port, [request("/v1/state/bitcoin", "X-Request-Id: mine_1\r\n")], answers(1));
    t.match(head(own.text), /^x-request-id: mine_1$/im);
    t.same(named(own.text), named(first.text));
    const target = "/v1/state/bitcoin?sections=market";
    for (let k = 0; k < 3; k++) await exchange(port, [request(target)], answers(1));
    t.equal(handled, 2, "with a query too");
    const held = /^etag: (\S+)$/im.exec(head(first.text))?.[1];
    for (const tag of [held, `W/${held}`, "*"]) {
      const unchanged = await exchange(port, [request("/v1/state/bitcoin", `If-None-Match: ${tag}\r\n`)], answers(1));
      t.same(statuses(unchanged.text), [304]);
      const lines = named(first.text).filter((line) => !/^(content-|http)/i.test(line));
      t.same(named(unchanged.text), [...lines, "HTTP/1.1 304 Not Modified"].sort());
    }
    const bare = await exchange(port, [request("/v1/state/bitcoin", "", "HEAD")], (s) => s.includes("\r\n\r\n"));
    t.same(
      named(bare.text),
      named(first.text)
        .map((line) => line.replace("Content-Length", "content-length"))
        .sort(),
    );
    t.equal(bodyOf(bare.text), "");
    t.equal(handled, 2, "for a holder and for HEAD too");
    const packed = await exchange(port, [request("/v1/state/bitcoin", "Accept-Encoding: br, gzip\r\n")], answers(1));
    t.match(head(packed.text), /^content-encoding: br$/im);
  });

  t.test("no header line is sent twice and none is split", async (t) => {
    for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
      const { text } = await exchange(port, [request("/v1/tokens", "", method)], (s) => s.includes("\r\n\r\n"));
      const names = head(text)
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(":")[0]?.toLowerCase());
      t.equal(new Set(names).size, names.length, `${method}: ${names.join(" ")}`);
      t.ok(names.includes("x-request-id"));
    }
  });

  t.test("the secret of monitors reaches the calls that need it", async (t) => {
    const asked = (target: string, method: string) => request(target, "X-Monitor-Secret: whsec_x\r\n", method);
    const pieces = [asked("/v1/monitor", "GET"), asked("/v1/monitor/mon_x", "DELETE")];
    for (const piece of pieces) {
      const { text } = await exchange(port, [piece], answers(1));
      // Nobody works here: the call got as far as that.
      t.equal(codeOf(text), "upstream_unavailable");
    }
    const without = await exchange(port, [request("/v1/monitor")], answers(1));
    t.equal(codeOf(without.text), "monitor_secret_required");
  });

  for (const [name, headers] of UNCLEAR) {
    t.test(`${name} are refused with 400 and the connection is closed`, async (t) => {
      for (const target of ["/v1/tokens", "/v1/nothing"]) {
        const { text, closed } = await exchange(port, [request(target, headers)]);
        t.match(head(text), /^HTTP\/1\.1 400/);
        t.ok(closed);
      }
    });
  }

  t.test("nothing behind a refused request is answered, and what was answered before it arrives", async (t) => {
    const next = request("/v1/tokens");
    const chunked = `POST /v1/tokens HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const refused: readonly (readonly [number, string])[] = [
      // Length and coding together the library refuses itself, and drops what it had not sent yet.
      ...UNCLEAR.filter(([name]) => name !== "Content-Length with Transfer-Encoding").map(
        ([, headers]) => [400, request("/v1/tokens", headers)] as const,
      ),
      [400, request("/v1/tokens", "Connection: close\r\nHost: y\r\n")],
      [400, request("/v1/tokens", "Content-Length: 0\r\nContent-Length: 44\r\n", "POST")],
      [413, request("/v1/tokens", "Content-Length: 16385\r\n", "POST") + "a".repeat(16_385)],
      [413, `${chunked}4001\r\n${"a".repeat(0x4001)}\r\n0\r\n\r\n`],
    ];
    for (const [status, first] of refused) {
      const { text, closed } = await exchange(port, [next + first + next + next]);
      t.same(statuses(text), [200, status], first.slice(0, 120));
      t.ok(closed);
      t.equal(text.match(/HTTP\/1\.1 /g)?.length, 2);
      const last = text.slice(text.indexOf(`HTTP/1.1 ${status}`));
      // Who said so first is not told again.
      if (!first.includes("Connection: close")) t.match(head(last), /^connection: close$/im);
      t.equal(codeOf(last), status === 413 ? "body_too_large" : "invalid_request");
    }
    const bare = await exchange(port, [request("/v1/tokens", "Host: y\r\n", "HEAD") + next + next]);
    t.notMatch(bare.text, /HTTP\/1\.1 200/, "nor behind a HEAD");
    t.ok(bare.closed);
    const alone = await exchange(port, [request("/v1/tokens", "Host: y\r\n", "HEAD")]);
    t.match(alone.text, /^HTTP\/1\.1 400/, "which is answered where nothing is");
    t.ok(alone.closed);
  });

  t.test("a body of more than 16,384 bytes is 413 and closes, whether announced or only sent", async (t) => {
    const announced = await exchange(port, [request("/v1/tokens", "Content-Length: 16385\r\n", "POST")]);
    t.same(statuses(announced.text), [413]);
    t.equal(codeOf(announced.text), "body_too_large");
    t.ok(announced.closed);
    const chunk = `4000\r\n${"a".repeat(0x4000)}\r\n`;
    const pieces = [request("/v1/tokens", "Transfer-Encoding: chunked\r\n", "POST"), chunk, "1\r\na\r\n"];
    const sent = await exchange(port, pieces);
    t.same(statuses(sent.text), [413]);
    t.ok(sent.closed);
    const monitor = request("/v1/monitor", "Content-Length: 16385\r\n", "POST") + "a".repeat(16_385);
    t.equal(codeOf((await exchange(port, [monitor])).text), "body_too_large", "wherever it is sent");
    const most = request("/v1/monitor", "Content-Length: 16384\r\n", "POST") + "a".repeat(16_384);
    t.notMatch(statuses((await exchange(port, [most], answers(1))).text), [413]);
    const whole = request("/v1/tokens", "Content-Length: 16384\r\n", "POST") + "a".repeat(16_384);
    t.same(statuses((await exchange(port, [whole], answers(1))).text), [405], "exactly 16,384 bytes are read");
  });

  t.test("a GET with a small body is answered, and the next request on the connection too", async (t) => {
    const pieces = [`${request("/v1/tokens", "Content-Length: 5\r\n")}hello`, request("/v1/market")];
    t.same(statuses((await exchange(port, pieces, answers(2))).text), [200, 200]);
  });

  t.test("a request head of 12 KB in pieces is taken, one of 20 KB is refused", async (t) => {
    const big = (bytes: number) => [
      `GET /v1/tokens HTTP/1.1\r\nHost: x\r\nX-Big: ${"a".repeat(bytes / 2)}`,
      `${"a".repeat(bytes / 2)}\r\n\r\n`,
    ];
    t.same(statuses((await exchange(port, big(12_000), answers(1))).text), [200]);
    const refused = await exchange(port, big(20_000));
    t.match(refused.text, /^HTTP\/1\.1 4\d\d/);
    t.ok(refused.closed);
  });

  t.test("HTTP/1.0 is told that it is not spoken here", async (t) => {
    const { text, closed } = await exchange(port, ["GET /v1/tokens HTTP/1.0\r\n\r\n"]);
    t.match(text, /^HTTP\/1\.1 505/);
    t.ok(closed);
  });

  t.test("pipelined requests are answered in order", async (t) => {
    const targets = ["/v1/tokens", "/v1/nothing", "/v1/market?sections=breadth", "/v1/state/USDC", "/v1/state/nope"];
    const { text } = await exchange(port, [targets.map((target) => request(target)).join("")], answers(5));
    t.same(statuses(text), [200, 404, 200, 200, 404]);
  });

  t.test("HEAD has the length of the body and no body; OPTIONS has neither", async (t) => {
    const got = await exchange(port, [request("/v1/state/BTC")], answers(1));
    const { text } = await exchange(port, [request("/v1/state/BTC", "", "HEAD")], (s) => s.includes("\r\n\r\n"), 500);
    t.match(head(text), new RegExp(`^content-length: ${bodyOf(got.text).length}$`, "im"));
    t.equal(bodyOf(text), "");
    const options = await exchange(port, [request("/v1/state/BTC", "", "OPTIONS")], (s) => s.includes("\r\n\r\n"));
    t.match(head(options.text), /^HTTP\/1\.1 204/);
    t.notMatch(head(options.text), /content-length/i);
  });

  t.test("header text that would split an answer is never sent back", async (t) => {
    const { text } = await exchange(
      port,
      [request("/v1/tokens?%0d%0aX-Evil:1", "X-Request-Id: a%0d%0aX-Evil: 1\r\n")],
      answers(1),
    );
    t.notMatch(head(text), /^x-evil/im);
    t.same(statuses(text), [400]);
  });

  t.test("clients that vanish before, in and after an answer leave the server whole", async (t) => {
    for (let k = 0; k < 100; k++) {
      const socket = await open(port);
      socket.on("error", () => undefined);
      const target = ["/v1/history/BTC?resolution=15m", "/v1/history/BTC?resolution=raw", "/v1/state/BTC"][k % 3] ?? "";
      if (k % 2) socket.write(request(target));
      else socket.write(`POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc`);
      if (k % 4 < 2) socket.resetAndDestroy();
      else setTimeout(() => socket.resetAndDestroy(), k % 7);
    }
    t.same(statuses((await exchange(port, [request("/healthz")], answers(1))).text), [200]);
  });

  t.test(
    "a reader that does not read is cut off after its deadline, and one that reads slowly gets every byte",
    async (t) => {
      const target = "/v1/history/BTC?series=candles&resolution=15m";
      const whole = await exchange(port, [request(target)], answers(1));
      const bytes = bodyOf(whole.text).length;
      t.ok(bytes > 100_000);
      const slow = createConnection({ port, host: "127.0.0.1", readableHighWaterMark: 1_024 } as never);
      slow.on("error", () => undefined);
      let read = 0;
      slow.write(request(target));
      await new Promise<void>((resolve) => {
        slow.on("data", (chunk) => {
          read += chunk.length;
          if (read >= bytes) return resolve();
          slow.pause();
          setTimeout(() => slow.resume(), 1);
        });
        slow.on("close", () => resolve());
      });
      t.ok(read >= bytes);
      slow.destroy();
      const deaf = await open(port);
      deaf.on("error", () => undefined);
      deaf.pause();
      const closed = new Promise<void>((resolve) => deaf.once("close", () => resolve()));
      // More answers than the socket buffers of both sides take.
      for (let k = 0; k < 200; k++) deaf.write(request(target));
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      deaf.resume();
      await closed;
      t.pass("the connection ended");
    },
  );

  t.test("a body that only trickles in is cut off after the same deadline", async (t) => {
    const pieces = [
      request("/v1/tokens", "Content-Length: 4000\r\n", "POST"),
      // For longer than is waited: one whose deadline began anew with each byte would not be cut off.
      ...Array.from({ length: 2_000 }, () => "a"),
    ];
    const { text, closed } = await exchange(port, pieces);
    t.equal(text, "");
    t.ok(closed);
  });

  t.test("a second server on the port fails instead of sharing it", async (t) => {
    const { startServer } = await import("../../api/server.ts");
    await t.rejects(startServer({ app: api.app, log: api.deps.log, host: "127.0.0.1", port }), /cannot be listened on/);
  });
});

t.test("a refusal from ready bytes is the one that thinking gives, with a request id of its own", async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  const told = fault("rate_limited", "Too many.", { violated_policies: ["read"], retryAfterS: 7 });
  let handled = 0;
  const app = {
    ...api.app,
    isMetered: true,
    passNow: () => ({ limits: '"read";r=0;t=7', refusal: { key: "a", fault: () => told } }),
    handle(request: ApiRequest) {
      handled += 1;
      return handled === 1 ? api.app.handle(request) : api.app.refuse(request, withHeaders(told, LIMITED));
    },
  };
  const LIMITED = { ratelimit: '"read";r=0;t=7' };
  const { port } = await serve(t, { ...api, app });
  const get = async (headers: string, method = "GET") =>
    (
      await exchange(
        port,
        [request("/v1/market", headers, method)],
        (s) => s.includes("\r\n\r\n") && answers(1)(s),
        500,
      )
    ).text;
  await get("");
  const ready = [await get(""), await get(""), await get("X-Request-Id: mine\r\n"), await get("", "HEAD")];
  t.equal(handled, 1, "the refusals come from ready bytes");
  // A length makes the call one that is not plain.
  const thought = await get("Content-Length: 0\r\n");
  t.equal(handled, 2);
  const lines = (text: string) =>
    head(text)
      .split("\r\n")
      .filter((line) => !/^(x-request-id|date|content-length):/i.test(line))
      .sort();
  const idOf = (text: string) => /^x-request-id: (\S+)$/im.exec(head(text))?.[1];
  for (const text of ready) t.same(lines(text), lines(thought));
  for (const text of ready.slice(0, 3)) {
    const { request_id, ...rest } = JSON.parse(bodyOf(text)) as { request_id: string };
    const { request_id: _, ...expected } = JSON.parse(bodyOf(thought)) as { request_id: string };
    t.same(rest, expected);
    t.equal(request_id, idOf(text));
  }
  t.equal(new Set(ready.map(idOf)).size, ready.length);
  t.equal(idOf(ready[2] ?? ""), "mine");
  t.equal(bodyOf(ready[3] ?? ""), "");
});

t.test("a stopping server tells who still asks to go, whatever the answer, and closes who is silent", async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  const { port, stop } = await serve(t, api);
  const sockets = await Promise.all(Array.from({ length: 5 }, () => open(port)));
  const heads: string[] = ["", "", "", "", ""];
  for (const [at, socket] of sockets.entries()) {
    socket.on("data", (chunk) => {
      heads[at] += chunk.toString("latin1");
    });
    socket.write(request("/v1/state/BTC"));
  }
  while (!heads.every((text) => answers(1)(text))) await new Promise((resolve) => setTimeout(resolve, 10));
  const closed = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
  const stopped = stop(5_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  heads.fill("");
  const held = "If-None-Match: *\r\n";
  for (const [at, [headers = "", method]] of [[""], [held], ["", "HEAD"], ["", "OPTIONS"]].entries()) {
    sockets[at]?.write(request("/v1/state/BTC", headers, method));
  }
  await stopped;
  await closed;
  t.same(
    heads.map((text) => /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]),
    ["200", "304", "200", "204", undefined],
  );
  for (const text of heads.slice(0, 4)) t.match(head(text), /^connection: close$/im);
  t.match(head(heads[2] ?? ""), /^content-length: [1-9]\d+$/im, "HEAD has the length all the same");
});

t.test("a stopping server ends what is in flight, refuses what is new, and leaves nothing", async (t) => {
  const slow = { query: () => new Promise<never>((_, reject) => setTimeout(reject, 700, new Error("late"))) };
  const { absentStore } = await import("../support/api/api.ts");
  const api = await startTestApi(t, AT, frames(AT), { ...absentStore, ...slow });
  const { port, stop } = await serve(t, api);
  const inFlight = exchange(port, [request("/v1/history/BTC?series=price&resolution=raw")]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const stopped = stop(5_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await t.rejects(open(port), "no new connection");
  const { text, closed } = await inFlight;
  t.same(statuses(text), [503]);
  t.match(head(text), /^connection: close$/im);
  t.ok(closed);
  await stopped;
});
