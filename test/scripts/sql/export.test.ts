// Parquet files: whole, readable by the engine, with the rows between two instants, never over another file.
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import t from "tap";
import { DAY_MS } from "../../../schema/duration.ts";
import type { Place } from "../../../scripts/connect.ts";
import { exportSql, writeParquet } from "../../../scripts/sql/export.ts";
import { BASE } from "../../support/base.ts";
import { startFilledStore } from "../../support/market/filled-store.ts";

t.test("an export over a filled market", async (t) => {
  const { engine, store } = await startFilledStore(t);
  const place: Place = {
    ...{ url: engine.url, user: "default", password: engine.token, facts: "assay", guarded: true, readsFacts: true },
    ...{ about: "test", stop: async () => undefined },
  };
  const folder = t.testdir();
  const one = async (sql: string) => (await store.query({ name: "test", sql }, {}))[0] as Record<string, unknown>;
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const [from, to] = [iso(BASE - 3 * DAY_MS), iso(BASE - DAY_MS)];

  t.test("the file read back by the engine holds the table's rows of the span, each once", async (t) => {
    const file = join(folder, "candle.parquet");
    const { bytes, rows } = await writeParquet(
      place,
      await exportSql(place, { table: "candle", from, to, token: "bitcoin" }),
      file,
    );
    const data = await readFile(file);
    t.equal(data.length, bytes);
    await store.command(
      `CREATE TABLE back AS candle ENGINE = MergeTree PRIMARY KEY (token, open_at) ORDER BY (token, open_at) SETTINGS non_replicated_deduplication_window = 0`,
    );
    const response = await fetch(
      `${engine.url}/?database=assay&query=${encodeURIComponent("INSERT INTO back FORMAT Parquet")}`,
      {
        method: "POST",
        headers: { "X-ClickHouse-Key": engine.token },
        body: data,
      },
    );
    t.equal(response.status, 200, await response.text());
    const digest =
      "count() AS n, sum(cityHash64(*)) AS digest, toString(min(open_at)) AS first, toString(max(open_at)) AS last";
    const span = `token = 'bitcoin' AND open_at >= '${from}' AND open_at < '${to}'`;
    const expected = await one(`SELECT ${digest} FROM candle FINAL WHERE ${span}`);
    t.ok(Number(expected.n) > 5_000, "days of minutes from three venues");
    t.same(await one(`SELECT ${digest} FROM back`), expected);
    await store.command("DROP TABLE back");
    t.equal(rows, Number(expected.n), "the file's own count");
  });

  t.test("views are exported by their hour or day, and a plain statement too", async (t) => {
    const file = join(folder, "panel.parquet");
    await writeParquet(
      place,
      await exportSql(place, { table: "token_hour", from: `${from}T06:00`, to: `${to} 06:00:00+00:00` }),
      file,
    );
    await writeParquet(place, "SELECT number FROM numbers(3)", join(folder, "numbers.parquet"));
    await writeParquet(
      place,
      await exportSql(place, { table: "analyst.reject_day", from }),
      join(folder, "reject.parquet"),
    );
    const outcomes = join(folder, "outcomes.parquet");
    await writeParquet(place, await exportSql(place, { table: "signal_outcome", token: "solana" }), outcomes);
    await store.command(
      "CREATE TABLE outcomes ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM analyst.signal_outcome LIMIT 0",
    );
    await fetch(`${engine.url}/?database=assay&query=${encodeURIComponent("INSERT INTO outcomes FORMAT Parquet")}`, {
      ...{ method: "POST", headers: { "X-ClickHouse-Key": engine.token }, body: await readFile(outcomes) },
    });
    const sums = "count() AS n, sum(id) AS ids, sum(ifNull(return_1h_pct, 0)) AS returns";
    const there = await one(`SELECT ${sums} FROM analyst.signal_outcome WHERE token = 'solana'`);
    t.equal(Number(there.n), 4);
    t.same(await one(`SELECT ${sums} FROM outcomes`), there, "a view read back is the view");
    await store.command("DROP TABLE outcomes");
    t.match(
      await exportSql(place, { table: "token_hour", from: `${from}T06:00` }),
      new RegExp(`${Date.parse(`${from}T06:00Z`)}`),
    );
  });

  t.test("what fails leaves no file, and a file that is there stays", async (t) => {
    const kept = join(folder, "kept.parquet");
    await writeFile(kept, "mine");
    await t.rejects(writeParquet(place, "SELECT 1", kept), /is there already/);
    t.equal(await readFile(kept, "utf8"), "mine");
    const before = readdirSync(folder);
    await t.rejects(writeParquet(place, "SELECT nothing", join(folder, "a.parquet")), /UNKNOWN_IDENTIFIER/);
    await t.rejects(writeParquet(place, "SELECT 1 FORMAT CSV", join(folder, "b.parquet")), /no whole Parquet file/);
    await t.rejects(
      writeParquet(place, "SELECT throwIf(number = 3000000) FROM numbers(4000000)", join(folder, "c.parquet")),
      /Code: 395|no whole|terminated/,
    );
    await t.rejects(writeParquet(place, "DROP TABLE assay.candle", join(folder, "d.parquet")), /READONLY|readonly/);
    t.same(readdirSync(folder), before);
    await t.rejects(exportSql(place, { table: "no'such" }), /no table or view/);
    t.match(
      await exportSql(place, { table: "candle" }),
      / FINAL WHERE replaced_at = 0$/,
      "no reading that another replaced",
    );
    t.match(await exportSql(place, { table: "candle", versions: true }), / FINAL$/, "but where all are asked for");
    await t.rejects(exportSql(place, { table: "usage", versions: true }), /nothing of usage is replaced/);
    await t.rejects(exportSql(place, { table: "candle", from: "soon" }), /is no instant/);
    await t.rejects(exportSql(place, { table: "candle", from: to, to: from }), /--from .* is not before --to/);
    await t.rejects(exportSql(place, { table: "candle", token: "foo" }), /no row of "foo"; tokens are ids/);
    await t.rejects(exportSql(place, { table: "candle", token: "BTC" }), /no row of "BTC"; do you mean bitcoin/);
    await t.rejects(exportSql(place, { table: "chain_scan_day", token: "bitcoin" }), /has no tokens/);
  });
});
