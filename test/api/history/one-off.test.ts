// A window that nobody asked for before: from memory at once, and no byte of its rows is read, hashed or packed for it.
import { Hash } from "node:crypto";
import t from "tap";
import { answerReady } from "../../../api/ready-call.ts";
import { forgetHead, seen } from "../../../api/request/head.ts";
import { openSeen } from "../../../api/seen/seen.ts";
import { type Host, openExchanges, type Wire } from "../../../api/write-answer.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { ask, get, headerOf, startTestApi } from "../../support/api/api.ts";
import { frames, historyFrame, NAMES } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const PATH = "/v1/history/bitcoin";
const windowAt = (since: number) => `series=price,candles&resolution=15m&since=${toTime(since)}`;
const WINDOWS = Array.from({ length: 50 }, (_, k) => windowAt(AT - 10 * DAY_MS + k * 1_000));

/** What is written to one connection. */
function openWire() {
  const written = { status: "200", headers: "", body: Buffer.alloc(0) };
  const wire: Wire = {
    writeStatus: (status) => Object.assign(written, { status: status.slice(0, 3) }),
    writeHeader(name, value) {
      written.headers += `${name}: ${typeof value === "string" ? value : Buffer.from(value).toString("latin1")}\r\n`;
    },
    tryEnd(rest) {
      written.body = Buffer.from(rest);
      return [true, true];
    },
    write: () => t.fail("in pieces"),
    end: () => t.fail("not at once"),
    endWithoutBody: () => undefined,
    onWritable: () => t.fail("not at once"),
    onAborted: () => t.fail("not at once"),
    cork: (write) => write(),
    close: () => t.fail("closed"),
  };
  return { written, wire };
}

const etagIn = (headers: string) => /^etag: (\S+)\r$/m.exec(headers)?.[1] ?? "";

t.test("a window asked for once", async (t) => {
  const api = await startTestApi(t, AT, frames(AT));
  const { app, deps } = api;
  const counted = { seen: openSeen(), since: 0, open: openExchanges() };
  const host: Host = { app, log: deps.log, slowPeerDeadlineMs: 1, stopping: false, ticks: 0, ...counted };
  /** The answer of the hot path; null where it takes the whole way. */
  const askNow = (query: string, held = "", method: "GET" | "HEAD" = "GET") => {
    const { written, wire } = openWire();
    forgetHead();
    seen.hosts = 1;
    seen.held = held;
    const think = () => t.fail("not at once");
    return answerReady(host, wire, method, PATH, query, () => "127.0.0.1", think) ? written : null;
  };
  // Frames come into memory with the first call.
  await app.handle(get(`${PATH}?${windowAt(AT - 11 * DAY_MS)}`));
  t.ok(askNow(windowAt(AT - 12 * DAY_MS)), "what belongs to the frames is found");

  t.test("is answered at once, hashes no row, and keeps nothing", async (t) => {
    const { update } = Hash.prototype;
    t.teardown(() => {
      Hash.prototype.update = update;
    });
    let hashed = 0;
    Hash.prototype.update = function (this: Hash, data: string | NodeJS.ArrayBufferView) {
      hashed += typeof data === "string" ? data.length : data.byteLength;
      return Reflect.apply(update, this, [data]) as Hash;
    } as typeof update;
    const kept = app.ready.size();
    let bytes = 0;
    for (const query of WINDOWS) bytes += askNow(query)?.body.length ?? Number.NaN;
    t.ok(bytes > WINDOWS.length * 100_000, `${bytes} bytes were sent`);
    t.ok(hashed < WINDOWS.length * 4_096, `${hashed} bytes were hashed`);
    t.equal(app.ready.size(), kept);
  });

  t.test("has the body, the tag and the headers that the whole way gives, and that a kept answer has", async (t) => {
    for (const query of [windowAt(AT - 9 * DAY_MS), windowAt(AT - 1), windowAt(AT - 9 * DAY_MS + 450_000)]) {
      const once = askNow(query);
      const { answer: whole } = await ask(t, app, `${PATH}?${query}`);
      const kept = askNow(query);
      t.same(once?.body, whole.body, query);
      t.same(kept?.body, once?.body);
      const named = (headers = "") =>
        headers
          .split("\r\n")
          .filter((line) => line !== "" && !line.startsWith("x-request-id"))
          .sort();
      t.same(named(kept?.headers), named(once?.headers));
      t.equal(headerOf(whole, "etag"), etagIn(once?.headers ?? ""));
    }
  });

  t.test("differs from its neighbours by its own time alone, in the body and in the tag", async (t) => {
    const since = AT - 6 * DAY_MS - 800_000;
    const tags = new Set<string>();
    for (let k = 0; k < 5; k++) {
      const query = windowAt(since + k * 1_000);
      const once = askNow(query);
      const { answer: whole } = await ask(t, app, `${PATH}?${query}`);
      t.same(once?.body, whole.body, query);
      t.equal(headerOf(whole, "etag"), etagIn(once?.headers ?? ""));
      t.match(JSON.parse(once?.body.toString() ?? "{}"), {
        data: { since: toTime(since + k * 1_000), events_coverage: { from: toTime(since + k * 1_000) } },
      });
      tags.add(etagIn(once?.headers ?? ""));
    }
    t.equal(tags.size, 5);
    const others = ["&limit=3", "&until=2026-11-20T06:00:00Z"].map((more) => windowAt(since + 9_000) + more);
    for (const query of [...others, ...others]) {
      const { answer: whole } = await ask(t, app, `${PATH}?${query}`);
      t.same(askNow(query)?.body, whole.body, query);
    }
  });

  t.test("is 304 for who holds it, and its length is told to HEAD", async (t) => {
    const query = windowAt(AT - 8 * DAY_MS);
    const first = askNow(query);
    const again = askNow(windowAt(AT - 8 * DAY_MS + 1), etagIn(first?.headers ?? ""));
    t.equal(again?.status, "200", "another window has another tag");
    const other = windowAt(AT - 8 * DAY_MS + 2);
    const whole = askNow(other, "", "HEAD");
    t.equal(/^content-length: (\d+)\r$/m.exec(whole?.headers ?? "")?.[1], String(askNow(other)?.body.length));
    t.equal(askNow(query, etagIn(first?.headers ?? ""))?.status, "304");
  });

  t.test("has another tag as soon as a row in it is another", async (t) => {
    const since = AT - 7 * DAY_MS;
    const tags = new Set<string>();
    for (const [k, venues] of [["binance"], ["okx"], ["bybit"]].entries()) {
      const at = AT + k;
      const bytes = historyFrame({ series: "candles", resolution: "15m", at, buckets: 1_344, venues });
      await api.publish(new Map([[NAMES.history("candles", "15m"), { version: at, bytes }]]));
      while (deps.snapshots.version(NAMES.history("candles", "15m")) !== at) await new Promise(setImmediate);
      const { headers = "", body } = askNow(windowAt(since)) ?? {};
      tags.add(etagIn(headers));
      t.ok(body?.includes(venues[0] ?? ""));
    }
    t.equal(tags.size, 3);
  });
});
