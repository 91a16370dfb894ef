// Whether a contract is published, by the state of its token: what that lost is lost, and not unknown for good.
import t from "tap";
import { verifiedOf } from "../../../jobs/inspect/verified.ts";
import type { Reason } from "../../../schema/reason.ts";
import { isAssessed } from "../../../schema/shape/quantity.ts";
import { maker } from "../../support/rows/knocked-out.ts";

const { sections } = maker;
const { security } = sections;

t.test("what a state tells of its token's contract is told, and why it does not where it does not", async (t) => {
  if (!isAssessed(security.contracts)) throw new Error("no contracts");
  const { contracts } = security;
  const [first] = contracts;
  if (first === undefined) throw new Error("no contract");
  const of = (change: Partial<typeof security>, chain: string = first.chain) =>
    verifiedOf(
      "maker",
      chain,
      new Map([["maker", { sections: { ...sections, security: { ...security, ...change } } }]]),
    );
  const open = (value: boolean | "unassessed") => contracts.map((one) => ({ ...one, open_source: value }));
  t.same(of({ contracts: open(true) }), { value: true });
  t.same(of({ contracts: open(false) }), { value: false });
  for (const reason of ["pending", "stale", "source_error", "disagreement"] satisfies Reason[]) {
    const unassessed = [{ path: "/contracts/0/open_source", reason }];
    t.match(of({ contracts: open("unassessed"), unassessed }), { gap: { reason } });
    t.match(of({ contracts: "unassessed", unassessed: [{ path: "/contracts", reason }] }), { gap: { reason } });
  }
  t.match(verifiedOf("maker", first.chain, new Map()), { gap: { reason: "stale" } }, "its state is away");
  t.match(of({}, "nowhere"), { gap: { reason: "no_source" } });
  t.match(
    verifiedOf(null, first.chain, new Map()),
    { gap: { reason: "no_source" } },
    "nobody tells of what is untracked",
  );
});
