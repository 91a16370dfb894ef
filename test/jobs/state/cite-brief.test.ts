// An answer that says what our last brief is cites it by its hash, with an entry among the calls as any other source has.
import t from "tap";
import { makeEvidence, want } from "../../../jobs/ask/evidence.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { citeBrief } from "../../../jobs/state/cite-brief.ts";
import { checkCalls } from "../../../schema/proof/verify/check-calls.ts";
import type { IssuedByIdRow } from "../../../schema/query/issued/issued-by-id.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const facts = factsOf(wholeRows());
const env = { PUBLIC_URL: "https://assay.example", PORT: 8_080 };
const HASH = "a".repeat(64);
const row: IssuedByIdRow = {
  ...{ id: "2", kind: "brief", schema: "vmi/brief/1", issued_at: AS_OF, canonical: '{"ü":1}', hash: HASH },
  ...{ source_calls: "[]", supersedes: "", superseded_by: "", leaf_index: null },
};
const storeOf = (rows: readonly IssuedByIdRow[], asked: unknown[] = []) => ({
  query: async (_query: unknown, params: unknown) => {
    asked.push(params);
    return rows as never;
  },
});
const answer = (state: Awaited<ReturnType<typeof citeBrief>>) =>
  makeEvidence(
    [want("standing")],
    {
      ...{ state: { ...state, build: AS_OF }, others: new Map(), prices: new Map(), volumes: new Map() },
      ...{ market: new Map(), window: null, outcomes: [], verdict: "proceed" },
    },
    new Map(),
    AS_OF,
  );

t.test("the brief has its hash as digest, and sources and calls are one to one", async (t) => {
  const asked: unknown[] = [];
  const { sources, calls } = answer(await citeBrief({ store: storeOf([row], asked), env }, buildState(facts, "aave")));
  t.same(asked, [{ id: "2" }]);
  const source = sources.find(({ endpoint }) => endpoint === "explain");
  t.match(source, { provider: "sandbox:assay", raw_sha256: HASH });
  t.match(
    calls.find(({ source_id: id }) => id === source?.id),
    {
      endpoint: "explain",
      raw_sha256: HASH,
      bytes: 8,
      method: "unassessed",
      url: `${env.PUBLIC_URL}/v1/explain/aave/2`,
    },
  );
  t.equal(checkCalls(calls as never, sources as never, new Set()), sources.length);
});

t.test("a token without a brief, and a brief that is gone, are cited as before", async (t) => {
  const none = buildState(facts, "bitcoin");
  const asked: unknown[] = [];
  t.equal(await citeBrief({ store: storeOf([row], asked), env }, none), none);
  t.same(asked, []);
  const state = buildState(facts, "aave");
  t.equal(await citeBrief({ store: storeOf([]), env }, state), state);
});
