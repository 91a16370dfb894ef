// Property: whatever inputs are knocked out, nothing throws, no member improves and none turns from a value to 0, false or null.
import fc from "fast-check";
import t from "tap";
import type { FactRows } from "../../jobs/fact/assemble-facts.ts";
import type { MarketSections } from "../../jobs/market/build-market.ts";
import { toLast } from "../../jobs/series/bucket.ts";
import { STORED_SERIES, STORED_SERIES_IDS } from "../../jobs/series/index.ts";
import { buildState } from "../../jobs/state/build-state.ts";
import type { BuiltState } from "../../jobs/state/built-state.ts";
import { DAY_MS } from "../../schema/duration.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { wordsIn } from "../support/api/member.ts";
import { assertProperty } from "../support/property.ts";
import { age, blanksOf, corpusFacts, corpusRows, listsOf, marketOf, type RowList } from "../support/rows/corpus.ts";
import { AS_OF } from "../support/rows/facts.ts";

t.setTimeout(180_000);
const RUNS = Number(process.env.KNOCK_OUT_RUNS ?? 30);
const SEED = Number(process.env.KNOCK_OUT_SEED ?? 20_261_121);
const TOKENS = ["bitcoin", "aave"];
type Row = Record<string, unknown>;
type Built = { readonly states: ReadonlyMap<string, BuiltState>; readonly market: MarketSections | null };

/** Rows that are events: without them nothing happened, as long as what watches says that it was looking. */
const EVENTS: readonly RowList[] = [
  ...(["transfers", "liquidations", "liquidationWindows", "signals", "headlines", "briefs"] as const),
];
/** Who was asked and answered, how much each venue trades, who holds coins and where they move: by these it is known whom to wait for. */
const WITNESSES: readonly RowList[] = ["calls", "spotVenues", "reserves", "flows"];
const PRICES = ["close", "price_usd"];
/** Null here is a statement: an address without a label, a coin without a maximum. */
const SAID = ["largest_from_label", "largest_to_label", "max_native"];

/** Harms rows by the dice: some kinds go, some rows go, grow old, lose members or carry a price far off; of `kept` none goes. */
function harm(rows: FactRows, dice: () => number, kept: readonly RowList[]): FactRows {
  const harmRow = (list: RowList, row: Row): Row[] => {
    const roll = dice();
    if (roll < 20) return kept.includes(list) ? [row] : [];
    if (roll < 35) return [age(row, DAY_MS * 40)];
    const blank = Object.fromEntries(
      blanksOf(list, row).flatMap((name) => (dice() < 20 && !SAID.includes(name) ? [[name, null]] : [])),
    );
    const far = Object.fromEntries(
      PRICES.flatMap((name) => (typeof row[name] === "number" && roll > 95 ? [[name, row[name] * 3]] : [])),
    );
    return [{ ...row, ...far, ...blank }];
  };
  const lists = listsOf(rows).map((list) => {
    const all = rows[list] as unknown as Row[];
    if (dice() < 50) return [list, all];
    if (dice() < 15 && !kept.includes(list)) return [list, []];
    return [list, all.flatMap((row) => harmRow(list, row))];
  });
  return Object.fromEntries(lists) as FactRows;
}

function build(rows: FactRows, withMarket: boolean): Built {
  const facts = corpusFacts(rows, TOKENS);
  const states = new Map(TOKENS.map((id) => [id, buildState(facts, id)]));
  return { states, market: withMarket ? marketOf(facts, states, "aave").sections : null };
}

type Section = {
  readonly unassessed: readonly { readonly path: string; readonly reason: string; readonly detail?: string }[];
};
const sectionsOf = ({ states, market }: Built): Map<string, Section> =>
  new Map([
    ...[...states].flatMap(([token, { sections }]) =>
      Object.entries(sections).map(([id, section]) => [`${token} ${id}`, section as Section] as const),
    ),
    ...Object.entries(market ?? {}).map(([id, section]) => [`market ${id}`, section as Section] as const),
  ]);

/** Members by pointer; elements of lists are not compared: which of them there are is itself what was knocked out. */
function leaves(node: unknown, path = ""): [string, unknown][] {
  if (typeof node !== "object" || node === null) return [[path, node]];
  if (Array.isArray(node)) return [[path, "list"]];
  return Object.entries(node).flatMap(([key, value]) =>
    ["sources", "unassessed", "coverage", "as_of"].includes(key) ? [] : leaves(value, `${path}/${key}`),
  );
}

