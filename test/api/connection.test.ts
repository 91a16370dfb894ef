// Who may connect and how: caps in all and by address, what is counted, TLS beside plain HTTP, and the way from one to the other.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get } from "node:https";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { fileURLToPath } from "node:url";
import t from "tap";
import { openApp } from "../../api/app.ts";
import { countPeersOf, countRows, openConnections } from "../../api/connection.ts";
import type { Gate } from "../../api/gate/gate.ts";
import { fault } from "../../schema/fault.ts";
import { startTestApi } from "../support/api/api.ts";
import { answers, exchange, head, open, serve, statuses } from "../support/api/socket.ts";
import { frames } from "../support/rows/frames.ts";
import { until } from "../support/until.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const CALL = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
const file = (name: string) => fileURLToPath(new URL(`../fixture/tls/${name}`, import.meta.url));

t.test("an address has at most its share, and gets it back when the system no longer counts what it had", async (t) => {
  const peers = new Map<string, number>();
  const limits = {
    totalMax: 10,
    perAddressMax: 3,
    isExempt: (a: string) => a === "10.0.0.9",
    countPeers: async () => peers,
  };
  const connections = openConnections(limits);
  t.same(
    [1, 2, 3, 4].map(() => connections.opened("10.0.0.1")),
    [true, true, true, false],
  );
  connections.closed();
  t.ok(connections.opened("10.0.0.2"), "another address has its own");
  t.ok(connections.opened("2001:db8::1"));
  t.same(
    [1, 2, 3].map((host) => connections.opened(`2001:db8::${host}`)),
    [true, true, false],
    "a /64 is one caller",
  );
  connections.closed();
  connections.closed();
  peers.set("ip:10.0.0.1", 2);
  await connections.sweep();
  t.same([connections.opened("10.0.0.1"), connections.opened("10.0.0.1")], [true, false]);
  connections.closed();
  while (connections.count() < 10) t.ok(connections.opened("10.0.0.9"), "a trusted proxy is not held to it");
  t.notOk(connections.opened("10.0.0.9"), "but to the number of all");
});

t.test(
  "the kernel's tables are read by port, state and address, and a row that is read twice counts once",
  async (t) => {
    const line = (local: string, remote: string, state: string) =>
      `   0: ${local} ${remote} ${state} 00000000:00000000 00`;
    const v4 = [
      "  sl  local_address rem_address   st tx_queue",
      line("0100007F:1F90", "0200000A:C350", "01"),
      line("0100007F:1F90", "0200000A:C351", "01"),
      line("0100007F:1F90", "0200000A:C350", "01"),
      line("0100007F:1F90", "0200000A:C352", "06"),
      line("0100007F:1F91", "0200000A:C353", "01"),
    ].join("\n");
    const remote = "B80D0120000000000000000001000000";
    const v6 = line(`${"0".repeat(32)}:1F90`, `${remote}:C350`, "01");
    t.same(
      [...countRows([v4, v6], [8080])],
      [
        ["ip:10.0.0.2", 2],
        ["ip:2001:db8:0:0::/64", 1],
      ],
    );
  },
);

t.test("connections over a cap are closed before they are heard, and others are served on", async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  for (const options of [{ connectionsMax: 3 }, { connectionsPerAddressMax: 3 }]) {
    const { port, stop } = await serve(t, api, options);
    const held = await Promise.all([1, 2, 3].map(() => open(port)));
    t.equal((await countPeersOf([port]))?.get("ip:127.0.0.1"), 3, "what Linux counts");
    const refused = await exchange(port, [CALL]);
    t.same([refused.text, refused.closed], ["", true]);
    const [first] = held as [Socket];
    const answer = once(first, "data");
    first.write(CALL);
    t.match(String(await answer), /^HTTP\/1\.1 200/);
    first.destroy();
    await until(async () => statuses((await exchange(port, [CALL], answers(1))).text).includes(200));
    for (const socket of held) socket.destroy();
    await stop();
  }
});

t.test("over TLS the answers are the same; without it callers of other machines may be sent there", async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  const tls = { port: 0, certFile: file("cert.pem"), keyFile: file("key.pem") };
  const { port, tlsPort } = await serve(t, api, { tls, redirectTo: "https://api.example", host: "0.0.0.0" });
  const { body, status } = await new Promise<{ body: string; status?: number | undefined }>((resolve, reject) => {
    const options = { ca: readFileSync(tls.certFile), port: tlsPort ?? 0, host: "127.0.0.1", servername: "localhost" };
    get({ ...options, path: "/healthz", agent: false }, (res) => {
      res.on("data", (chunk) => resolve({ body: String(chunk), status: res.statusCode }));
    }).on("error", reject);
  });
  t.same([status, body], [200, '{"status":"ok"}']);
  t.same(statuses((await exchange(port, [CALL], answers(1))).text), [200], "this machine is served as it asks");
  const outer = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal);
  if (outer === undefined) return;
  const asked = "GET /v1/state/BTC?sections=market HTTP/1.1\r\nHost: evil\r\n\r\n";
  const { text } = await exchange(port, [asked], answers(1), undefined, undefined, outer.address);
  t.same(statuses(text), [308]);
  t.match(head(text), /^location: https:\/\/api\.example\/v1\/state\/BTC\?sections=market$/im);
  const redirected = async (request: string) =>
    statuses((await exchange(port, [request], answers(1), undefined, undefined, outer.address)).text);
  t.same(await redirected("GET /v1/caf\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n"), [400], "what is no path in ASCII");
  t.same(await redirected(`GET /${"a".repeat(2_100)} HTTP/1.1\r\nHost: a\r\n\r\n`), [400]);
  t.same(await redirected("GET /v1/status HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), [400], "what cannot be trusted");
  const long = `POST /v1/evaluate HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`;
  t.same(await redirected(long), [400]);
});

t.test("who is sent elsewhere counts in the burst of the address, and is sent to no other host", async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  const asked: string[] = [];
  const enter: Gate["enter"] = ({ peer }) => {
    asked.push(peer);
    if (asked.length > 1) throw fault("rate_limited", "Too many.", { retryAfterS: 3 });
    return { ratelimit: '"burst";r=0;t=3' };
  };
  const refuse: Gate["refuse"] = async (_requester, error) => error;
  const app = openApp({ ...api.deps, gate: { enter, refuse } as Gate });
  const request = { method: "GET", path: "/v1/status", query: "", headers: {}, peer: "192.0.2.1" };
  const first = await app.redirect(request, "https://api.example");
  t.equal(first.status, 308);
  t.match(first.headers.find(([name]) => name === "ratelimit")?.[1], /burst/);
  t.equal((await app.redirect(request, "https://api.example")).status, 429);
  t.same(asked, ["192.0.2.1", "192.0.2.1"]);
  for (const path of ["@evil.example/", "http://evil.example/", ".evil.example/", "/a\r\nset-cookie: b", "/a b"]) {
    const answer = await app.redirect({ ...request, path }, "https://api.example");
    t.equal(answer.status, 400, path);
    t.notOk(
      answer.headers.some(([name]) => name === "location"),
      path,
    );
  }
});
