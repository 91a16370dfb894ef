// Reads what is held, where that is an address's, and what it is judged by: states of the tokens and daily closes of half a year.
import { fault } from "../../schema/fault.ts";
import type { DatasetId } from "../../schema/freshness.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { spotDay } from "../../schema/query/trade/spot-day.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { placeOf, type Source } from "../../schema/shape/source.ts";
import type { ChainId } from "../../schema/token/chain.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { lookAtAddress } from "../inspect/inspect.ts";
import { type ReadState, readStates } from "../state/read-state.ts";
import type { RunAbout } from "./agent.ts";
import { type Asked, type Holding, holdingsOf } from "./holding.ts";
import { openStates, ownStates } from "./read-states.ts";

const RETRY_S = 5;
const LOOK_MS = 12_000;

/** The address whose holdings they are. */
export type HeldBy = {
  readonly chain: ChainId;
  readonly address: string;
  readonly block: number;
  /** In wire form. */
  readonly as_of: string;
  /** Assets that are not tracked, which are none of the holdings. */
  readonly other_assets: number;
};

type Listed = { readonly sources: readonly Source[]; readonly calls: readonly SourceCall[] };
type Held = { readonly asked: readonly Asked[]; readonly by: HeldBy | null; readonly node: Listed };

type ReadHoldings = {
  readonly holdings: readonly Holding[];
  readonly states: readonly ReadState[];
  readonly by: HeldBy | null;
  readonly node: Listed;
};

type Holder = {
  readonly holdings?: readonly Asked[];
  readonly chain?: ChainId;
  readonly address?: string;
};

const NO_NODE: Listed = { sources: [], calls: [] };

/** What an address holds of tracked tokens, live. Throws upstream_unavailable, address_not_found. */
async function heldAt(deps: Deps, chain: ChainId, address: string, run: RunAbout, signal: AbortSignal): Promise<Held> {
  const until = Math.min(run.until, deps.clock.now() + LOOK_MS);
  const asked = { id: run.id.replace(/^run_/, ""), chain, address, until };
  const { profile, calls } = await lookAtAddress(deps, asked, { wantsMoves: false }, signal);
  if (profile === null) throw fault("address_not_found", "The chain has no trace of the address.");
  const { balances, block, node } = profile.data;
  if (!isAssessed(balances)) {
    throw fault("upstream_unavailable", "What the address holds could not be read just now.", { retryAfterS: RETRY_S });
  }
  const own = profile.sources.filter(({ provider }) => provider === node.provider);
  const ids = new Set(own.map(({ id }) => id));
  const tracked = balances.filter(({ asset, amount }) => trackedById(asset) !== undefined && Number(amount) > 0);
  const others = balances.filter(({ asset }) => trackedById(asset) === undefined);
  return {
    asked: tracked.map(({ asset, amount }) => ({ token: asset, amount: Number(amount) })),
    by: { chain, address, block: block.number, as_of: block.time, other_assets: others.length },
    node: { sources: own, calls: calls.filter(({ source_id }) => ids.has(source_id ?? "")) },
  };
}

export async function readHoldings(
  deps: Deps,
  { holdings, chain, address }: Holder,
  run: RunAbout,
  signal: AbortSignal,
): Promise<ReadHoldings> {
  const held: Held =
    chain !== undefined && address !== undefined
      ? await heldAt(deps, chain, address, run, signal)
      : { asked: holdings ?? [], by: null, node: NO_NODE };
  const tokens = [...new Set(held.asked.map(({ token }) => token))];
  const [states, rows] = await Promise.all([
    readStates(deps, tokens),
    deps.store.query(spotDay, { asOf: deps.clock.now(), tokens }),
  ]);
  const days = new Map(rows.map(({ token, at, close }) => [token, at.map((end, n) => [end, close[n] ?? 0] as const)]));
  return { ...held, holdings: holdingsOf(held.asked, states, days), states: [...states.values()] };
}

/** What numbers of all holdings rest on, by what they are made of: ids of sources. */
export type HoldingSources = {
  readonly price: readonly string[];
  readonly volume: readonly string[];
  readonly security: readonly string[];
};

/** Above this many calls of one kind the states are named, which say the calls behind them. */
const CITED_MAX = 150;

const shifted = (id: string, by: number): string => `S${placeOf(id) + 1 + by}`;

/** The calls behind the numbers of all holdings, each by itself as long as they are few. */
export function holdingSources({ states, node }: Pick<ReadHoldings, "states" | "node">, now: number) {
  const opened = openStates(states);
  const first = node.sources.length;
  const nodeIds = node.sources.map((_, at) => `S${at + 1}`);
  const cite = (section: "market" | "security", datasets: readonly DatasetId[]) => [
    ...nodeIds,
    ...states.flatMap((state) =>
      opened.reading(state, section, datasets, null).sources.map((id) => shifted(id, first)),
    ),
  ];
  const cited: HoldingSources = {
    price: cite("market", ["candle", "ticker"]),
    volume: cite("market", ["candle", "ticker"]),
    security: cite("security", []),
  };
  const isFew = Object.values(cited).every((ids) => ids.length <= CITED_MAX);
  const own = ownStates(states);
  const ownIds = [...nodeIds, ...own.map((_, at) => `S${first + at + 1}`)];
  const renumbered = new Map(node.sources.map(({ id = "" }, at) => [id, `S${at + 1}`]));
  const behind = isFew
    ? opened.sources.map((source) => ({ ...source, id: shifted(source.id ?? "", first) }))
    : own.map((source, at) => ({ id: `S${first + at + 1}`, ...source }));
  const sources = [...node.sources.map((source, at) => ({ ...source, id: `S${at + 1}` })), ...behind];
  const calls = [
    ...node.calls.map((call) => ({ ...call, source_id: renumbered.get(call.source_id ?? "") ?? null })),
    ...(isFew ? opened.calls.map((call) => ({ ...call, source_id: shifted(call.source_id ?? "", first) })) : []),
  ];
  const asOf = Math.min(now, ...states.map(({ sections }) => Date.parse(sections.market.as_of)));
  const build = states.length === 0 ? null : Math.min(...states.map((state) => state.build));
  const from: HoldingSources = isFew ? cited : { price: ownIds, volume: ownIds, security: ownIds };
  return { from, gathered: { sources, calls, asOf, build, ...(isFew ? { beside: own } : {}) } };
}
