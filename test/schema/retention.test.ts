// How long rows are kept is said once, as data; tables are partitioned so that what is past can go as a whole.
import t from "tap";
import { SOURCES } from "../../ingest/sources.ts";
import { createTableSql } from "../../schema/dataset/create-table.ts";
import { TABLES, type TableName } from "../../schema/dataset/index.ts";
import { DAY_MS } from "../../schema/duration.ts";
import {
  findPast,
  judgedAt,
  keptText,
  partitionEnd,
  retentionText,
  type StoredPartition,
} from "../../schema/retention.ts";
import { listFiles, readText } from "../support/tree.ts";

const NAMES = Object.keys(TABLES) as TableName[];

/** The proof log grows by what is issued, the ledger by what is paid, and nothing of them may go. */
const FOR_GOOD: ReadonlySet<TableName> = new Set([
  "message",
  "log_leaf",
  "event",
  "log_node",
  "checkpoint",
  "cosignature",
  "attestation",
  "payment",
  "record_call",
  "outcome",
  "watch_met",
  "market_hour",
  "market_sample",
]);

const LONG_CALL = "source LIKE '%-candle-1h' OR source LIKE '%-coin-market%'";
/** Tables whose rows lie apart: candles by how long they are kept, calls as they did when that told them apart. */
const DIVIDED: Readonly<Partial<Record<TableName, string>>> = {
  candle: "(interval_s, if(interval_s = 60, toYYYYMM(open_at), toYear(open_at)))",
  source_call: `(${LONG_CALL}, if(${LONG_CALL}, toYYYYMM(requested_at), toYYYYMMDD(requested_at)))`,
};

