// The newest rows of datasets, as their drawers ask for them, against the same rows picked by hand.
import t from "tap";
import type { Column } from "../../schema/dataset/column.ts";
import type { Dataset } from "../../schema/dataset/dataset.ts";
import { TABLES } from "../../schema/dataset/index.ts";
import type { Latest } from "../../schema/dataset/latest.ts";
import { DAY_MS } from "../../schema/duration.ts";
import { LATEST } from "../../schema/query/latest.ts";
import { BASE } from "../support/base.ts";
import { startTestStore } from "../support/store.ts";

const SPANS: Readonly<Record<string, number>> = { HOUR: 3_600_000, DAY: DAY_MS };
const TOKENS = ["bitcoin", "ethereum"];
type Row = Readonly<Record<string, unknown>>;

/** A column's `index`-th value; small numbers, so that keys meet. */
function sampleOf({ kind, type }: Column, index: number): unknown {
  if (kind === "time" || kind === "timeOrNull") return index % 3 === 0 && kind === "timeOrNull" ? null : BASE + index;
  if (kind === "number") return index % 3;
  if (kind === "numberOrNull") return index % 4 === 0 ? null : index % 5;
  if (kind === "numbers" || kind === "texts") return [];
  if (kind === "map") return {};
  return type.includes("Nullable") && index % 2 === 0 ? null : `w${index % 3}`;
}

/** Readings of two tokens and another, every other one told long after its instant; some of later than is asked about. */
function readingsOf({ columns, latest }: Dataset & { readonly latest: Latest }): Row[] {
  const kind = latest.where?.includes("'current'") ? { kind: "current" } : {};
  const spanMs = windowOf(latest);
  return Array.from({ length: 240 }, (_, index) => {
    const at = BASE + 60_000 - index * Math.round(spanMs / 200);
    const made = Object.entries(columns).map(([name, column], place) => [
      name,
      sampleOf(column, index * 7 + place * 3),
    ]);
    const token = ["bitcoin", "ethereum", "solana"][index % 3];
    const later = index % 2 === 0 ? 500 : spanMs / 2;
    const retrieved_at = at + later + index;
    return { ...Object.fromEntries(made), ...kind, token, at, retrieved_at, stored_at: retrieved_at, replaced_at: 0 };
  });
}

function windowOf({ within }: Latest): number {
  const [count = "", unit = ""] = within.split(" ");
  return Number(count) * (SPANS[unit] ?? Number.NaN);
}

function pickNewest(rows: readonly Row[], latest: Latest, asOf: number, known: number): Row[] {
  const from = Math.floor(asOf / 60_000) * 60_000 - windowOf(latest);
  const found = new Map<string, Row>();
  const isLater = (a: Row, b: Row) => [a.at, a.retrieved_at].map(String).join() > [b.at, b.retrieved_at].join();
  for (const row of rows) {
    const [at, retrieved] = [Number(row.at), Number(row.retrieved_at)];
    if (at <= from || at > asOf || retrieved > known) continue;
    if (latest.of === "token" && !TOKENS.includes(String(row.token))) continue;
    const key = latest.by.map((column) => row[column]).join();
    const before = found.get(key);
    if (before === undefined || isLater(row, before)) found.set(key, row);
  }
  return [...found.values()];
}

const told = ({ by, tells, isCited }: Latest, row: Row) =>
  Object.fromEntries(
    [...new Set([...by, ...tells, "provider", "at", ...(isCited === false ? [] : ["retrieved_at"])])].map((column) => [
      column === "at" ? "read_at" : column === "retrieved_at" ? "retrieved_ms" : column.replace(/_at$/, "_ms"),
      row[column],
    ]),
  );
const sorted = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();

t.test("the newest row of each key, of the window and of what was known by an instant", async (t) => {
  const { store } = await startTestStore(t);
  for (const { latest, query } of LATEST) {
    const drawer = Object.values(TABLES as Readonly<Record<string, Dataset>>).find((one) => one.latest === latest);
    if (!drawer) throw new Error(latest.member);
    const rows = readingsOf({ ...drawer, latest });
    const stored = rows.map((row) =>
      Object.fromEntries(Object.keys(drawer.columns).map((column) => [column, row[column]])),
    );
    await store.insert(drawer.name, stored, drawer.name);
    const isDated = latest.by.includes("at");
    const asked = { asOf: BASE, tokens: TOKENS };
    const all = await store.query<typeof asked, object>(query, asked);
    const expected = pickNewest(rows, latest, BASE, isDated ? BASE : Number.POSITIVE_INFINITY);
    t.ok(expected.length > 1, latest.member);
    t.same(sorted(all), sorted(expected.map((row) => told(latest, row))), `${latest.member}, all that is stored`);
    const known = BASE - windowOf(latest) / 4;
    const then = await store.query<typeof asked & { known: number }, object>(query, { ...asked, known });
    const before = pickNewest(rows, latest, BASE, known);
    t.same(sorted(then), sorted(before.map((row) => told(latest, row))), `${latest.member}, what was known by then`);
    t.notSame(sorted(then), sorted(all), `${latest.member} was told more since`);
  }
});
