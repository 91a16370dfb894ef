// A Koios server: lists come in pages of a thousand rows, cut without a word, and calls are counted by the day.
import t, { type Test } from "tap";
import { openAda } from "../../../ingest/chain/ada/ada.ts";
import { openKoios } from "../../../ingest/chain/ada/koios.ts";
import { WINDOW_MS } from "../../../ingest/chain/transfer.ts";
import { openCallLog } from "../../../ingest/run/call.ts";
import type { Connections } from "../../../ingest/run/connection.ts";
import type { Run } from "../../../ingest/run/run.ts";
import { VENUES } from "../../../ingest/source/venue.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { FRESHNESS } from "../../../schema/freshness.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { LABELS } from "../../../schema/label/index.ts";
import { startAnswering } from "../../support/answering.ts";

const PAGE = 1_000;

type Answer = (path: string, query: URLSearchParams) => readonly unknown[];

/** A server of these rows, and what a client asks of it. */
async function serve(t: Test, answer: Answer) {
  const asked: string[] = [];
  const paid: string[] = [];
  const { origin, http } = await startAnswering(t, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    asked.push(pathname);
    response.end(JSON.stringify(answer(pathname, searchParams)));
  });
  const take = async (_: string, bucket: string) => {
    paid.push(bucket);
  };
  const connections = { http, pace: { take, pause: async () => {} }, origin: () => origin } as unknown as Connections;
  const context = { about: { source: "test", provider: "ada" }, log: openCallLog(systemRandom) };
  return { base: origin, connections, context, asked, paid };
}

t.test("an address with more assets than a page holds keeps them all", async (t) => {
  const assets = Array.from({ length: 2_500 }, (_, i) => ({
    ...{ address: "addr1x", policy_id: `${i}`.padStart(56, "0"), asset_name: "41" },
    ...{ decimals: 0, quantity: `${i + 1}` },
  }));
  const { base, connections, context } = await serve(t, (path, query) => {
    const rows = path === "/address_assets" ? assets : [{ address: "addr1x", balance: "7" }];
    const offset = Number(query.get("offset") ?? 0);
    return rows.slice(offset, offset + Math.min(PAGE, Number(query.get("limit") ?? PAGE)));
  });
  const held = await openKoios(connections, base, context).balances(["addr1x"]);
  t.equal(held.length, 1 + assets.length);
  t.equal(
    held.reduce((sum, { units }) => sum + units, 0n),
    7n + BigInt((2_500 * 2_501) / 2),
  );
});

t.test("a quiet look costs one call, a quarter of an hour of flows two and its transactions", async (t) => {
  const NOW = Date.UTC(2026, 6, 1, 12, 3);
  const block = (depth: number) => ({
    hash: `${depth}`,
    block_height: 12_000_000 - depth,
    block_time: NOW / 1_000 - depth * 20,
  });
  const { connections, context, asked, paid } = await serve(t, (path, query) =>
    path === "/blocks" ? Array.from({ length: Number(query.get("limit")) }, (_, depth) => block(depth)) : [],
  );
  const run = () => openAda({ connections, context, deps: { env: {} } } as unknown as Run);
  const quiet = run();
  const until = await quiet.readableUntil();
  t.equal(until, block(6).block_time * 1_000, "six blocks behind the newest one");
  t.equal(await quiet.hashOf(12_000_000 - 50), "50", "the last block that was read is among them");
  t.same(asked.splice(0), ["/blocks"]);

  const due = run();
  const to = Math.floor((await due.readableUntil()) / WINDOW_MS) * WINDOW_MS;
  const read = await due.read({ from: to - WINDOW_MS, to });
  t.equal(read?.toBlock, 12_000_000 - 10, "the last block before twelve");
  t.equal(read?.fromBlock, 12_000_000 - 54, "the first one from a quarter to twelve on");
  t.same(asked.splice(0), ["/blocks", "/address_txs"]);
  t.same(new Set(paid), new Set(["all", "day"]), "a budget by the second and one by the day pay for each");
  t.equal(paid.filter((one) => one === "day").length, 3);
});

t.test("a server of one's own is held to no budget of the public one's day", async (t) => {
  const { base, connections, context, paid } = await serve(t, () => [{ hash: "a", block_height: 9, block_time: 1e9 }]);
  const ask = async (url: string) => {
    const env = { ADA_KOIOS_URL: url };
    await openAda({ connections: { ...connections, origin: () => null }, context, deps: { env } } as unknown as Run)
      .readableUntil()
      .catch(() => undefined);
    return paid.splice(0);
  };
  t.same(await ask(`${base}/api/v1/`), ["all"]);
});

t.test("a day's looks leave most of the 5,000 calls of the public tier for transactions and the past", async (t) => {
  const looks = (name: "exchange_flow" | "reserve" | "chain_activity" | "chain_supply") =>
    86_400 / FRESHNESS[name].everyS;
  // Addresses go six to a call, which is one call for those that are known.
  t.ok(LABELS.ada.length <= 6);
  const flows = looks("exchange_flow") + DAY_MS / WINDOW_MS;
  const steady = flows + 2 * looks("reserve") + looks("chain_activity") + 2 * looks("chain_supply");
  t.equal(steady, 576);
  const { limit, periodMs } = VENUES.ada.buckets.day;
  // A tenth of the period may go at once.
  t.ok((limit * 1.1 * DAY_MS) / periodMs <= 5_000);
  t.ok(steady < limit / 5);
});
