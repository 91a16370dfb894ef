// Property: whatever rows are missing, the build never throws, stays valid and never invents a value.
import fc from "fast-check";
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { whyMissing } from "../../../jobs/measure/cause.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { compile } from "../../../schema/check.ts";
import type { CallLatestRow } from "../../../schema/query/service/call-latest.ts";
import { SECTION_IDS, SECTIONS } from "../../../schema/section/index.ts";
import { assertProperty } from "../../support/property.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const TOKEN = "bitcoin";
const whole = wholeRows();
const LISTS = Object.keys(whole) as (keyof FactRows)[];
const checks = SECTION_IDS.map((id) => ({ id, check: compile(SECTIONS[id]) }));
const full = buildState(factsOf(whole), TOKEN);

type Leaf = { readonly path: string; readonly value: unknown };

/** Leaves that are numbers, strings or truth values; lists of venues and impacts are compared by their own members. */
function leaves(node: unknown, path: string): Leaf[] {
  if (Array.isArray(node)) return [];
  if (typeof node !== "object" || node === null) return [{ path, value: node }];
  return Object.entries(node).flatMap(([key, value]) =>
    ["sources", "unassessed", "coverage", "as_of"].includes(key) ? [] : leaves(value, `${path}/${key}`),
  );
}

const TIMES = ["close_at", "read_at", "end_at", "newest_at"];
const NULLABLE = [
  "interval_hours",
  "usd_1h",
  "usd_4h",
  "usd_24h",
  "index_price",
  "mark_price",
  "rank",
  "circulating_native",
  "ath_usd",
];

/** Drops some of the token's rows, ages some, and blanks some members that may be null. */
function knockOut(rows: FactRows, seed: readonly number[]): FactRows {
  let at = 0;
  const next = () => seed[at++ % seed.length] ?? 0;
  const harm = (row: object): object[] => {
    if ("token" in row && row.token !== TOKEN) return [row];
    const dice = next();
    if (dice < 25) return [];
    const harmed: Record<string, unknown> = { ...row };
    for (const name of TIMES) if (name in harmed && dice >= 25 && dice < 45) harmed[name] = AS_OF - 1_000 * 86_400;
    for (const name of NULLABLE) if (name in harmed && next() < 25) harmed[name] = null;
    return [harmed];
  };
  return Object.fromEntries(
    LISTS.map((list) => [list, (rows[list] as readonly object[]).flatMap(harm)]),
  ) as unknown as FactRows;
}

t.test("knocked-out rows never become a false value", (t) => {
  assertProperty(
    fc.property(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 30, maxLength: 60 }), (seed) => {
      const { sections } = buildState(factsOf(knockOut(whole, seed)), TOKEN);
      for (const { id, check } of checks) {
        const section = sections[id];
        if (!check(section)) throw new Error(`${id}: ${check.describe()}`);
        const named = new Set(section.unassessed.map((entry) => entry.path));
        const before = new Map(leaves(full.sections[id], "").map((leaf) => [leaf.path, leaf.value]));
        for (const { path, value } of leaves(section, "")) {
          const was = before.get(path);
          if (value === "unassessed" && !named.has(path)) throw new Error(`${id}${path} has no reason`);
          if (value === null && was !== null && typeof was === "number") throw new Error(`${id}${path} became null`);
          if (value === false && was === true && section.unassessed.length > 0)
            throw new Error(`${id}${path} became false`);
        }
      }
    }),
    { numRuns: 60 },
  );
  t.pass("60 random markets");
  t.end();
});

t.test("with nothing stored, nothing is measured and every section is still valid", (t) => {
  const empty = Object.fromEntries(LISTS.map((list) => [list, []])) as unknown as FactRows;
  const { sections, token } = buildState(factsOf(empty), TOKEN);
  t.equal(token.rank, "unassessed");
  for (const { id, check } of checks) t.ok(check(sections[id]), id);
  for (const { path, value } of leaves(sections.market, "")) t.equal(value, "unassessed", path);
  for (const { path, value } of leaves(sections.derivatives, "")) t.equal(value, "unassessed", path);
  t.equal(sections.market.unassessed[0]?.reason, "pending");
  t.end();
});

t.test("what no venue that lists the token tells is no_source once the listings are known, and pending before", (t) => {
  const call = (source: string, token: string, first_at: number): CallLatestRow => ({
    ...{ provider: "sandbox:x", source, token, endpoint: "x", first_at, last_outcome: "ok" },
    ...{ last_at: AS_OF, ok_at: AS_OF, kept_at: AS_OF },
  });
  const hour = AS_OF - 3_600_000;
  const listed = call("hyperliquid-open-interest", TOKEN, hour);
  t.equal(whyMissing([listed], "liquidation").gap, "no_source", "the venue publishes none");
  t.equal(whyMissing([call("okx-open-interest", TOKEN, hour)], "liquidation").gap, "pending", "this one does");
  t.equal(whyMissing([{ ...listed, first_at: AS_OF }], "liquidation").gap, "pending", "others may list it yet");
  t.equal(
    whyMissing([call("kraken-candle-1m", TOKEN, hour)], "liquidation").gap,
    "pending",
    "of its swaps nothing is known",
  );
  t.equal(whyMissing([], "unlock").gap, "pending", "what is of no venue is told of all");
  t.end();
});
