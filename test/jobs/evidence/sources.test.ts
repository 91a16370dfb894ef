// What an item of evidence cites: exactly the calls that its numbers were made of, whatever their endpoints are called.
import t from "tap";
import { makeEvidence, type Readings, want } from "../../../jobs/ask/evidence.ts";
import { keptState, restoreState } from "../../../jobs/evaluate/inputs.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { stateOf } from "../../../jobs/state/read-state.ts";
import type { EvidenceKind } from "../../../schema/evidence/index.ts";
import { decodeFrame } from "../../../schema/frame.ts";
import type { Source } from "../../../schema/shape/source.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { windowOf } from "../../support/rows/window.ts";

const HOUR = 3_600_000;
const rows = wholeRows();
/** One venue's book is old, and its open interest. */
const old = <R extends { venue: string; read_at: number }>(list: readonly R[]): R[] =>
  list.map((row) => (row.venue === "bybit" ? { ...row, read_at: AS_OF - 5 * HOUR } : row));
const facts = factsOf({ ...rows, books: old(rows.books), openInterest: old(rows.openInterest) });
const token = "uniswap";
const state = { ...buildState(facts, token), build: AS_OF };
const window = { ...windowOf(AS_OF), events: [] };

const DAY = [1, 24, 168];
const AGO = new Map([1, 4, 24, 168, 720].map((hours) => [`${hours}h`, hours * HOUR]));
/** A source by what its call is called, and how long ago it was true where that is a while. */
function nameOf({ endpoint, as_of: at }: Source): string {
  const ago = AS_OF - Date.parse(at ?? "");
  const back = [...AGO].find(([, ms]) => Math.abs(ago - ms) < HOUR / 2)?.[0];
  return back === undefined ? endpoint : `${endpoint} ${back}`;
}
const of = (venues: readonly string[], kind: string, ...hours: readonly number[]): string[] =>
  venues.flatMap((venue) => [`${venue}.${kind}`, ...hours.map((back) => `${venue}.${kind} ${back}h`)]);
const SPOT = ["binance", "bybit", "okx"];
const REST = ["binance", "okx"];
const INTEREST = of(REST, "open-interest");
/** Of readings of before the made-up rows know no call. */
const earlier = (...hours: readonly number[]) => hours.flatMap((back) => REST.map(() => `open_interest ${back}h`));
const FLOWS = ["exchange_flow", "exchange_flow"];
const LOCKED = ["defillama-tvl", "defillama-tvl 24h", "defillama-tvl 168h"];

const CHANGES = of(SPOT, "candle-1m", 24);
const CHECKED = ["contract_risk", "contract_risk"];

const EXPECTED: Partial<Record<EvidenceKind, readonly string[]>> = {
  price: [...of(SPOT, "candle-1m", ...DAY), "coin_market"],
  spot_volume: ["binance.candle-1m"],
  open_interest: [...INTEREST, ...earlier(1, 4)],
  funding: [...INTEREST, ...of(SPOT, "funding")],
  long_short: ["binance.long-short"],
  liquidations: of(SPOT, "liquidation"),
  order_book_depth: of(REST, "order-book"),
  onchain_flows: [...FLOWS, ...of(SPOT, "candle-1m")],
  tvl: LOCKED,
  supply: ["coin_market", "unlock"],
  contract_risk: CHECKED,
  market_context: [...CHANGES, ...CHANGES, ...CHANGES, "global_market", "global_market", "fng"],
  signal: of(SPOT, "candle-1m"),
  performance: [...of(SPOT, "candle-1m", ...DAY, 720), "coin_market"],
  comparison: [...CHANGES, ...CHANGES],
  volatility: of(SPOT, "candle-1m", ...DAY, 720),
  leverage: [
    ...[...INTEREST, ...earlier(1, 4, 24), ...of(SPOT, "funding"), "binance.long-short", ...of(SPOT, "taker-volume")],
    ...[...SPOT.map((venue) => `${venue}-perp-ticker`), ...of(SPOT, "candle-1m"), "coin_market"],
  ],
  closures: [...INTEREST, ...of(SPOT, "liquidation")],
  chain_flows: [...FLOWS, "large_transfer 1h", "large_transfer 1h", "reserve", "reserve 168h"],
  holders: ["contract_risk", "bsc-chain-activity", "eth-chain-activity"],
  tokenomics: ["bsc-chain-supply", "coin_market", "coin_market 720h", "eth-chain-supply", "unlock"],
  contract_checks: CHECKED,
};
const KINDS = Object.keys(EXPECTED) as EvidenceKind[];

const bitcoin = buildState(facts, "bitcoin");
const readings = (of: typeof state): Readings => ({
  ...{ state: of, others: new Map([["bitcoin", bitcoin]]), prices: new Map(), volumes: new Map(), market: new Map() },
  ...{ window, outcomes: [], verdict: "proceed" },
});
const make = (of: typeof state) =>
  makeEvidence(
    KINDS.map((kind) => (kind === "comparison" ? want(kind, "bitcoin", { hours: 24 }) : want(kind))),
    readings(of),
    new Map(),
    AS_OF,
  );

const made = make(state);
const listed = new Map(made.sources.map((source) => [source.id ?? "", source]));

t.test("each item cites the calls that its numbers are made of, of every venue, and no other", async (t) => {
  for (const kind of KINDS) {
    const [item] = made.items.filter((one) => one.kind === kind);
    const cited = (item?.source_ids ?? []).flatMap((id) => listed.get(id) ?? []).map(nameOf);
    t.same(cited.toSorted(), EXPECTED[kind]?.toSorted(), kind);
  }
});

t.test("venues that an item names are those whose calls it cites", async (t) => {
  const venuesOf = (kind: EvidenceKind) => {
    const item = made.items.find((one) => one.kind === kind);
    const ids = item?.source_ids ?? [];
    return { data: item?.data ?? {}, cited: new Set(ids.map((id) => listed.get(id)?.venue)) };
  };
  const told = venuesOf("funding");
  for (const { venue } of told.data.venues as { venue: string }[]) t.ok(told.cited.has(venue), venue);
  for (const kind of ["spot_volume", "long_short"] as const) {
    const { data, cited } = venuesOf(kind);
    t.same([...cited], [data.venue], kind);
  }
  const books = venuesOf("order_book_depth");
  t.equal(books.cited.size, books.data.venues_assessed);
});

t.test("what an answer lists has its call, and nothing is listed that no item cites", async (t) => {
  const cited = new Set(made.items.flatMap(({ source_ids: ids }) => ids));
  t.same(new Set(made.sources.map(({ id }) => id)), cited);
  const digests = made.sources.filter(({ raw_sha256: digest }) => digest !== null).map(({ id }) => id);
  t.same(made.calls.map(({ source_id: id }) => id).toSorted(), digests.toSorted());
});

t.test("published and read back, or kept and restored, a state's evidence cites the same", async (t) => {
  const read = stateOf(decodeFrame(stateFrame(state, AS_OF)), AS_OF);
  t.same(read && make(read).items, made.items);
  const own = {
    sources: state.sources.filter(({ id }) => made.sources.some((one) => one.id === id)),
    calls: state.calls,
  };
  t.same(make({ ...restoreState(JSON.parse(JSON.stringify(keptState(state))), own), build: AS_OF }).items, made.items);
});
