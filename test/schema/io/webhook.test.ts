// The door that deliveries leave by, against real sockets: what receivers do, and what we then say of it (F18).
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createSecureContext, type TLSSocket } from "node:tls";
import t from "tap";
import { openWebhookDoor } from "../../../schema/io/webhook.ts";
import { BASE } from "../../support/base.ts";

const clock = { now: () => BASE };
const LOOPBACK = { isLoopbackAllowed: true };
const file = (name: string) => readFileSync(new URL(`../../fixture/receiver/${name}`, import.meta.url), "utf8");
const POST = { headers: { "webhook-id": "msg_1" }, body: '{"a":1}', timeoutMs: 5_000 };

async function listen(t: { teardown(fn: () => unknown): void }, server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function read(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

t.test("whatever a receiver does, an attempt ends in its time, and says what came of it", async (t) => {
  const got: string[] = [];
  let [sent, early] = [0, 0];
  const manners: Record<string, RequestListener> = {
    "/ok": (_, response) => void response.writeHead(204).end(),
    "/hang": () => undefined,
    "/half": (_, response) => void response.writeHead(200).write("x"),
    "/reset": (request) => void request.socket.resetAndDestroy(),
    "/error": (_, response) => void response.writeHead(500).end("no"),
    "/later": (_, response) => void response.writeHead(429, { "retry-after": "7" }).end(),
    "/until": (_, response) =>
      void response.writeHead(503, { "retry-after": new Date(BASE + 60_000).toUTCString() }).end(),
    "/inside": (_, response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    "/elsewhere": (_, response) => void response.writeHead(307, { location: "/ok" }).end(),
    "/early"(_, response) {
      const more = () => {
        early += 65_536;
        if (!response.socket?.destroyed) {
          response.socket?.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(2_500), () => setImmediate(more));
        }
      };
      more();
    },
    "/endless"(_, response) {
      const more = () => {
        sent += 65_536;
        if (!response.destroyed) response.write("x".repeat(65_536), () => setImmediate(more));
      };
      more();
    },
  };
  const port = await listen(
    t,
    createServer(async (request, response) => {
      got.push(`${request.method} ${request.url} ${await read(request)}`);
      manners[request.url ?? ""]?.(request, response);
    }),
  );
  const door = openWebhookDoor({ clock, rules: LOOPBACK });
  const post = (path: string, timeoutMs = POST.timeoutMs) =>
    door.post({ ...POST, url: new URL(`http://127.0.0.1:${port}${path}`), timeoutMs });
  const answered = (status: number, retryAfterMs: number | null = null) => ({
    status,
    outcome: "answered",
    retryAfterMs,
  });
  t.same(await post("/ok"), answered(204));
  t.same(await post("/error"), answered(500));
  t.same(await post("/later"), answered(429, 7_000));
  const until = await post("/until");
  t.equal(until.status, 503);
  t.ok(Math.abs((until.retryAfterMs ?? 0) - 60_000) <= 1_000, `${until.retryAfterMs}`);
  t.same(await post("/inside"), answered(302));
  t.same(await post("/elsewhere"), answered(307));
  t.same(await post("/endless"), answered(200), "what it sends for ever is not read");
  t.ok(sent < 20_000_000, `${sent} bytes`);
  t.same(await post("/reset"), { status: 0, outcome: "unreachable", retryAfterMs: null });
  t.same(await post("/hang", 1_000), { status: 0, outcome: "timeout", retryAfterMs: null });
  t.same(await post("/half", 450), answered(200), "its status is an answer");
  const from = performance.now();
  t.same(await post("/half", 30_000), answered(200), "who never ends what it says");
  t.ok(performance.now() - from < 15_000, "is not listened to for as long as one who has said nothing");
  t.match(await post("/early", 30_000), { status: 0, outcome: "unreachable" }, "nor one who says it will answer");
  t.ok(early < 200_000_000 && performance.now() - from < 25_000, `${early} bytes`);
  const refused = createServer();
  const closed = await listen(t, refused);
  refused.close();
  const nobody = { ...POST, url: new URL(`http://127.0.0.1:${closed}/`) };
  t.same(await door.post(nobody), { status: 0, outcome: "unreachable", retryAfterMs: null });
  t.same(
    got,
    [
      "/ok",
      "/error",
      "/later",
      "/until",
      "/inside",
      "/elsewhere",
      "/endless",
      "/reset",
      "/hang",
      "/half",
      "/half",
      "/early",
    ].map((path) => `POST ${path} {"a":1}`),
    "each once, and no redirect is followed",
  );
});

t.test("over TLS the name is asked for and must be that of the certificate, wherever it leads", async (t) => {
  const own = { cert: file("hooks.example.com.pem"), key: file("hooks.example.com.key") };
  const asked: string[] = [];
  const got: string[] = [];
  const port = await listen(
    t,
    createTlsServer(
      {
        SNICallback(name, done) {
          asked.push(name);
          done(null, createSecureContext(own));
        },
      },
      (request, response) => {
        got.push(`${request.headers.host} ${(request.socket as TLSSocket).servername}`);
        response.writeHead(204).end();
      },
    ),
  );
  const resolve = async () => ["127.0.0.1"];
  const trusting = openWebhookDoor({ clock, rules: LOOPBACK, resolve, ca: file("ca.pem") });
  const usual = openWebhookDoor({ clock, rules: LOOPBACK, resolve });
  const url = new URL(`https://hooks.example.com:${port}/`);
  t.match(await trusting.post({ ...POST, url }), { status: 204, outcome: "answered" });
  t.match(await usual.post({ ...POST, url }), { status: 0, outcome: "certificate" }, "nobody we trust signed it");
  const other = new URL(`https://other.example.com:${port}/`);
  t.match(await trusting.post({ ...POST, url: other }), { status: 0, outcome: "certificate" }, "of another name");
  t.same(asked, ["hooks.example.com", "hooks.example.com", "other.example.com"]);
  t.same(got, [`hooks.example.com:${port} hooks.example.com`], "nothing is said before the name is proven");
});
