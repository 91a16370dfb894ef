// Scans chains of the sandbox for a day and holds what is stored against what really flowed there.
import type { Test } from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { KEYS } from "../../../schema/key.ts";
import { scanField } from "../../../schema/scan-progress.ts";
import type { ChainId } from "../../../schema/token/chain.ts";
import { BASE } from "../base.ts";
import { startIngestGround } from "../ingest.ts";

const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * HOUR_MS;
const TOKENS_MIN: Readonly<Record<ChainId, number>> = { eth: 40, bsc: 25, btc: 1, sol: 15, ada: 2 };
const NATIVE: Readonly<Record<ChainId, string>> = {
  eth: "ethereum",
  bsc: "binancecoin",
  btc: "bitcoin",
  sol: "solana",
  ada: "cardano",
};

type Ground = Awaited<ReturnType<typeof startIngestGround>>;
type Sums = { deposit: number; withdrawal: number; cross: number };

async function startDay(t: Test): Promise<Ground> {
  const ground = await startIngestGround(t);
  ground.sandbox.setTime({ frozenMs: NOON + 20_000 });
  return { ...ground, deps: { ...ground.deps, env: { ...ground.deps.env, BACKFILL_DAYS: 1 } } };
}

/** Of the one chain whose own coin gets its newest candles late, how many hours of them. */
const LATE_HOURS = 3;

/** Hourly candles of every token that is `wanted` in the hour so many hours ago, at its usual price: what flows are valued at. */
async function writePrices(
  { deps, sandbox }: Ground,
  name: string,
  wanted: (token: string, hour: number) => boolean,
): Promise<void> {
  const rows = sandbox.model.assets.flatMap(({ token, anchorUsd: price }) =>
    Array.from({ length: 48 }, (_, hour) => hour).flatMap((hour) =>
      !wanted(token.id, hour)
        ? []
        : [
            {
              token: token.id,
              venue: "binance",
              market: "spot",
              symbol: token.symbol,
              interval_s: 3_600,
              open_at: NOON - (hour + 1) * HOUR_MS,
              open: price,
              high: price,
              low: price,
              close: price,
              volume_native: 1,
              volume_usd: price,
              provider: "sandbox:binance",
              retrieved_at: NOON,
            },
          ],
    ),
  );
  await deps.store.insert("candle", rows, name);
}

async function checkFlows(t: Test, { deps, sandbox, sql }: Ground, chain: ChainId): Promise<void> {
  const startedAt = Date.now();
  const result = await pullSource(deps, `${chain}-exchange-flow`, { slot: NOON });
  t.match(result.errors, []);
  t.comment(`${chain}: ${result.rows} rows in ${Date.now() - startedAt} ms`);
  const [span] = await sql<{ a: number; b: number }>(
    `SELECT toUnixTimestamp64Milli(min(at)) AS a, toUnixTimestamp64Milli(max(to_at)) AS b FROM chain_scan FINAL WHERE chain = '${chain}'`,
  );
  t.ok(span && span.b - span.a >= 23 * HOUR_MS, "a whole day was scanned");
  const asked = `chain=${chain}&from=${span?.a}&to=${span?.b}`;
  const truth = (await (await fetch(`${sandbox.origins.control}/sandbox/truth/flows?${asked}`)).json()) as {
    flows: Record<string, Sums>;
  };
  const sums = () =>
    sql<{ token: string; i: number; o: number }>(
      `SELECT token, sum(inflow_native) AS i, sum(outflow_native) AS o FROM exchange_flow FINAL WHERE chain = '${chain}' GROUP BY token ORDER BY token`,
    );
  const stored = await sums();
  t.ok(stored.length >= TOKENS_MIN[chain], `${stored.length} tokens`);
  const own = stored.find(({ token }) => token === NATIVE[chain]);
  t.ok(own && own.i > 0 && own.o > 0, "its own coin too");
  for (const { token, i, o } of stored) {
    const { deposit = 0, withdrawal = 0, cross = 0 } = truth.flows[token] ?? {};
    const near = (actual: number, wanted: number) => Math.abs(actual - wanted) <= 1e-9 * Math.max(1, wanted);
    if (!near(i, deposit + cross) || !near(o, withdrawal + cross))
      t.fail(`${token}: ${i} ${o} for ${deposit + cross} ${withdrawal + cross}`);
  }
  t.equal((await pullSource(deps, `${chain}-exchange-flow`, { slot: NOON })).rows, 0, "nothing is left to scan");
  t.same(await sums(), stored);
  const [{ n } = { n: 0 }] = await sql<{ n: number }>(
    `SELECT toUInt32(count()) AS n FROM chain_scan FINAL WHERE chain = '${chain}'`,
  );
  const progress = await deps.redis.hgetall(KEYS.scanProgress);
  const counts = (["left", "done"] as const).map((count) =>
    Number(progress[scanField(`${chain}-exchange-flow`, count)]),
  );
  t.same(counts, [0, n - 1], "all but the newest stretch was the past, and is counted");
}

