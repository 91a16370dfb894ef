// Corrects readings of every dataset that has any: the newest and older ones get other numbers, or come once more as they were.
import { receivedColumns } from "../../../ingest/run/stored.ts";
import { openWriter } from "../../../ingest/run/writer.ts";
import { SOURCES } from "../../../ingest/sources.ts";
import type { Deps } from "../../../jobs/deps.ts";
import { type Dataset, hasVersions } from "../../../schema/dataset/dataset.ts";
import { TABLES, type TableName } from "../../../schema/dataset/index.ts";
import { NEWEST } from "../../../schema/dataset/version.ts";
import { tellInsert } from "../../../schema/io/in-flight.ts";
import { whileAlone } from "../../../schema/io/lock.ts";
import type { Draw } from "../causes/world.ts";

type Row = Readonly<Record<string, unknown>>;

const READINGS = Object.values<Dataset>(TABLES).filter(
  (one) => hasVersions(one) && Object.values(SOURCES).some(({ table }) => table === one.name),
);
/** The places of older readings, by how many newer ones of their dataset there are. */
const OLDER_MAX = 2_000;

type Meddler = {
  /** Changes so many readings of as many datasets. */
  correct(count: number): Promise<void>;
  /** Changes readings of one of them that a condition on its row `r` names. */
  correctWhere(table: TableName, where: string): Promise<void>;
  told(): string;
};

export function openMeddler(deps: Deps, draw: Draw): Meddler {
  const { store, redis, clock } = deps;
  const counts = { corrected: 0, repeated: 0 };
  const touched = new Set<string>();
  let runs = 0;

  async function rowsOf(dataset: Dataset, where: string, limit: string): Promise<readonly Row[]> {
    const cells = receivedColumns(dataset).map((name) =>
      dataset.columns[name]?.kind.startsWith("time")
        ? `toUnixTimestamp64Milli(r.${name}) AS ${name}`
        : `r.${name} AS ${name}`,
    );
    const sql = `SELECT ${cells.join(", ")} FROM ${dataset.name} AS r FINAL WHERE r.${NEWEST} AND ${where}
ORDER BY r.retrieved_at DESC, ${dataset.order.map((name) => `r.${name}`).join(", ")} LIMIT ${limit}`;
    return store.query<object, Row>({ name: "meddle", sql }, {});
  }

  /** Another number in each column that holds one and is no part of the key. */
  function changed(row: Row, { columns, order }: Dataset): Row {
    const factor = 1 + draw(-0.03, 0.03);
    const names = Object.entries(columns).filter(([name, { kind, type }]) => {
      return kind === "number" && type === "Float64" && !order.includes(name);
    });
    return { ...row, ...Object.fromEntries(names.map(([name]) => [name, Number(row[name]) * factor])) };
  }

  async function write(dataset: Dataset, fresh: readonly Row[]): Promise<void> {
    const source = Object.values(SOURCES).find(({ table }) => table === dataset.name)?.id ?? "";
    touched.add(dataset.name);
    runs += 1;
    const writer = openWriter({
      ...{ store, table: dataset.name as TableName, key: `meddle~${runs}`, before: async () => undefined },
      alone: (work) => whileAlone(deps, `replace~${dataset.name}`, work),
      tell: (insert) => tellInsert({ redis, clock }, source, insert),
    });
    const now = clock.now();
    await writer.add(
      fresh.map((row) => ({ ...row, retrieved_at: now })),
      { order: 0 },
    );
    await writer.flush();
  }

  async function correctOne(): Promise<void> {
    const dataset = READINGS[Math.floor(draw() * READINGS.length)] as Dataset;
    const isRepeated = draw() < 0.2;
    const rows = await rowsOf(dataset, "true", `5 OFFSET ${Math.floor(draw() ** 4 * OLDER_MAX)}`);
    if (rows.length === 0) return;
    counts[isRepeated ? "repeated" : "corrected"] += rows.length;
    await write(
      dataset,
      rows.map((row) => (isRepeated ? row : changed(row, dataset))),
    );
  }

  return {
    async correct(count) {
      for (let at = 0; at < count; at += 1) await correctOne();
    },
    async correctWhere(table, where) {
      const rows = await rowsOf(TABLES[table], where, "2000");
      counts.corrected += rows.length;
      await write(
        TABLES[table],
        rows.map((row) => changed(row, TABLES[table])),
      );
    },
    told: () => `${JSON.stringify(counts)} in ${touched.size} of ${READINGS.length} datasets`,
  };
}
