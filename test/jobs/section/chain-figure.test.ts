// Burned, staked, transactions and addresses: a value where a chain tells it, else why not; null where it does not apply.
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { UNASSESSED } from "../../../schema/shape/quantity.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { citedBy } from "../../support/api/cited.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const whole = wholeRows();
type Figures = FactRows["chainFigures"];
type Lists = Partial<Pick<FactRows, "calls" | "coins" | "chainFigures">>;
/** The sections of a token, each with the sources that it names. */
function sectionsOf(token: string, change: Lists = {}) {
  const state = buildState(factsOf({ ...whole, ...change }), token);
  const { supply, onchain } = state.sections;
  return {
    supply: { ...supply, cited: citedBy(state, supply) },
    onchain: { ...onchain, cited: citedBy(state, onchain) },
  };
}
const figures = (change: (row: Figures[number]) => Partial<Figures[number]>): Lists => ({
  chainFigures: whole.chainFigures.map((row) => ({ ...row, ...change(row) })),
});
type Missing = { readonly unassessed: readonly { readonly path: string; readonly reason: string }[] };
const reasonOf = (section: Missing, path: string) => section.unassessed.find((one) => one.path === path)?.reason;
const cites = (section: { readonly cited: readonly { readonly provider: string }[] }, provider: string) =>
  section.cited.some((source) => source.provider === provider);
const failing = (source: string): FactRows["calls"] => [
  {
    ...(whole.calls[0] as FactRows["calls"][number]),
    provider: `sandbox:${source.split("-")[0]}`,
    source,
    token: "",
    last_outcome: "http_error",
  },
];

t.test("burned: over every chain that is read, cited; a chain that is missing is not left out", async (t) => {
  const { supply } = sectionsOf("aave");
  t.equal(supply.burned_native, 500, "eth and bsc");
  t.ok(cites(supply, "sandbox:eth") && cites(supply, "sandbox:bsc"));
  t.equal(sectionsOf("ethereum").supply.burned_native, 250, "the chain's own coin");
  const half = sectionsOf("aave", {
    ...figures((row) => (row.chain === "bsc" ? { read_at: AS_OF - 13 * HOUR_MS } : {})),
  }).supply;
  t.equal(half.burned_native, UNASSESSED);
  t.equal(reasonOf(half, "/burned_native"), "stale");
  t.notOk(cites(half, "sandbox:eth"), "what does not count is not cited");
  const none = { chainFigures: [] };
  t.equal(reasonOf(sectionsOf("aave", none).supply, "/burned_native"), "pending");
  const down = sectionsOf("aave", { ...none, calls: failing("eth-chain-supply") }).supply;
  t.equal(reasonOf(down, "/burned_native"), "source_error");
  t.equal(reasonOf(sectionsOf("bitcoin").supply, "/burned_native"), "no_source", "no contract where burns are read");
});

t.test("staked: over what circulates; null for coins of miners, no source for chains that do not tell", async (t) => {
  const { supply } = sectionsOf("cardano");
  const { circulating_native: circulating } = supply;
  t.equal(supply.staked_pct, Math.round((500_000 / Number(circulating)) * 1e6) / 1e4);
  t.ok(cites(supply, "sandbox:ada"));
  t.equal(sectionsOf("bitcoin").supply.staked_pct, null);
  t.equal(reasonOf(sectionsOf("bitcoin").supply, "/staked_pct"), undefined);
  for (const token of ["ethereum", "aave"]) t.equal(reasonOf(sectionsOf(token).supply, "/staked_pct"), "no_source");
  const blind = { coins: whole.coins.map((row) => ({ ...row, circulating_native: null })) };
  t.equal(reasonOf(sectionsOf("cardano", blind).supply, "/staked_pct"), "no_source", "no share of an unknown whole");
});

