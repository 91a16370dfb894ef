// Two thousand malformed requests on real sockets: only 4xx of the catalogue, no crash, no growth.
import t from "tap";
import { FAULTS } from "../../schema/fault.ts";
import { startTestApi } from "../support/api/api.ts";
import { answers, bodyOf, exchange, head, serve } from "../support/api/socket.ts";
import { frames } from "../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const REQUESTS = 2_000;
const AT_ONCE = 50;
/** What waits for more than it will get is told so after this long. */
const IDLE_MS = 150;
const SEED = 20_261_120;

/** A small seeded generator (mulberry32): the same requests every time. */
function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const bytes = (max: number) =>
    Array.from({ length: Math.floor(next() * max) }, () => String.fromCharCode(33 + Math.floor(next() * 222))).join("");
  return { next, pick, bytes };
}
const random = seeded(SEED);
const { pick, bytes } = random;

const PATHS = ["/v1/tokens", "/v1/status", "/v1/state/BTC", "/v1/history/BTC", "/v1/market"];
const NAMES = ["q", "limit", "offset", "sections", "series", "since", "resolution", "__proto__", "toString", "a[]", ""];
const WORDS = [
  "%",
  "%zz",
  "%00",
  "%ff%fe",
  "-1",
  "1e9",
  "NaN",
  "null",
  "{}",
  "[1]",
  "'--",
  "../..",
  "%2e%2e%2f",
  "💥",
  "x".repeat(300),
];
/** Of these no call takes any value, so that no request is valid by chance. */
const NEVER = ["nope=1", "limit=-1&limit=2", "sections=nope", "since=never", "q=%zz"];

const badQuery = () => {
  const parts = Array.from(
    { length: 1 + Math.floor(random.next() * 4) },
    () => `${pick(NAMES)}=${encodeURI(pick(WORDS))}`,
  );
  return `${parts.join(pick(["&", "&&", "&=&"]))}&${pick(NEVER)}&${pick(NEVER)}`;
};
const badPath = () =>
  pick([
    () => `/${encodeURI(bytes(40)).replaceAll("?", "")}`,
    () => `/v1/state/${"%".repeat(1 + Math.floor(random.next() * 5))}`,
    () => `/v1/state/${encodeURIComponent(bytes(200))}x`,
    () => `/v1/history/${pick(WORDS.slice(4))}!${encodeURIComponent(bytes(20))}`,
    () => `${pick(PATHS)}/`,
    () => `/${pick(["v0", "v2", "V1", "v1%2f", ".", ".."])}/tokens`,
    () => `/v1/tokens?${"q=a&".repeat(700)}`,
  ])();
const badHeaders = () =>
  pick([
    () => "Content-Length: 1\r\nContent-Length: 2\r\n",
    () => "Host: other\r\n",
    () => "Content-Length: 16385\r\n",
    () => "Content-Length: 999999999999\r\n",
    () => "Content-Length: -5\r\n",
    () => "Content-Length: abc\r\n",
    () => "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
    () => `X-${"a".repeat(17_000)}: 1\r\n`,
  ])();
const noise = () =>
  pick(["", `X-Request-Id: ${bytes(90)}\r\n`, `Accept-Encoding: ${bytes(60)}\r\n`, `If-None-Match: ${bytes(60)}\r\n`]);
const BODIES = ["{", "[]", "null", '{"a":', "\u0000", "a=b", "x".repeat(5_000)];

function malformed(): string {
  const text = (method: string, target: string, headers: string, body = "") =>
    `${method} ${target} HTTP/1.1\r\nHost: x\r\n${noise()}${headers}\r\n${body}`;
  return pick([
    () => text("GET", `${pick(PATHS)}?${badQuery()}`, ""),
    () => text("GET", badPath(), ""),
    () => text("GET", pick(PATHS), badHeaders()),
    () => {
      const body = pick(BODIES);
      return text(
        pick(["POST", "PUT", "PATCH", "DELETE", "BREW"]),
        pick(PATHS),
        `Content-Length: ${Buffer.byteLength(body)}\r\n`,
        body,
      );
    },
    () =>
      text(
        pick(["GET", "POST"]),
        "/v1/nothing",
        "Transfer-Encoding: chunked\r\n",
        `${pick(["zz", "-1", "fffffffff"])}\r\nabc\r\n0\r\n\r\n`,
      ),
    () => text("GET", `/v1/state/${bytes(10).replaceAll(/[?#]/g, "")}`, `X-Bad ${bytes(10)}\r\n`),
  ])();
}

const isOurs = (text: string) => answers(1)(text) && /^content-type: application\/problem\+json/im.test(head(text));

t.test(`${REQUESTS} malformed requests`, async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  const { port } = await serve(t, api);
  const failures: string[] = [];
  const tally = new Map<string, number>();
  const one = async () => {
    const request = malformed();
    const { text, closed } = await exchange(port, [request], isOurs, 3_000, IDLE_MS);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
    const ours = isOurs(text);
    const code = ours
      ? (JSON.parse(Buffer.from(bodyOf(text), "latin1").toString()) as { code: string }).code
      : "refused";
    tally.set(`${status} ${code}`, (tally.get(`${status} ${code}`) ?? 0) + 1);
    // What is no HTTP the library refuses before any code of ours: with 400 or 431, or by closing.
    // What is drawn may be no fault at all: the page at / is for anybody.
    if (/^GET \/ HTTP/.test(request) && status === 200) return;
    const refused = !ours && closed && (status === 0 || status === 400 || status === 431);
    const known = ours && code in FAULTS && status >= 400 && status < 500;
    if (!refused && !known)
      failures.push(`${status} ${JSON.stringify(request.slice(0, 200))} -> ${text.slice(0, 200)}`);
  };
  const many = async (count: number) => {
    for (let at = 0; at < count; at += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, one));
    global.gc?.();
    return process.memoryUsage();
  };
  const before = await many(REQUESTS / 2);
  const after = await many(REQUESTS / 2);
  t.same(failures.slice(0, 5), []);
  t.comment(JSON.stringify(Object.fromEntries([...tally].sort())));
  t.ok(after.rss - before.rss < 64 * 1024 * 1024, `memory grew by ${(after.rss - before.rss) >> 10} KB`);
  t.equal(api.app.ready.size(), 0, "nothing of them is kept");
  const fine = await exchange(port, ["GET /v1/state/BTC HTTP/1.1\r\nHost: x\r\n\r\n"], answers(1));
  t.match(fine.text, /^HTTP\/1\.1 200/);
});
