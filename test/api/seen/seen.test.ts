// What is counted and written down of requests to a real server: as many as there were, by route and status, and no secret.
import t from "tap";
import { openSeen } from "../../../api/seen/seen.ts";
import type { AccessLine } from "../../../schema/io/seen/access-log.ts";
import { openMetrics } from "../../../schema/io/seen/metrics.ts";
import { families } from "../../../schema/io/seen/tally.ts";
import { startTestApi } from "../../support/api/api.ts";
import { answers, exchange, serve } from "../../support/api/socket.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const metrics = openMetrics("api", []);

/** The number of a line of metrics that begins so; 0 where there is none. */
async function numberOf(name: string, labels: Record<string, string>): Promise<number> {
  const text = await metrics.text();
  const parts = Object.entries({ ...labels, process: "api" });
  const line = text
    .split("\n")
    .find((one) => one.startsWith(`${name}{`) && parts.every(([key, value]) => one.includes(`${key}="${value}"`)));
  return Number(line?.split(" ").at(-1) ?? 0);
}

t.test("requests", async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  const written: AccessLine[] = [];
  const log = { write: (line: AccessLine) => void written.push(line), close: async () => {} };
  const { port } = await serve(t, api, { seen: openSeen({ log, sample: 4 }) });
  const request = (target: string, headers = "", method = "GET") =>
    `${method} ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
  const send = (target: string, headers = "", method = "GET") =>
    exchange(port, [request(target, headers, method)], method === "HEAD" ? (s) => s.includes("\r\n\r\n") : answers(1));

  t.test("each is counted once by route, method and status, from ready bytes or not", async (t) => {
    const labels = { route: "getState", method: "GET", status: "200" };
    const before = await numberOf("http_requests_total", labels);
    for (let k = 0; k < 9; k++) await send("/v1/state/bitcoin");
    t.equal((await numberOf("http_requests_total", labels)) - before, 9);
    const others = [
      ["/v1/state/no-such-token", "GET", { ...labels, status: "404" }],
      ["/v1/state/bitcoin", "HEAD", { ...labels, method: "HEAD" }],
      ["/no/such/path", "GET", { route: "none", status: "404" }],
      ["/healthz", "GET", { route: "page", status: "200" }],
    ] as const;
    for (const [target, method, where] of others) {
      const was = await numberOf("http_requests_total", where);
      await send(target, "", method);
      t.equal((await numberOf("http_requests_total", where)) - was, 1, `${method} ${target}`);
    }
    t.equal(await numberOf("http_response_bytes_total", { ...labels, method: "HEAD" }), 0, "HEAD sends nothing");
    t.ok((await numberOf("http_response_bytes_total", labels)) > 9 * 1_000);
  });

  t.test("what is not from ready bytes has a line each, ready answers one of so many", async (t) => {
    written.length = 0;
    for (let k = 0; k < 8; k++) await send("/v1/state/bitcoin", "X-Request-Id: hot\r\n");
    t.equal(written.length, 2, "two of eight");
    t.match(written[0], { id: "hot", caller: "open", method: "GET", route: "getState", status: 200, of: 4 });
    written.length = 0;
    await send("/v1/state/nobody?x=1", "X-Request-Id: mine_7\r\n");
    t.equal(written.length, 1);
    t.match(written[0], { id: "mine_7", caller: "open", route: "getState", of: 1 });
    t.ok((written[0]?.us ?? 0) > 0 && (written[0]?.bytes ?? 0) > 0);
  });

  t.test("a line holds no key, signature, address or target", async (t) => {
    written.length = 0;
    const key = "assay_live_0123456789abcdefghij";
    await send("/v1/history/bitcoin?secretish=1", `Authorization: Bearer ${key}\r\nX-Forwarded-For: 203.0.113.9\r\n`);
    await send("/v1/state/bitcoin?q=1", "Payment-Signature: c2lnbmVk\r\n");
    t.match(
      written.map(({ caller }) => caller),
      ["key", "payer"],
    );
    t.notMatch(JSON.stringify(written), /assay_live|c2lnbmVk|203\.0\.113|127\.0\.0\.1|secretish|bitcoin/);
  });

  t.test("methods that a stranger makes up are one label and one word of the log, however many and long", async (t) => {
    await send("/no/such/path", "", "FIRST");
    const series = () => families().reduce((sum, { all }) => sum + [...all()].length, 0);
    const [before, told] = [series(), await numberOf("http_requests_total", { route: "none", method: "other" })];
    written.length = 0;
    for (const method of ["SECOND", "third", `LONG${"G".repeat(5_000)}`]) await send("/no/such/path", "", method);
    t.equal(series(), before, "nothing more is held");
    t.equal(await numberOf("http_requests_total", { route: "none", method: "other" }), told + 3);
    t.same(
      written.map(({ method }) => method),
      ["other", "other", "other"],
    );
    t.notMatch(await metrics.text(), /FIRST|SECOND|THIRD|LONG/);
    await send("/no/such/path", "", "patch");
    t.match(written.at(-1), { method: "PATCH" });
  });

  t.test("a request that is refused before it is routed is counted", async (t) => {
    const before = await numberOf("http_requests_total", { route: "none", status: "400" });
    await exchange(port, ["GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"], () => false);
    t.equal((await numberOf("http_requests_total", { route: "none", status: "400" })) - before, 1);
  });
});

t.test("one of sixteen ready answers is timed and stands for all of them", async (t) => {
  const seen = openSeen();
  const labels = { route: "none", method: "GET", status: "299" };
  for (let k = 0; k < 64; k++) seen.ready(null, false, 299, 10, seen.begin(), "open", "");
  t.equal(await numberOf("http_requests_total", labels), 64);
  t.equal(await numberOf("http_request_duration_seconds_count", labels), 64);
  t.equal(await numberOf("http_response_bytes_total", labels), 640);
});
