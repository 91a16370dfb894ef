import t from "tap";
import { measureScan } from "../../../jobs/detect/measure-contract.ts";
import type { TokenFacts } from "../../../jobs/fact/fact.ts";
import { isGap } from "../../../jobs/measure/gap.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import type { ContractLatestRow } from "../../../schema/query/chain/contract-latest.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const FACTS = factsOf(wholeRows());
const rowsOf = (token: string): TokenFacts => FACTS.tokens.get(token) as TokenFacts;
const scansWith = (
  rows: TokenFacts,
  chain: string,
  change: Partial<ContractLatestRow>,
  agoMs = 0,
): ContractLatestRow[] =>
  rows.contracts.map((row) => ({
    ...row,
    trust_listed: null,
    read_at: row.read_at - agoMs,
    ...(row.chain === chain && row.provider.endsWith("goplus") ? change : {}),
  }));

t.test("a contract that became riskier: both levels, at the instant of the scan that changed", (t) => {
  const uniswap = rowsOf("uniswap");
  const changedAt = AS_OF - 5 * 3_600_000;
  const now = {
    ...uniswap,
    contracts: scansWith(uniswap, "eth", { hidden_owner: 1, read_at: changedAt - 3_600_000 * 2 }),
  };
  const scan = measureScan(now, scansWith(uniswap, "eth", {}, DAY_MS), AS_OF);
  t.match(scan, {
    now: { contract_risk: "high", buy_tax_pct: 0, sell_tax_pct: 0 },
    previous: { contract_risk: "low" },
  });
  const at = scan && !isGap(scan) ? scan.now.at : 0;
  const later = measureScan(
    {
      ...now,
      contracts: now.contracts.map((row) => (row.chain === "bsc" ? { ...row, read_at: AS_OF - 60_000 } : row)),
    },
    scansWith(uniswap, "eth", {}, DAY_MS),
    AS_OF,
  );
  t.equal(later && !isGap(later) ? later.now.at : 0, at, "another contract's later scan does not make it a new change");
  t.end();
});

t.test("without a contract it does not apply; without a scan before there is nothing to compare", (t) => {
  t.equal(measureScan(rowsOf("bitcoin"), [], AS_OF), null);
  t.match(measureScan(rowsOf("uniswap"), [], AS_OF), { gap: "insufficient_history" });
  t.match(measureScan({ ...rowsOf("uniswap"), contracts: [] }, [], AS_OF), { gap: "pending" });
  t.match(measureScan(rowsOf("snek"), [], AS_OF), { gap: "no_source" });
  t.end();
});

t.test("a tax is the worst of all contracts, and unknown where one is", (t) => {
  const uniswap = rowsOf("uniswap");
  const change = { sell_tax_pct: 0.8, buy_tax_pct: null };
  const now = {
    ...uniswap,
    contracts: scansWith(uniswap, "bsc", change).filter(({ provider }) => provider.endsWith("goplus")),
  };
  t.match(measureScan(now, scansWith(uniswap, "eth", {}, DAY_MS), AS_OF), {
    now: { sell_tax_pct: 0.8, buy_tax_pct: "unassessed" },
  });
  t.end();
});