/** What is wrong with a section beside the one of the fuller rows, in words. */
function faults(name: string, fuller: Section, poorer: Section): string[] {
  const named = new Set(poorer.unassessed.map(({ path }) => path));
  const before = new Map(leaves(fuller));
  const silent = wordsIn(poorer).filter((path) => !named.has(path));
  const turned = leaves(poorer).flatMap(([path, now]) => {
    const was = before.get(path);
    if (was === undefined || was === UNASSESSED || now === UNASSESSED) return [];
    const lost = was !== now && (now === null || now === false || (now === 0 && !COUNTS.test(path)));
    return lost && was !== null ? [`${name}${path} turned from ${was} to ${now}`] : [];
  });
  return [...silent.map((path) => `${name}${path} has no reason`), ...turned];
}
/** Counts of tokens among those measured: none of the rest may well rise. */
const COUNTS = /_24h$|_pct$|new_(?:highs|lows)/;

/** Members that were missing and are there with less to go by. A dispute ends when one side is not heard any more. */
function improved(name: string, fuller: Section, poorer: Section): string[] {
  const now = new Map(leaves(poorer));
  const disputed = fuller.unassessed.some(({ reason }) => reason === "disagreement");
  return leaves(fuller).flatMap(([path, was]) => {
    if (disputed) return [];
    const value = now.get(path);
    return was === UNASSESSED && value !== undefined && value !== UNASSESSED && value !== null
      ? [`${name}${path} improved from ${fuller.unassessed.find((e) => path.startsWith(e.path))?.detail} to ${value}`]
      : [];
  });
}

const whole = corpusRows(TOKENS);
const full = build(whole, true);
const diceOf = (seed: readonly number[]) => {
  let at = 0;
  return () => seed[at++ % seed.length] ?? 0;
};

t.test("knocked-out inputs never become a value, a zero, a false or a null", (t) => {
  const found = new Map<string, number>();
  let run = 0;
  const seeds = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 97, maxLength: 211 });
  assertProperty(
    fc.property(seeds, (seed) => {
      const poorer = sectionsOf(build(harm(whole, diceOf(seed), EVENTS), run++ % 3 === 0));
      for (const [name, section] of sectionsOf(full)) {
        const other = poorer.get(name);
        if (!other) continue;
        for (const fault of [...faults(name, section, other), ...improved(name, section, other)])
          found.set(fault, (found.get(fault) ?? 0) + 1);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  t.strictSame([...found.keys()], []);
  t.end();
});

t.test("a second knock-out makes nothing known that the first one hid", (t) => {
  const found = new Set<string>();
  const seeds = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 97, maxLength: 211 });
  assertProperty(
    fc.property(seeds, seeds, (first, second) => {
      const once = harm(whole, diceOf(first), [...EVENTS, ...WITNESSES]);
      const poorer = sectionsOf(build(harm(once, diceOf(second), [...EVENTS, ...WITNESSES]), false));
      for (const [name, section] of sectionsOf(build(once, false))) {
        const other = poorer.get(name);
        if (other) for (const fault of improved(name, section, other)) found.add(fault);
      }
    }),
    { numRuns: RUNS, seed: SEED + 1 },
  );
  t.strictSame([...found], []);
  t.end();
});

t.test("a coin without a maximum that another directory knows one for is in dispute, with all that follows", (t) => {
  const coins = whole.coins.map((row) => ({ ...row, max_native: null }));
  const { supply, market } = build({ ...whole, coins }, false).states.get("bitcoin")?.sections ?? {};
  t.match(supply, { max_native: UNASSESSED, circulating_pct_of_max: UNASSESSED });
  t.equal(market?.fdv_usd, UNASSESSED);
  t.ok(supply?.unassessed.some(({ path, reason }) => path === "/max_native" && reason === "disagreement"));
  const alone = build({ ...whole, coins, opinion: [] }, false).states.get("bitcoin")?.sections.supply;
  t.equal(alone?.max_native, null, "with nobody to contradict it, it has none");
  t.end();
});

t.test("a cell of a series that was not read is unassessed, never 0", (t) => {
  for (const id of STORED_SERIES_IDS) {
    if (["long_short", "funding"].includes(id)) continue;
    const cells = [null, null, null];
    const row = {
      token: "bitcoin",
      line: "x",
      bucket: 0,
      at: AS_OF,
      every_ms: 1,
      provider: "p",
      retrieved_at: AS_OF,
      cells,
    };
    const last = toLast(STORED_SERIES[id], row);
    const shown = JSON.parse(`[${last.text}]`) as unknown[];
    t.ok(shown.length > 2 && shown.slice(1, -1).every((cell) => cell === UNASSESSED), `${id}: ${last.text}`);
  }
  t.end();
});
