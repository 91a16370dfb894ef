// Reads an address for wallet-guard: its spelling, the chain's word on it and the scanner's, each with the calls behind it.

import { type AddressFlags, type ContractStanding, openAddressRisk } from "../../ingest/address-risk.ts";
import { LARGE_MOVE_USD } from "../../ingest/inspect-address.ts";
import { keepCalls } from "../../ingest/quote-order.ts";
import { INFLOW_SHARE_MIN_PCT, type INTENTS } from "../../schema/agent/wallet-guard.ts";
import type { SourceCallRow } from "../../schema/dataset/service/source-call.ts";
import { isFault } from "../../schema/fault.ts";
import type { AddressProfile, AddressProfileData } from "../../schema/object/address-profile.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { type AddressFault, BURN_ADDRESSES, readAddress } from "../../schema/token/address.ts";
import type { ChainId } from "../../schema/token/chain.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { type LookedAt, lookAtAddress } from "../inspect/inspect.ts";
import { type Gap, gap, type Measured } from "../measure/gap.ts";
import { sourceCallOf } from "../state/cite.ts";
import type { Gathered, RunAbout } from "./agent.ts";
import type { RunToken } from "./reading.ts";

/** How long each may take: the scanner of contracts is asked after the node. */
const LOOK_MS = 8_500;
const RISK_MS = 8_500;
const CONTRACT_MS = 2_500;

type WalletInput = {
  readonly chain: ChainId;
  readonly address: string;
  readonly intent?: (typeof INTENTS)[number];
  readonly amount_usd?: number;
  readonly token?: string;
};

/** What the rules and the details take of a profile. */
export type WalletProfile = Pick<
  AddressProfileData,
  | "label"
  | "label_name"
  | "type"
  | "contract"
  | "block"
  | "transaction_count"
  | "transaction_count_of"
  | "first_seen_at"
  | "balance_total_usd"
  | "recent_large_moves"
  | "unassessed"
>;

export type WalletFacts = {
  readonly chain: ChainId;
  readonly address: string;
  readonly intent: (typeof INTENTS)[number];
  readonly amountUsd: number | null;
  readonly movesFromUsd: number;
  readonly token: RunToken | null;
  /** Whether the token that was named is not on the chain; null where none was. */
  readonly isTokenElsewhere: boolean | null;
  readonly spelling: { readonly fault: AddressFault; readonly problem: string } | null;
  readonly isBurn: boolean;
  /** Null where the chain has no trace of it, or nobody asked for its spelling. */
  readonly profile: Measured<WalletProfile | null>;
  readonly flags: Measured<AddressFlags>;
  /** Null of what is no contract. */
  readonly contract: Measured<ContractStanding> | null;
  /** Ids of the sources. */
  readonly from: {
    readonly node: readonly string[];
    readonly flags: readonly string[];
    readonly contract: readonly string[];
  };
  /** Epoch milliseconds. */
  readonly asOf: number;
};

const SPELT = gap("no_source", "It is no address of this chain, so that nobody was asked about it.");

const pick = ({ data }: AddressProfile): WalletProfile => ({
  ...{ label: data.label, label_name: data.label_name, type: data.type, contract: data.contract, block: data.block },
  ...{ transaction_count: data.transaction_count, transaction_count_of: data.transaction_count_of },
  ...{ first_seen_at: data.first_seen_at, balance_total_usd: data.balance_total_usd },
  ...{ recent_large_moves: data.recent_large_moves, unassessed: data.unassessed },
});

const isOnChain = (token: string, chain: ChainId): boolean => {
  const found = trackedById(token);
  return found?.native === chain || found?.contracts[chain] !== undefined;
};

const tokenOf = (id: string | undefined): RunToken | null => {
  const found = id === undefined ? undefined : trackedById(id);
  return found === undefined ? null : { id: found.id, symbol: found.symbol, name: found.name };
};

type Numbered = { readonly sources: readonly Source[]; readonly calls: readonly SourceCall[] };

/** Calls that were answered, numbered after those that are listed already. */
function numbered(records: readonly SourceCallRow[], after: number): Numbered {
  const answered = records.filter(({ outcome, raw_sha256: sha }) => outcome === "ok" && sha !== "");
  const idOf = (at: number) => `S${after + at + 1}`;
  return {
    sources: answered.map((call, at) => ({
      ...{ id: idOf(at), provider: call.provider, endpoint: call.endpoint, venue: null },
      ...{ as_of: toTime(call.responded_at), retrieved_at: toTime(call.responded_at) },
      ...{ raw_sha256: call.raw_sha256, rows: call.rows, status: "ok" as const, url: call.url },
    })),
    calls: answered.map((call, at) => sourceCallOf(idOf(at), { ...call, calls: 1 })),
  };
}

