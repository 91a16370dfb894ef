// Published statements give what was served: as of several instants, with what was known by then, every member of every
// section that has one, and the same members unassessed.
import t from "tap";
import type { Deps } from "../../jobs/deps.ts";
import { loadFacts } from "../../jobs/fact/load-facts.ts";
import { buildMarket } from "../../jobs/market/build-market.ts";
import { buildState } from "../../jobs/state/build-state.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import { openStore } from "../../schema/io/clickhouse.ts";
import { askStatement, readStatements } from "../../schema/io/statement.ts";
import { chainHead } from "../../schema/query/chain/chain-head.ts";
import { compareSection, isUnassessed } from "../../schema/recompute/compare.ts";
import { STATED, WITHOUT_STATEMENT } from "../../schema/recompute/statement.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { startIngestGround } from "../support/ingest.ts";
import { fillOutside } from "../support/rows/analyst-rows.ts";
import { fillMarket } from "../support/rows/market-rows.ts";
import { drawFrom } from "./causes/world.ts";
import { fillChains } from "./chain-rows.ts";
import { fillMarketOutside } from "./market-outside.ts";
import { openMeddler } from "./replay/meddle.ts";

const AS_OF = Date.UTC(2026, 10, 18, 11, 57, 23, 456);
/** The market is of all of them. */
const ALL = TRACKED.map(({ id }) => id);
/** Those with rows, all in the soak. */
const COUNT = Number(process.env.RECOMPUTE_TOKENS ?? 12);
const IDS = TRACKED.slice(0, COUNT).map(({ id }) => id);
const isWhole = COUNT > 12;
const statements = readStatements();

t.test("every section has a statement, or is named as one without", (t) => {
  for (const section of STATED.keys()) {
    t.not(statements.has(section), WITHOUT_STATEMENT.has(section), `${section} is one of both`);
  }
  t.same(
    [...statements.keys()].filter((section) => !STATED.has(section)),
    [],
  );
  t.end();
});

type Built = { readonly at: number; readonly known: number; sectionOf(section: string, token: string): object };

/** What would have been served at an instant, from what was known by then. */
async function buildAt({ store }: Deps, at: number, known: number): Promise<Built> {
  const facts = await loadFacts(store, { asOf: at, known, tokens: ALL, market: "sandbox" });
  const states = new Map(ALL.map((id) => [id, buildState(facts, id)]));
  const chainHeads = await store.query(chainHead, { asOf: at, known });
  const market = buildMarket({ asOf: at, states, facts, chainHeads }).sections as Record<string, object>;
  const ofState = (section: string, token: string) =>
    (states.get(token)?.sections as Record<string, object> | undefined)?.[section] ?? {};
  return {
    at,
    known,
    sectionOf: (section, token) =>
      STATED.get(section) === "market" ? (market[section] ?? {}) : ofState(section, token),
  };
}

t.test("recomputed is served, member by member", async (t) => {
  t.setTimeout(isWhole ? 7_200_000 : 300_000);
  const { deps, engine, sandbox } = await startIngestGround(t);
  const analyst = openStore({
    ...{ url: engine.url, user: "default", password: engine.readonlyToken },
    ...{ database: "analyst", process: "test", isAnalyst: true },
  });
  t.teardown(() => analyst.close());
  const few = { minuteDays: 2, deepTokens: 2, bookMinutes: 8, fundingDays: 90, levels: 30 };
  await fillMarket(deps.store, { asOf: AS_OF, tokens: IDS, ...few });
  await fillMarketOutside(deps.store, AS_OF);
  await fillOutside(deps.store, AS_OF);
  await fillChains(deps.store, AS_OF, IDS);
  // Both tell of the same days; a store that writers fill holds no two readings of a key that none has replaced.
  await deps.store.command("OPTIMIZE TABLE fear_greed FINAL");
  sandbox.setTime({ frozenMs: AS_OF + MINUTE_MS });
  const before = await buildAt(deps, AS_OF, AS_OF);
  await openMeddler(deps, drawFrom(11)).correct(60);
  const midnight = Math.floor(AS_OF / DAY_MS) * DAY_MS + 3 * MINUTE_MS;
  const instants: Readonly<Record<string, Built>> = {
    "before corrections came": before,
    "after they came": await buildAt(deps, AS_OF, AS_OF + 2 * MINUTE_MS),
    "with providers out": await buildAt(deps, AS_OF + 34 * MINUTE_MS, AS_OF + 34 * MINUTE_MS),
    "over midnight": await buildAt(deps, midnight, midnight),
    "while the past is being filled": await buildAt(deps, AS_OF - 25 * HOUR_MS, AS_OF),
  };
  for (const statement of statements.values()) {
    const seen = { members: 0, unassessed: 0 };
    for (const [index, [when, { at, known, sectionOf }]] of Object.entries(instants).entries()) {
      const tokens = statement.of === "market" ? [""] : isWhole ? IDS : IDS.slice((index * 5) % IDS.length).slice(0, 1);
      for (const token of tokens) {
        const rows = await askStatement(analyst, statement, { token, at, known });
        const compared = compareSection(statement, sectionOf(statement.section, token), rows);
        seen.members += compared.length;
        seen.unassessed += compared.filter(isUnassessed).length;
        const differing = compared.filter(({ isSame }) => !isSame);
        t.same(differing, [], `${statement.section} ${token} ${when}: ${compared.length} members`);
      }
    }
    t.ok(
      seen.members > seen.unassessed,
      `${statement.section}: ${seen.members} members, ${seen.unassessed} unassessed`,
    );
  }
});