t.test(
  "transactions and addresses of a chain: its own word and the newest day, each as old as it may be",
  async (t) => {
    const { onchain } = sectionsOf("bitcoin");
    t.match(onchain, { transactions_24h: 400_000, active_addresses_24h: 600_000 });
    t.ok(cites(onchain, "sandbox:btc") && cites(onchain, "sandbox:blockchain"));
    t.match(
      sectionsOf("cardano").onchain,
      { transactions_24h: 400_000, active_addresses_24h: 300_000 },
      "its own word",
    );
    const { onchain: ether } = sectionsOf("ethereum");
    t.match(ether, { transactions_24h: 405_000, active_addresses_24h: 300_000 }, "the newest day");
    t.ok(cites(ether, "sandbox:coinmetrics"));
    const { onchain: day } = sectionsOf(
      "bitcoin",
      figures(() => ({ read_at: AS_OF - 60 * HOUR_MS })),
    );
    t.equal(reasonOf(day, "/transactions_24h"), "stale");
    t.equal(day.active_addresses_24h, 600_000, "a day counts for three days");
    const [cited] = day.cited.filter(({ provider }) => provider === "sandbox:blockchain");
    t.equal(Date.parse(cited?.as_of ?? ""), AS_OF - 60 * HOUR_MS, "and says which");
  },
);

t.test("a day counted apart by two is nobody's; without the same day in both there is nothing to hold", async (t) => {
  const apart = (value: number | null) =>
    sectionsOf(
      "bitcoin",
      figures(({ provider }) => (provider === "sandbox:blockchain" ? { day_value: value } : {})),
    ).onchain;
  t.equal(apart(400_000 * 1.12).transactions_24h, UNASSESSED);
  t.equal(reasonOf(apart(400_000 * 1.12), "/transactions_24h"), "disagreement");
  t.equal(apart(400_000 * 1.1).transactions_24h, 400_000);
  t.equal(apart(null).transactions_24h, 400_000);
});

const USE = ["/transactions_24h", "/active_addresses_24h"];

t.test("what moved a token of contracts: over all of its chains, cited, or over none", async (t) => {
  const { onchain: aave } = sectionsOf("aave");
  t.match(aave, { transactions_24h: 4_000, active_addresses_24h: 3_000 }, "eth and bsc");
  t.ok(cites(aave, "sandbox:eth") && cites(aave, "sandbox:bsc"));
  t.match(sectionsOf("maker").onchain, { transactions_24h: 2_000, active_addresses_24h: 1_500 }, "eth alone");
  const { onchain: half } = sectionsOf(
    "aave",
    figures((row) => (row.chain === "bsc" ? { read_at: AS_OF - 7 * HOUR_MS } : {})),
  );
  for (const path of USE) t.equal(reasonOf(half, path), "stale", path);
  const none = { chainFigures: [] };
  for (const path of USE) t.equal(reasonOf(sectionsOf("aave", none).onchain, path), "pending", path);
  const reading = failing("eth-chain-activity").map((call) => ({ ...call, last_outcome: "ok", kept_at: 0 }));
  const { onchain: begun } = sectionsOf("aave", { ...none, calls: reading });
  for (const path of USE) t.equal(reasonOf(begun, path), "pending", `${path} while its hours are read`);
  const down = sectionsOf("aave", { ...none, calls: failing("eth-chain-activity") }).onchain;
  for (const path of USE) t.equal(reasonOf(down, path), "source_error", path);
});

t.test("every token has both numbers, or the reason why nobody without a key counts them", async (t) => {
  const said = (token: string) => {
    const { onchain } = sectionsOf(token);
    const gaps = onchain.unassessed.filter(({ path }) => USE.includes(path));
    t.equal(gaps.length, gaps.length > 0 ? USE.length : 0, `${token} has both or none`);
    for (const { path, reason } of gaps) t.equal(reason, "no_source", `${token} ${path}`);
    const [detail = "assessed"] = gaps.flatMap((one) => one.detail ?? []);
    return /assessed|not counted|not all read|not known/.exec(detail)?.[0];
  };
  const counts = new Map<string | undefined, number>();
  for (const { id } of TRACKED) counts.set(said(id), (counts.get(said(id)) ?? 0) + 1);
  t.same(Object.fromEntries(counts), { assessed: 51, "not counted": 39, "not all read": 8, "not known": 2 });
  t.equal(said("solana"), "not counted", "a chain that no covered source counts");
  t.equal(said("raydium"), "not counted", "none of its chains is");
  t.equal(said("tether"), "not all read", "not all of its chains are counted");
  t.equal(said("optimism"), "not known", "where it lives");
});
