import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t, { type Test } from "tap";
import { toTime } from "../../../schema/shape/time.ts";
import type { Display } from "../../../scripts/start/display.ts";
import { ageBefore, followBackfill, untilFirst } from "../../../scripts/start/watch.ts";
import { suiteNow } from "../../support/base.ts";

/** One that is `isCut` ends in the middle of its body, as when the api is killed. */
type Look = { readonly done: number; readonly total: number; readonly isCut?: boolean };

/** A status that says what it is told to, look by look, and the last of it for ever. */
async function follow(t: Test, looks: readonly Look[], stalledMs: number, everyMs = 15_000) {
  let look = 0;
  const server = createServer((_, response) => {
    const { done, total, isCut = false } = looks[Math.min(look, looks.length - 1)] ?? { done: 0, total: 0 };
    look += 1;
    const backfill = { windows_total: total, windows_done: done, done_pct: (done / total) * 100, eta_s: "unassessed" };
    const body = JSON.stringify({ data: { backfill } });
    response.setHeader("content-type", "application/json");
    if (isCut) response.write(body.slice(0, 20), () => response.destroy());
    else response.end(body);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.teardown(() => server.close());
  const lines: string[] = [];
  const milestones: string[] = [];
  const display: Display = {
    step: () => () => undefined,
    line: (text) => lines.push(text),
    passing: (text, isMilestone) => void (isMilestone && milestones.push(text)),
    close: () => undefined,
  };
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await followBackfill(base, display, AbortSignal.timeout(20_000), stalledMs, everyMs);
  return { lines, milestones, looks: look };
}

t.test("the back-fill is followed until all of it is stored", async (t) => {
  const { lines, looks } = await follow(
    t,
    [
      { done: 1, total: 4 },
      { done: 4, total: 4 },
    ],
    60_000,
  );
  t.equal(looks, 2);
  t.match(lines, [/100\.0 % \(4 of 4 windows/]);
  t.equal(lines.length, 1);
});

t.test("an answer that is cut in its middle ends nothing: the next look tells", async (t) => {
  const { lines, looks } = await follow(
    t,
    [
      { done: 1, total: 4, isCut: true },
      { done: 4, total: 4 },
    ],
    60_000,
  );
  t.equal(looks, 2);
  t.match(lines, [/100\.0 % \(4 of 4 windows/]);
});

t.test("a part that stays missing ends the watch, and says where to look", async (t) => {
  const { lines } = await follow(t, [{ done: 3, total: 4 }], 3_000);
  t.match(lines, [/75\.0 % .*nothing came lately, http:.*\/v1\/status says who is away/]);
});

t.test("where nobody watches, a line comes only when something was stored since the last one", async (t) => {
  const { milestones } = await follow(
    t,
    [
      { done: 1, total: 4 },
      { done: 1, total: 4 },
      { done: 2, total: 4 },
      { done: 4, total: 4 },
    ],
    60_000,
    0,
  );
  t.equal(milestones.length, 2, "the last one is a line that stays");
  t.match(milestones, [/1 of 4/, /2 of 4/]);
});

t.test("numbers from before a start are not taken for those of it", async (t) => {
  const startedAt = Date.now();
  const before = startedAt - 12 * 60_000;
  let ageS: number | null = 12 * 60;
  const server = createServer(({ url }, response) => {
    // Readings are older than what is built of them.
    const body = { as_of: new Date(before).toISOString(), data: { tokens: [{ symbol: "BTC", price_usd: 60_000 }] } };
    const isReady = url === "/readyz";
    const status = isReady && ageS === null ? 503 : 200;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(isReady ? { snapshots_age_s: ageS } : body));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.teardown(() => server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signal = AbortSignal.timeout(20_000);
  for (const known of [12 * 60, null]) {
    ageS = known;
    const kept = await untilFirst(base, Number.POSITIVE_INFINITY, signal);
    t.match(kept, { price: 60_000 });
    t.match(ageBefore(kept, startedAt, startedAt), /^1[12] min$/);
  }
  t.match(await untilFirst(base, 0, signal, startedAt), { reason: `nothing was built since ${toTime(before)}` });
  const waiting = untilFirst(base, Number.POSITIVE_INFINITY, signal, startedAt);
  ageS = 0;
  const next = await waiting;
  t.match(next, { price: 60_000 });
  t.equal(ageBefore(next, startedAt, suiteNow()), null, "built since, of whatever readings");
});
