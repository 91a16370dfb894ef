// Ingest: pull → admit → insert of candles from the simulated market against a raw insert of the same bytes.
import { pullSource } from "../../ingest/pull.ts";
import { type Ground, openGround } from "./ground.ts";
import { judge, median, readCpuS, say } from "./measure.ts";

const SOURCES = ["binance-candle-1m", "bybit-candle-1m", "okx-candle-1m"];
const WARM_UP = ["binance-candle-1h", "bybit-candle-1h", "okx-candle-1h"];
const ROWS_PER_BLOCK = 10_000;
const ROUNDS = 3;

const elapsedS = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1_000;
};

async function ask(ground: Ground, sql: string, body?: string): Promise<string> {
  const { url, token } = ground.engine;
  const answer = await fetch(`${url}/?database=assay&query=${encodeURIComponent(sql)}`, {
    method: "POST",
    headers: { "X-ClickHouse-User": "default", "X-ClickHouse-Key": token },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.slice(0, 300));
  return text;
}

/** Inserts lines as they are, in blocks of the size ingest uses, one after the other. */
async function insertRaw(ground: Ground, lines: readonly string[], round: number): Promise<Spent> {
  const table = `raw_candle_${round}`;
  await ask(ground, `CREATE TABLE ${table} AS candle`);
  const before = await readCpu(ground);
  const seconds = await elapsedS(async () => {
    for (let at = 0; at < lines.length; at += ROWS_PER_BLOCK) {
      const body = `${lines.slice(at, at + ROWS_PER_BLOCK).join("\n")}\n`;
      await ask(ground, `INSERT INTO ${table} SETTINGS async_insert = 0 FORMAT JSONEachRow`, body);
    }
  });
  const after = await readCpu(ground);
  return { seconds, rows: lines.length, cpuS: after.worker - before.worker + after.engine - before.engine };
}

type Spent = { readonly seconds: number; readonly rows: number; readonly cpuS: number };

/** Processor seconds of worker and engine, and of the venues, so far. */
const readCpu = async (ground: Ground) => {
  const [worker = 0, engine = 0, venues = 0] = await Promise.all(
    [process.pid, ground.engine.pid ?? 0, ground.sandboxPid].map((pid) => readCpuS(pid)),
  );
  return { worker, engine, venues };
};

/** One pull of everything from an empty table and empty cursors. */
async function pullAll(ground: Ground): Promise<Spent> {
  await ask(ground, "TRUNCATE TABLE candle");
  await ground.deps.redis.flushall();
  let rows = 0;
  const slot = Date.now();
  const before = await readCpu(ground);
  const seconds = await elapsedS(async () => {
    // At once, as the pull lane runs them.
    const results = await Promise.all(SOURCES.map((source) => pullSource(ground.deps, source, { slot })));
    for (const result of results) {
      rows += result.rows;
      if (result.errors[0]) throw new Error(result.errors[0].message);
    }
  });
  const after = await readCpu(ground);
  const [worker, engine, venues] = [
    after.worker - before.worker,
    after.engine - before.engine,
    after.venues - before.venues,
  ];
  say(
    `  pulled in ${seconds.toFixed(2)} s; CPU seconds: worker ${worker.toFixed(2)}, engine ${engine.toFixed(2)}, venues ${venues.toFixed(2)}`,
  );
  return { seconds, rows, cpuS: worker + engine };
}

export async function ingest(): Promise<void> {
  const ground = await openGround();
  try {
    for (const source of WARM_UP) await pullSource(ground.deps, source, { slot: Date.now() });
    const rates: number[] = [];
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const pulled = await pullAll(ground);
      const exported = await ask(
        ground,
        "SELECT * FROM candle WHERE interval_s = 60 ORDER BY venue, token, open_at FORMAT JSONEachRow SETTINGS output_format_json_quote_64bit_integers = 0",
      );
      const lines = exported.trimEnd().split("\n");
      const raw = await insertRaw(ground, lines, round);
      const [ours, bare] = [pulled.rows / pulled.seconds, raw.rows / raw.seconds];
      say(
        `  ${raw.rows} rows: pulled ${ours.toFixed(0)}/s, inserted raw ${bare.toFixed(0)}/s in ${raw.cpuS.toFixed(2)} CPU s`,
      );
      rates.push(ours / bare);
      costs.push(pulled.rows / pulled.cpuS / (raw.rows / raw.cpuS));
    }
    say(`  rows a CPU second of worker and engine, against raw insert: ${median(costs).toPrecision(3)}`);
    judge("pull → admit → insert against raw insert, rows a second", median(rates), 0.5, "at least");
  } finally {
    await ground.stop();
  }
}