for (const table of NAMES) {
  t.test(`${table}: what is past can leave as whole partitions, by our clock alone`, async (t) => {
    const sql = createTableSql(TABLES[table]);
    const { at, kept, emptied } = TABLES[table].keep;
    t.notMatch(sql, /\bTTL\b/, "the engine drops nothing by its own clock");
    t.notMatch(sql, /\b(now|now64|today)\(/, "and stamps nothing by it");
    const days = kept.flatMap((one) => one.days ?? []);
    if (days.length === 0) {
      t.ok(/\nORDER BY (token|id)\n/.test(sql) || FOR_GOOD.has(table), "one row a thing, or proofs rest on them");
      return;
    }
    const [, by] = /\nPARTITION BY (.+)\n/.exec(sql) ?? [];
    const whole = Math.min(...days) <= 14 || emptied ? [`toYYYYMMDD(${at})`] : [`toYYYYMM(${at})`, `toYYYYMMDD(${at})`];
    t.ok(by !== undefined && [DIVIDED[table] ?? whole].flat().includes(by), `${by}`);
    t.equal(kept.length > 1, table === "candle");
    for (const column of emptied?.columns ?? []) t.ok(Object.hasOwn(TABLES[table].columns, column), column);
  });
}

t.test("no statement that serves or keeps asks the engine for the time: the instant is a parameter", async (t) => {
  const files = ["schema/query", "schema/record", "jobs/handler"].flatMap((folder) => listFiles(folder));
  t.ok(files.length > 100, `${files.length}`);
  const asks = files.filter((file) => /(?<![.\w])(now|now64|today|yesterday)\(/.test(readText(file)));
  t.same(asks, []);
});

t.test("every length of candle that is read has its retention, and no source fetches rows that are past", async (t) => {
  for (const source of Object.values(SOURCES)) {
    if (!("intervalS" in source) || source.dataset !== "candle") continue;
    const kept = TABLES.candle.keep.kept.find(({ first }) => first?.includes(source.intervalS));
    t.ok(kept, `${source.id}: ${source.intervalS} s`);
    if (typeof source.backfillDays === "number") t.ok(source.backfillDays <= (kept?.days ?? Infinity), source.id);
  }
});

t.test("a partition ends where its day, month or year does", async (t) => {
  const ends: readonly (readonly [string, number | null])[] = [
    ["20261123", Date.UTC(2026, 10, 24)],
    ["20261130", Date.UTC(2026, 11, 1)],
    ["20280228", Date.UTC(2028, 1, 29)],
    ["20280229", Date.UTC(2028, 2, 1)],
    ["20270228", Date.UTC(2027, 2, 1)],
    ["202802", Date.UTC(2028, 2, 1)],
    ["202612", Date.UTC(2027, 0, 1)],
    ["(60,202611)", Date.UTC(2026, 11, 1)],
    ["(3600,2026)", Date.UTC(2027, 0, 1)],
    ["(0,20261231)", Date.UTC(2027, 0, 1)],
    ["tuple()", null],
    ["0", null],
    ["", null],
  ];
  for (const [name, end] of ends) t.equal(partitionEnd(name), end, name);
});

const stored = (table: string, partition: string, newest_at = 0): StoredPartition => ({
  ...{ table, partition, newest_at },
  id: partition.replace(/[()]/g, "").replace(",", "-"),
});
const candleAt = (at: number) => stored("candle", "(60,209912)", at);
const past = (now: number, ...given: StoredPartition[]) =>
  findPast([candleAt(now), ...given], now).drop.map(({ table, id }) => `${table} ${id}`);

t.test("a partition goes once its last row is past, not a millisecond earlier", async (t) => {
  const cases: readonly (readonly [table: string, partition: string, goes: number])[] = [
    ["signal_minute", "20261231", Date.UTC(2027, 0, 1) + 45 * DAY_MS],
    ["signal_minute", "20280115", Date.UTC(2028, 2, 1)],
    ["signal_minute", "20270114", Date.UTC(2027, 2, 1)],
    ["ticker", "20280201", Date.UTC(2028, 2, 3)],
    ["reject", "202801", Date.UTC(2028, 2, 2)],
    ["open_interest", "202712", Date.UTC(2028, 0, 1) + 400 * DAY_MS],
    ["candle", "(60,202611)", Date.UTC(2026, 11, 1) + 90 * DAY_MS],
    ["candle", "(900,2026)", Date.UTC(2027, 0, 1) + 90 * DAY_MS],
    ["candle", "(3600,2026)", Date.UTC(2028, 11, 31)],
    ["source_call", "(0,20261123)", Date.UTC(2026, 10, 24) + 45 * DAY_MS],
    ["source_call", "(1,202611)", Date.UTC(2026, 11, 1) + 45 * DAY_MS],
  ];
  for (const [table, partition, goes] of cases) {
    const one = stored(table, partition);
    t.same(past(goes - 1, one), [], `${table} ${partition} is there until ${new Date(goes).toISOString()}`);
    t.same(past(goes, one), [`${table} ${one.id}`], "and goes then");
  }
  const late = Date.UTC(2090, 0, 1);
  const kept = [
    stored("candle", "(86400,2026)"),
    stored("candle", "(300,2026)"),
    stored("issued_object", "202611"),
    stored("record_call", "202611"),
    stored("log_leaf", "tuple()"),
    stored("migration", "tuple()"),
    stored("of_somebody_else", "202611"),
    stored("ticker", "tuple()"),
  ];
  t.same(past(late, ...kept), [], "what stays for good, and what nothing is said of, is there for ever");
});

t.test("levels of books are emptied hours after their day, and their rows stay", async (t) => {
  const end = Date.UTC(2028, 2, 1, 6);
  const book = stored("order_book", "20280229");
  const at = (now: number) => findPast([candleAt(now), book, stored("ticker", "20280229")], now);
  t.same(at(end - 1), { drop: [], empty: [] });
  t.same(at(end), { drop: [], empty: [book] });
  t.same(at(Date.UTC(2028, 2, 31)), { drop: [book, stored("ticker", "20280229")], empty: [] });
});

t.test("a wrong clock erases nothing: retention counts from the newest candle at most", async (t) => {
  const now = Date.UTC(2026, 10, 23, 3);
  const all = [stored("ticker", "20261023"), stored("ticker", "20261024"), candleAt(now - 60_000)];
  const drop = (clock: number) => findPast(all, clock).drop.map(({ id }) => id);
  t.same(drop(now), ["20261023"]);
  t.same(drop(now + 3 * 365 * DAY_MS), ["20261023"], "ahead by years");
  t.same(drop(now - DAY_MS), [], "behind by a day");
  t.same(drop(0), [], "at the epoch");
  t.same(findPast([...all, stored("usage", "202911", Date.UTC(2029, 10, 1))], now + 3 * 365 * DAY_MS).drop.length, 1);
  const without = all.filter(({ table }) => table !== "candle");
  t.same(findPast(without, now), { drop: [], empty: [] }, "a store without candles keeps everything");
  t.equal(judgedAt([], now), Number.NEGATIVE_INFINITY);
});

t.test("what is longest past goes first", async (t) => {
  const now = Date.UTC(2026, 10, 23);
  t.same(past(now, stored("ticker", "20261001"), stored("reject", "202608"), stored("signal_minute", "20260905")), [
    "reject 202608",
    "signal_minute 20260905",
    "ticker 20261001",
  ]);
});

t.test("the sentence for readers fits a notice and says what candles of each grain are kept for", async (t) => {
  const text = retentionText();
  t.ok(text.length <= 300, `${text.length}`);
  for (const { what } of TABLES.candle.keep.kept) t.match(text, what);
  t.equal(keptText("open_interest"), "400 days after `at`");
  t.equal(keptText("issued_object"), null);
  t.match(keptText("order_book"), "30 days after `at`; `bid_price`, `bid_native`, `ask_price`, `ask_native` 6 hours");
});
