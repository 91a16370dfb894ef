// Events beyond what memory holds: walked by cursor over the real store, each once, in one order.
import t from "tap";
import { buildEvents } from "../../../jobs/event/build-events.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { LIMITS } from "../../../schema/limit.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { ask, startTestApi } from "../../support/api/api.ts";
import { BASE } from "../../support/base.ts";
import { tokensFrame } from "../../support/rows/frames.ts";
import { startTestStore } from "../../support/store.ts";

const AT = Math.floor(BASE / (15 * MINUTE_MS)) * 15 * MINUTE_MS + 7 * MINUTE_MS;

/** Many of one block have one instant: more than a small page holds. */
const transfer = (n: number, at: number) => ({
  ...{ token: "bitcoin", chain: "btc", at, tx_hash: `tx-${n % 37}-${n}`, log_index: n % 3, block: n },
  ...{ amount: "1", amount_native: 1, value_usd: 2e6, from_address: "a", to_address: "b", from_label: null },
  ...{ to_label: null, towards: "unknown", label_set: "v1", provider: "test:btc", retrieved_at: at + 1_000 },
});
const TRANSFERS = Array.from({ length: 1_300 }, (_, n) =>
  transfer(n, AT - (1 + Math.floor(n / 60)) * 24 * 60 * MINUTE_MS),
);
const headline = (n: number) => ({
  ...{
    token: "bitcoin",
    at: AT - n * 7 * 60 * MINUTE_MS,
    url: `https://x.invalid/${n}`,
    title: `Story ${n}`,
    lang: "en",
  },
  ...{ provider: "test:news", retrieved_at: AT - n * 7 * 60 * MINUTE_MS + 40 * MINUTE_MS },
});
const HEADLINES = Array.from({ length: 90 }, (_, n) => headline(n + 1));

type Event = { id: string; at: string };
type Data = {
  events: Event[];
  until: string;
  events_coverage: {
    from: string;
    to: string;
    delivered: number;
    truncated: boolean;
    next_cursor: string | null;
    reason: string | null;
  };
  truncated: boolean;
  next_cursor: string | null;
};

t.test("events", async (t) => {
  const { store } = await startTestStore(t);
  await store.insert("large_transfer", TRANSFERS, "transfers");
  await store.insert("headline", HEADLINES, "headlines");
  const tokens = { version: AT, bytes: tokensFrame(AT) };
  const { app, redis, clock } = await startTestApi(t, AT, new Map([[SNAPSHOTS.tokens, tokens]]), store);
  await buildEvents({ store, redis, asOf: AT, tokens: ["bitcoin"] });
  const read = async (query: string) => {
    const { status, body } = await ask(t, app, `/v1/history/BTC?${query}`);
    t.equal(status, 200, query);
    const data = body.data as Data;
    t.equal(data.events_coverage.delivered, data.events.length);
    t.equal(data.events_coverage.truncated, data.events_coverage.next_cursor !== null);
    return data;
  };
  const walk = async (query: string, limit: number, meanwhile = async (_page: number) => {}) => {
    const found: Event[] = [];
    let next = query;
    let pages = 0;
    for (; next !== "" && pages < 200; pages++) {
      const { events, events_coverage } = await read(`${next}&limit=${limit}`);
      found.push(...events);
      next = events_coverage.next_cursor === null ? "" : `cursor=${events_coverage.next_cursor}`;
      await meanwhile(pages);
    }
    return { found, pages };
  };
  const since = toTime(AT - 60 * DAY_MS);
  const count = TRANSFERS.length + HEADLINES.length;

  t.test("a page says that it was cut, and the walk gives every event once, newest first", async (t) => {
    const first = await read(`series=price&since=${since}`);
    t.equal(first.events.length, LIMITS.eventsMax);
    t.ok(first.truncated && first.events_coverage.truncated);
    for (const limit of [500, 133]) {
      const { found, pages } = await walk(`series=price&since=${since}`, limit);
      t.equal(found.length, count, `${pages} pages of ${limit}`);
      t.equal(new Set(found.map(({ id }) => id)).size, count);
      const order = [...found].sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? 1 : -1));
      t.strictSame(found, order);
    }
  });

  t.test("events that come in during a walk neither repeat nor hide one that was there", async (t) => {
    const before = await walk(`series=price&since=${since}`, 200);
    let late = 0;
    const during = await walk(`series=price&since=${since}`, 100, async (page) => {
      if (page % 3 !== 0) return;
      clock.at += MINUTE_MS;
      late += 1;
      // One that is new, and one that is read again.
      const again = { ...TRANSFERS[page], retrieved_at: clock.at };
      await store.insert("large_transfer", [transfer(5_000 + page, clock.at - 1_000), again], `late-${page}`);
      await buildEvents({ store, redis, asOf: clock.at, tokens: ["bitcoin"] });
    });
    t.ok(late > 3, `${late} times`);
    t.equal(before.found.length, count);
    t.strictSame(
      during.found.map(({ id }) => id),
      before.found.map(({ id }) => id),
    );
  });

  t.test("since and until hold for events as for rows, and an empty window says why", async (t) => {
    const until = toTime(AT - 20 * DAY_MS);
    const { found } = await walk(`series=price&since=${since}&until=${until}`, 100);
    const inside = [...TRANSFERS, ...HEADLINES].filter(({ at }) => at < AT - 20 * DAY_MS);
    t.equal(found.length, inside.length);
    t.ok(found.every(({ at }) => at >= since && at < until));
    const none = await read(`series=price&since=${toTime(AT - 61 * DAY_MS)}&until=${since}`);
    t.match(none, { events: [], events_coverage: { reason: "none", truncated: false } });
    const ahead = await read(`series=price&since=${since}&until=${toTime(clock.at + 30 * DAY_MS)}`);
    const { events_coverage: coverage, until: reached } = ahead;
    t.ok(coverage.to <= toTime(clock.at), `what is not over is not told of: ${coverage.to}`);
    t.equal(reached, coverage.to);
  });
});