async function checkReserve(t: Test, { deps, sql }: Ground, chain: ChainId): Promise<void> {
  t.match((await pullSource(deps, `${chain}-reserve`, { slot: NOON })).errors, []);
  const held = await sql<{ token: string; n: number; least: number; total: number }>(
    `SELECT token, toUInt32(count()) AS n, min(reserve_native) AS least, sum(reserve_native) AS total FROM chain_reserve FINAL WHERE chain = '${chain}' AND provider = 'sandbox:${chain}' GROUP BY token`,
  );
  t.ok(held.length >= TOKENS_MIN[chain], `${held.length} tokens are held`);
  t.ok(
    held.every(({ n, least, total }) => n >= 2 && least >= 0 && total > 0),
    "by every exchange of the labels",
  );
}

/** A provider that fails costs its chain's rows and nobody else's; when it is back, everything is read. */
async function checkFault(t: Test, { deps, sandbox, sql }: Ground, chain: ChainId): Promise<void> {
  sandbox.setFault({ provider: chain, kind: "html" });
  for (const source of ["exchange-flow", "reserve"]) {
    const { rows, errors } = await pullSource(deps, `${chain}-${source}`, { slot: NOON });
    t.equal(rows, 0);
    t.ok(errors.length > 0, "the failure is named");
  }
  sandbox.clearFaults();
  t.same(await sql(`SELECT chain FROM chain_scan WHERE chain = '${chain}'`), [], "and nothing counts as read");
}

/** Flows of the chain's own coin that were read before it had a price. */
async function checkLate(t: Test, ground: Ground, chain: ChainId): Promise<void> {
  const { deps, sql } = ground;
  const token = NATIVE[chain];
  const unpriced = async () =>
    (
      await sql<{ n: number }>(
        `SELECT toUInt32(count()) AS n FROM exchange_flow FINAL WHERE replaced_at = 0 AND token = '${token}' AND inflow_usd IS NULL AND inflow_native + outflow_native > 0`,
      )
    )[0]?.n;
  const held = () =>
    sql(
      `SELECT token, toUInt32(count()) AS n, toString(groupBitXor(cityHash64(exchange, at, inflow_native, outflow_native))) AS moved FROM exchange_flow FINAL WHERE replaced_at = 0 AND chain = '${chain}' GROUP BY token ORDER BY token`,
    );
  const large = async () =>
    sql<{ n: number }>(`SELECT toUInt32(count()) AS n FROM large_transfer FINAL WHERE replaced_at = 0`);
  const before = await held();
  const [fewer] = await large();
  t.ok(((await unpriced()) ?? 0) > 0, `${await unpriced()} rows have no price`);
  await writePrices(ground, "late prices", (id, hour) => id === token && hour < LATE_HOURS);
  t.match((await pullSource(deps, `${chain}-exchange-flow`, { slot: NOON })).errors, []);
  t.equal(await unpriced(), 0, "each has its price");
  t.same(await held(), before, "and nothing counts twice");
  const [more] = await large();
  t.comment(`${fewer?.n} large transfers, then ${more?.n}`);
  t.ok((more?.n ?? 0) >= (fewer?.n ?? 0));
  t.equal((await pullSource(deps, `${chain}-exchange-flow`, { slot: NOON })).rows, 0, "once");
}

/** Runs the three for each chain, over one ground; the own coin of `late` gets its newest prices after it was scanned. */
export async function checkChains(t: Test, chains: readonly ChainId[], late?: ChainId): Promise<void> {
  const ground = await startDay(t);
  const { deps, sql } = ground;
  for (const chain of chains) {
    await t.test(`${chain}: without prices nothing is valued, so nothing is scanned`, async (t) => {
      t.equal((await pullSource(deps, `${chain}-exchange-flow`, { slot: NOON })).rows, 0);
    });
  }
  const isLate = (token: string, hour: number) => late !== undefined && token === NATIVE[late] && hour < LATE_HOURS;
  await writePrices(ground, "prices", (token, hour) => !isLate(token, hour));
  for (const chain of chains) {
    await t.test(`${chain}: a provider that fails`, (t) => checkFault(t, ground, chain));
    await t.test(`${chain}: scanned flows are what really flowed, and a second scan adds nothing`, (t) =>
      checkFlows(t, ground, chain),
    );
    await t.test(`${chain}: balances of the labelled wallets`, (t) => checkReserve(t, ground, chain));
  }
  if (late !== undefined) {
    await t.test(`${late}: flows that were read before they had a price are valued when it is there`, (t) =>
      checkLate(t, ground, late),
    );
  }
  const large = await sql<{ n: number; least: number; unlabelled: number; kinds: string[] }>(
    `SELECT count() AS n, min(value_usd) AS least, countIf(from_label IS NULL AND to_label IS NULL) AS unlabelled, arraySort(groupUniqArray(towards)) AS kinds FROM large_transfer FINAL`,
  );
  t.ok((large[0]?.n ?? 0) > 0 && (large[0]?.least ?? 0) >= 1_000_000);
  t.equal(large[0]?.unlabelled, 0);
  t.comment(`${large[0]?.n} large transfers towards ${large[0]?.kinds.join(", ")}`);
  if (chains.some((chain) => chain !== "btc")) t.ok(large[0]?.kinds.includes("wallet"), "code tells wallets apart");
}
