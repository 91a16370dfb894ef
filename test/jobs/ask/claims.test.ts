// Claims made from the stored facts of a simulated market: none that is false is supported, none that is true contradicted.
import t from "tap";
import { corpusOf, holdCorpus } from "../../recompute/claims/hold-corpus.ts";
import { startFilledStore } from "../../support/market/filled-store.ts";

const SEED = 7;

t.test("claims come to what the facts say, and few of those that the facts decide stay open", async (t) => {
  const { store, asOf } = await startFilledStore(t);
  const { held, corpus } = await corpusOf(store, ["bitcoin", "cardano"], asOf, SEED, 60);
  const { made, decided, wrong, open, groups } = holdCorpus(held, corpus, asOf);
  for (const [group, { all, right, open: unknown }] of groups)
    t.comment(`${group}: ${right} of ${all} right, ${unknown} open`);
  t.comment(`${made} claims, ${decided} decided by the facts, ${wrong.length} wrong, ${open.length} open`);
  t.ok(made >= 800);
  t.same(wrong.slice(0, 10), []);
  t.ok(open.length <= decided * 0.1, open.slice(0, 20).join("\n"));
});
