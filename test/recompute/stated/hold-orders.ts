// Published statements make what a sized evaluation looked at from the books and quotes that are kept with it.
import type { Test } from "tap";
import type { OrderQuote } from "../../../ingest/quote-order.ts";
import type { Deps } from "../../../jobs/deps.ts";
import { evaluateOrder, type Quoted } from "../../../jobs/evaluate/evaluate-order.ts";
import { keptState, type SizedInputs } from "../../../jobs/evaluate/inputs.ts";
import { liquidityOf, orderOf } from "../../../jobs/evaluate/order.ts";
import { isGap } from "../../../jobs/measure/gap.ts";
import { pointsOf } from "../../../jobs/measure/quote-points.ts";
import { compareEvaluation } from "../../../jobs/replay/compare-evaluation.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { askStatement } from "../../../schema/io/statement.ts";
import type { OrderRequest } from "../../../schema/object/evaluation.ts";
import { bookLatest } from "../../../schema/query/trade/book-latest.ts";
import type { StatementRow } from "../../../schema/recompute/compare.ts";
import type { Statement } from "../../../schema/recompute/statement.ts";
import { askStaged, type openAnswers } from "./staged.ts";
import type { Built } from "./world.ts";

type Asked = { readonly order: OrderRequest; readonly quotes: readonly Pick<OrderQuote, "sizeUsd" | "impactPct">[] };

/** Orders of either side and every scope: quoted, contradicted, dearer when smaller, beyond all books, not quoted. */
const ORDERS: readonly Asked[] = [
  { order: { size_usd: 5_000 }, quotes: [{ sizeUsd: 5_000, impactPct: 0.2 }] },
  {
    order: { side: "sell", size_native: 2, policy: { max_impact_pct: 2 } },
    quotes: [],
  },
  {
    order: { side: "sell", size_usd: 40_000 },
    quotes: [
      { sizeUsd: 40_000, impactPct: 0.3 },
      { sizeUsd: 10_000, impactPct: 0.9 },
    ],
  },
  {
    order: { size_usd: 20_000 },
    quotes: [
      { sizeUsd: 20_000, impactPct: 0.2 },
      { sizeUsd: 20_000, impactPct: 3 },
    ],
  },
  { order: { size_usd: 900_000_000, venue_scope: "cex" }, quotes: [] },
  { order: { side: "sell", size_usd: 3_000, venue_scope: "dex" }, quotes: [{ sizeUsd: 3_000, impactPct: 5.25 }] },
];

/** What aggregators said, of one chain. */
const quotedOf = ({ quotes }: Asked, at: number): readonly OrderQuote[] =>
  quotes.map((one, index) => ({
    ...one,
    ...{ provider: `sandbox:quoter${index}`, venue: `quoter${index}`, chain: "eth", at },
  }));

type Ground = {
  readonly deps: Deps;
  readonly analyst: Pick<Store, "query">;
  readonly statements: ReadonlyMap<string, Statement>;
  readonly answersOf: ReturnType<typeof openAnswers>["answersOf"];
};

/** Judges orders on the state of a token, keeps what an issuer keeps of them, and makes that again. */
export async function holdOrders(t: Test, ground: Ground, built: Built, token: string) {
  const { deps, analyst, statements, answersOf } = ground;
  const [ofToken, ofOrder] = [statements.get("evaluation"), statements.get("order")];
  const state = built.stateOf(token);
  if (ofToken === undefined || ofOrder === undefined || state === undefined) return t.fail("nothing to hold");
  const books = await deps.store.query(bookLatest, { asOf: built.at, known: built.known, tokens: [token] });
  const sides = new Map<string, readonly StatementRow[]>();
  for (const [index, asked] of ORDERS.entries()) {
    const order = orderOf(asked.order, state.sections.market.price_usd);
    if (isGap(order)) return t.fail("the price is known");
    const quotes = quotedOf(asked, built.at);
    const said = { quotes, hasRoute: true, failures: [], calls: [] };
    const quoted: Quoted = {
      quotes: order.scope === "cex" ? null : pointsOf([said], order.sizeUsd),
      ...{ chain: order.scope === "cex" ? null : "eth", sources: [], calls: [] },
    };
    const data = evaluateOrder(state, order, liquidityOf(state, books, order, built.at), quoted, built.at);
    const inputs: SizedInputs = {
      ...{ state: keptState(state), order: asked.order, books, books_at: built.at },
      ...{ quoted: quotes, quotes: quoted.quotes, chain: quoted.chain },
    };
    const id = `eval_order${index}${token}`;
    await deps.store.insert("issued_input", [{ id, hash: "", at: built.at, inputs: JSON.stringify(inputs) }], id);
    const about = { ...built, token, side: order.side, id };
    const rows = sides.get(order.side) ?? (await askStaged(analyst, ofToken, about, await answersOf(built, token)));
    sides.set(order.side, rows);
    const compared = compareEvaluation(data, [...rows, ...(await askStatement(analyst, ofOrder, about))]);
    const name = `${order.side} ${JSON.stringify(asked.order)} of ${token}`;
    t.same(
      compared.filter(({ isSame }) => !isSame),
      [],
      `order ${name}: ${compared.length} members`,
    );
    t.ok(compared.filter(({ member }) => /^\/(impact|volume_share|depth_share)/.test(member)).length >= 4, name);
  }
}
