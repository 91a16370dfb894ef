// One chain without its provider: what lives on it says so, everything else stays as it was.
import t from "tap";
import { buildState } from "../../../jobs/state/build-state.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { CHAIN_IDS, flowSourceOf } from "../../../schema/token/chain.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const FLOW = [
  "/exchange_inflow_24h_usd",
  "/exchange_outflow_24h_usd",
  "/exchange_netflow_1h_usd",
  "/exchange_netflow_24h_usd",
  "/exchange_netflow_7d_usd",
  "/large_transfers_24h/count",
  "/large_transfers_24h/largest",
];
const reasonAt = (section: { readonly unassessed: readonly { path: string; reason: string }[] }, path: string) =>
  section.unassessed.find((one) => one.path === path)?.reason;

/** The coins of the chains, tokens of one and of several of them, and one of none. */
const SOME = [
  ...["bitcoin", "ethereum", "binancecoin", "solana", "cardano"],
  ...["chainlink", "ondo-finance", "jupiter-exchange-solana", "snek", "ripple"],
];

for (const chain of CHAIN_IDS)
  t.test(`while ${chain} is down only what lives on it is not assessed, and says why`, (t) => {
    const rows = wholeRows();
    const [sample] = rows.calls;
    if (!sample) throw new Error("no calls");
    const call = { ...sample, provider: `sandbox:${chain}`, source: flowSourceOf(chain), token: "" };
    const down = factsOf({
      ...rows,
      flows: rows.flows.map((row) => (row.chain === chain ? { ...row, end_at: AS_OF - 7 * HOUR_MS } : row)),
      calls: [...rows.calls, { ...call, last_outcome: "network" }],
    });
    const well = factsOf(rows);
    for (const { id, native, contracts } of TRACKED.filter((token) => SOME.includes(token.id))) {
      const { onchain, ...others } = buildState(down, id).sections;
      const { onchain: before, ...same } = buildState(well, id).sections;
      t.same({ ...others, signals: null }, { ...same, signals: null }, `${id}: nothing but its section changes`);
      const lives = [...new Set([...(native === null ? [] : [native]), ...Object.keys(contracts)])];
      if (!lives.includes(chain)) {
        t.same(onchain, before, `${id} does not live there`);
        continue;
      }
      t.same(
        onchain.chains_covered,
        lives.map((one) => ({ chain: one, covered: one !== chain, reason: one === chain ? "source_error" : null })),
        id,
      );
      if (lives.length > 1 && native !== chain) continue;
      for (const path of FLOW) t.equal(reasonAt(onchain, path), "source_error", `${id} ${path}`);
    }
    t.end();
  });
