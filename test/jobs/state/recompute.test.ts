// Every derived number of a frozen instant equals what plain SQL over the stored rows gives.
import t from "tap";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { buildTokenItems, tokensFrame } from "../../../jobs/state/build-tokens.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { TRACKED, trackedById } from "../../../schema/tracked.ts";
import { CONTEXT, prepareChanges } from "../../recompute/context.ts";
import { DERIVATIVES } from "../../recompute/derivatives.ts";
import { LIQUIDITY } from "../../recompute/liquidity.ts";
import { MARKET } from "../../recompute/market.ts";
import { ONCHAIN, SUPPLY } from "../../recompute/onchain.ts";
import { prepareTables } from "../../recompute/prepare.ts";
import { fillMarket } from "../../support/market-rows.ts";
import { startTestStore } from "../../support/store.ts";

const AS_OF = Date.UTC(2026, 9, 20, 12, 34, 31);
const SQL = {
  market: MARKET,
  liquidity: LIQUIDITY,
  derivatives: DERIVATIVES,
  onchain: ONCHAIN,
  supply: SUPPLY,
  context: CONTEXT,
};
const tokens = TRACKED.slice(0, 66).map(({ id }) => id);
const [first = "", second = "", third = "", fourth = ""] = tokens;
const last = tokens.at(-1) ?? "";

/** What the rows leave out on purpose; nothing else with a recomputation may be unassessed or null. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {};

const read = (root: unknown, path: string): unknown =>
  path.split("/").reduce<unknown>((node, key) => (node as Record<string, unknown> | null)?.[key], root);

async function recompute(store: Store, token: string, sql: Readonly<Record<string, string>>) {
  const sector = TRACKED.filter((other) => other.sector === trackedById(token)?.sector).map(({ id }) => `'${id}'`);
  const columns = Object.entries(sql).map(([path, expression]) => `${expression} AS \`${path}\``);
  const text = `SELECT ${columns.join(",\n")}`
    .replaceAll("NOW", String(AS_OF))
    .replaceAll("TOKEN", token)
    .replaceAll("SECTOR", sector.join(","));
  const [row = {}] = await store.query<object, Record<string, unknown>>({ name: "recompute", sql: text }, {});
  return row;
}

t.test("state of a frozen instant", async (t) => {
  const { store } = await startTestStore(t);
  await fillMarket(store, {
    asOf: AS_OF,
    tokens,
    minuteDays: 9,
    deepTokens: 4,
    bookMinutes: 20,
    fundingDays: 90,
    levels: 30,
  });
  await prepareChanges(store, AS_OF);
  const load = () => loadFacts(store, { asOf: AS_OF, tokens, market: "sandbox" });
  const facts = await load();
  const states = new Map<string, BuiltState>(tokens.map((id) => [id, buildState(facts, id)]));

  for (const token of [first, second, third, fourth, last]) {
    t.test(`every derived number of ${token} equals plain SQL`, async (t) => {
      await prepareTables(store, token, AS_OF);
      for (const [section, sql] of Object.entries(SQL)) {
        const built = states.get(token)?.sections[section as keyof typeof SQL];
        const expected = await recompute(store, token, sql);
        for (const path of Object.keys(sql)) {
          const value = read(built, path);
          const left = value === "unassessed" || value === null || value === undefined;
          if (left) t.comment(`${token} ${section}/${path} ${value} sql ${expected[path]}`);
          else t.equal(value, expected[path], `${section}/${path}`);
        }
      }
    });
  }
});