const NODE_AWAY = gap("source_error", "The node of the chain could not be read just now.");

/** The chain's word; without the node a gap. Throws what is a fault of our own. */
async function readChain(
  deps: Deps,
  input: WalletInput,
  run: RunAbout,
  fromUsd: number,
  signal: AbortSignal,
): Promise<LookedAt | Gap> {
  const { chain, address } = input;
  const until = Math.min(run.until, deps.clock.now() + LOOK_MS);
  try {
    const id = run.id.replace(/^run_/, "");
    return await lookAtAddress(deps, { id, chain, address, until }, { fromUsd }, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isFault(error) && error.code === "upstream_unavailable") return NODE_AWAY;
    throw error;
  }
}

const toldOf = <T>(
  told: { readonly value: T } | { readonly gap: { reason: Gap["gap"]; detail: string } },
): Measured<T> => ("value" in told ? told.value : gap(told.gap.reason, told.gap.detail));

const isCode = (profile: WalletProfile | null): boolean => profile?.contract !== null && profile !== null;

/** Everything of an address, live. Throws faults of our own stores alone. */
export async function readWallet(
  deps: Deps,
  input: WalletInput,
  run: RunAbout,
  signal: AbortSignal,
): Promise<Gathered<WalletFacts>> {
  const { chain, intent = "send", amount_usd: amountUsd = null, token } = input;
  const now = deps.clock.now();
  const read = readAddress(chain, input.address);
  const movesFromUsd = Math.min(
    LARGE_MOVE_USD,
    amountUsd === null ? LARGE_MOVE_USD : (amountUsd * INFLOW_SHARE_MIN_PCT) / 100,
  );
  const known = {
    ...{ chain, intent, amountUsd, movesFromUsd, token: tokenOf(token) },
    isTokenElsewhere: token === undefined ? null : !isOnChain(token, chain),
  };
  if ("problem" in read) {
    const facts: WalletFacts = {
      ...known,
      ...{ address: input.address, spelling: read, isBurn: false, profile: SPELT, flags: SPELT, contract: null },
      ...{ from: { node: [], flags: [], contract: [] }, asOf: now },
    };
    return { facts, sources: [], calls: [], asOf: now, build: null };
  }
  const { address } = read;
  const plain = chain === "eth" || chain === "bsc" ? address.toLowerCase() : address;
  const within = (ms: number) =>
    AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.min(ms, run.until - now)))]);
  const risk = openAddressRisk(deps, { chain, address: plain, signal: within(RISK_MS) });
  const [looked, flags] = await Promise.all([readChain(deps, input, run, movesFromUsd, signal), risk.flags()]);
  const profile = "gap" in looked ? looked : looked.profile === null ? null : pick(looked.profile);
  const standing = openAddressRisk(deps, { chain, address: plain, signal: within(CONTRACT_MS) });
  const contract =
    profile !== null && !("gap" in profile) && isCode(profile) ? toldOf(await standing.contract()) : null;
  signal.throwIfAborted();
  const [flagCalls, contractCalls] = [risk.calls(), standing.calls()];
  keepCalls(deps, [...flagCalls, ...contractCalls]);
  const ofNode: Numbered =
    "gap" in looked ? { sources: [], calls: [] } : { sources: looked.profile?.sources ?? [], calls: looked.calls };
  const ofFlags = numbered(flagCalls, ofNode.sources.length);
  const ofContract = numbered(contractCalls, ofNode.sources.length + ofFlags.sources.length);
  const idsOf = ({ sources }: Numbered) => sources.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const isOfNode = new Set("gap" in looked || looked.profile === null ? [] : [looked.profile.data.node.provider]);
  const node = ofNode.sources.filter(({ provider }) => isOfNode.has(provider));
  const asOf = profile === null || "gap" in profile ? now : Math.min(now, Date.parse(profile.block.time));
  return {
    facts: {
      ...known,
      ...{
        address,
        spelling: null,
        isBurn: BURN_ADDRESSES[chain].includes(plain),
        profile,
        flags: toldOf(flags),
        contract,
      },
      from: { node: idsOf({ sources: node, calls: [] }), flags: idsOf(ofFlags), contract: idsOf(ofContract) },
      asOf,
    },
    sources: [...ofNode.sources, ...ofFlags.sources, ...ofContract.sources],
    calls: [...ofNode.calls, ...ofFlags.calls, ...ofContract.calls],
    ...{ asOf, build: null },
  };
}
