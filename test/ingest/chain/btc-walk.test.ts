// One busy label of Bitcoin: it is read whole, over several runs where it must be, and never in part.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t, { type Test } from "tap";
import { openBtc } from "../../../ingest/chain/btc/btc.ts";
import { openCallLog } from "../../../ingest/run/call.ts";
import type { Run } from "../../../ingest/run/run.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { LABELS } from "../../../schema/label/index.ts";

const DAY = Date.UTC(2026, 6, 1);
const NOW = DAY + DAY_MS + 3_600_000;
const BLOCK_MS = 600_000;
const HEIGHT = 900_000;
const TIP = HEIGHT + 25 * 6;
const BUSY = 10_000;
const PAGE = 25;

const hex = (number: number): string => number.toString(16).padStart(64, "0");
const blockAt = (height: number) => ({
  id: hex(height),
  height,
  timestamp: (DAY + (height - HEIGHT) * BLOCK_MS) / 1_000,
});
const [busy, ...others] = LABELS.btc.map(({ address }) => address);

/** A deposit of one coin, in its block. */
const deposit = (to: string, number: number, height: number) => ({
  txid: hex(number),
  status: { confirmed: true, block_height: height, block_time: blockAt(height).timestamp },
  vin: [{ prevout: { scriptpubkey_address: "1Stranger", value: 100_000_001 } }],
  vout: [{ scriptpubkey_address: to, value: 100_000_000 }],
});

/** Newest first. */
const history = new Map(
  [busy ?? "", ...others].map((address, at) => {
    const count = address === busy ? BUSY : 1;
    const one = (i: number) => deposit(address, (at + 1) * 1_000_000 + i, HEIGHT + 143 - Math.floor((i * 144) / count));
    return [address, Array.from({ length: count }, (_, i) => one(i))];
  }),
);

async function startServer(t: Test) {
  const asked: string[] = [];
  let swap: string | null = null;
  const answer = (path: string): unknown => {
    const [, first = "", second = "", , , after] = path.split("/");
    if (first === "blocks") return TIP;
    if (first === "block-height") return hex(Number(second));
    if (first === "block") return blockAt(Number.parseInt(second, 16));
    const rows = history.get(swap !== null && second === busy ? swap : second) ?? [];
    const start = after === undefined ? 0 : rows.findIndex(({ txid }) => txid === after) + 1;
    return rows.slice(start, start + PAGE);
  };
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const said = answer(request.url ?? "");
    response.end(typeof said === "string" ? said : JSON.stringify(said));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.teardown(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = { now: () => NOW };
  const connections = {
    http: openHttp({ clock, random: systemRandom }),
    pace: { take: async () => undefined, pause: async () => undefined },
    origin: () => origin,
  };
  const runOf = (halted: () => boolean): Run =>
    ({
      deps: { env: {}, clock },
      connections,
      context: { about: { source: "btc-exchange-flow", provider: "btc" }, log: openCallLog(systemRandom) },
      halted,
    }) as unknown as Run;
  return { asked, runOf, swapTo: (address: string) => (swap = address) };
}

const stretch = { from: DAY, to: DAY + DAY_MS };

t.test("a label with 10,000 transactions a day does not end the scan of the others: all are read whole", async (t) => {
  const { runOf } = await startServer(t);
  const read = await openBtc(runOf(() => false)).read(stretch);
  const counts = new Map<string, number>();
  for (const { to } of read?.transfers ?? []) counts.set(to, (counts.get(to) ?? 0) + 1);
  t.equal(counts.get(busy ?? ""), BUSY);
  t.ok(others.every((address) => counts.get(address) === 1));
  t.match(read, { fromBlock: HEIGHT, toBlock: HEIGHT + 143 });
});

t.test("what one run has no time for is nothing, never a part, and the next run goes on where it ended", async (t) => {
  const { runOf, asked } = await startServer(t);
  let runs = 0;
  let whole: Awaited<ReturnType<ReturnType<typeof openBtc>["read"]>> = null;
  while (whole === null && runs < 10) {
    runs += 1;
    const before = asked.length;
    whole = await openBtc(runOf(() => asked.length - before >= 150)).read(stretch);
  }
  t.ok(runs > 2, `${runs} runs`);
  t.equal(whole?.transfers.length, BUSY + others.length);
  const pages = asked.filter((path) => path.includes("/txs/chain"));
  t.equal(new Set(pages).size, pages.length, "no page was asked for twice");
});

t.test("an answer about another address is no answer", async (t) => {
  const { runOf, swapTo } = await startServer(t);
  swapTo(others[0] ?? "");
  await t.rejects(openBtc(runOf(() => false)).read(stretch), { kind: "bad_body", message: /another address/ });
});
