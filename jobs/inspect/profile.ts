// An address's profile from what was read of it; pure.
import type {
  AddressMove,
  AddressReading,
  Holding,
  KnownLabel,
  ReadingGap,
  ReadOrGap,
} from "../../ingest/inspect-address.ts";
import { decimalText } from "../../schema/decimal.ts";
import { type AddressProfileData, BALANCES_MAX, MOVES_MAX } from "../../schema/object/address-profile.ts";
import { sanitiseText } from "../../schema/sanitise.ts";
import { UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";
import type { Missing } from "../../schema/shape/section-base.ts";
import { toTime } from "../../schema/shape/time.ts";
import { BURN_ADDRESSES } from "../../schema/token/address.ts";
import type { ChainId } from "../../schema/token/chain.ts";
import { KNOWN } from "../../schema/token/token-list.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import { roundUsd } from "../number/round.ts";

/** A price of ours; `asOf` in wire form. */
export type OwnPrice = { readonly usd: number; readonly asOf: string };

/** A large transfer that our scans found, with its value then; `amount` as exact decimal text. */
export type ScannedMove = Omit<AddressMove, "units" | "decimals"> & {
  readonly amount: string;
  readonly valueUsd: number;
};

type Span = AddressProfileData["large_moves_read"][number];

export type ProfileInput = {
  readonly chain: ChainId;
  /** In its one spelling. */
  readonly address: string;
  readonly reading: AddressReading;
  readonly label: KnownLabel | null;
  readonly labelSet: string;
  readonly thresholdUsd: number;
  readonly prices: ReadonlyMap<string, OwnPrice>;
  /** Why there are none of a token that has no price. */
  readonly pricesGap: ReadingGap;
  /** USD price of a token at a past time (epoch ms), null where none is stored. */
  readonly pastPrice: (token: string, at: number) => number | null;
  readonly scanned: {
    readonly moves: readonly ScannedMove[];
    readonly spans: readonly Span[];
    readonly gaps: readonly ReadingGap[];
  };
  /** Whether a tracked token's contract is published, as the provider of contract risk says. */
  readonly verified: ReadOrGap<boolean>;
  readonly exchangeOf: (address: string, at: number) => string | null;
  readonly node: { readonly provider: string; readonly method: string };
};

const NAME_MAX = 64;
const SYMBOL_MAX = 32;

const clean = (text: string | null, lengthMax: number): string | null =>
  (text === null ? "" : sanitiseText(text, lengthMax)) || null;

/** Collects why members have no value. */
function openMissing() {
  const unassessed: Missing[] = [];
  const say = (path: string, { reason, detail }: ReadingGap): void => {
    unassessed.push({ path, reason, detail });
  };
  return {
    unassessed,
    say,
    take<T, R>(path: string, told: ReadOrGap<T>, map: (value: T) => R): R | Unassessed {
      if ("value" in told) return map(told.value);
      say(path, told.gap);
      return UNASSESSED;
    },
  };
}
type Missings = ReturnType<typeof openMissing>;

type Priced = { readonly holding: Holding; readonly usd: number | null; readonly asOf: string | null };

function priced(holding: Holding, { prices }: ProfileInput): Priced {
  const price = holding.token === null ? undefined : prices.get(holding.token);
  if (price === undefined || holding.decimals === null) return { holding, usd: null, asOf: null };
  return { holding, usd: roundUsd((Number(holding.units) / 10 ** holding.decimals) * price.usd), asOf: price.asOf };
}

/** The chain's own coin, then by value, then those without one by name: the same order whoever reads. */
const byValue = (a: Priced, b: Priced): number => {
  const [nativeA, nativeB] = [a.holding.contract === null, b.holding.contract === null];
  if (nativeA !== nativeB) return nativeA ? -1 : 1;
  if (a.usd !== b.usd) return (b.usd ?? -1) - (a.usd ?? -1);
  return (a.holding.contract ?? "") < (b.holding.contract ?? "") ? -1 : 1;
};

const UNTRACKED: ReadingGap = { reason: "not_tracked", detail: "We have no price of what is not tracked." };

/** Why a token has no price: a chain's own coin may be one that this service does not track. */
const priceGapOf = (token: string | null, { pricesGap }: ProfileInput): ReadingGap =>
  token === null || trackedById(token) === undefined ? UNTRACKED : pricesGap;

/** A chain's own coin is known whether it is tracked or not; what a contract calls itself comes last. */
function symbolOf({ token, contract, symbol }: Holding, chain: ChainId): string | null {
  const known = contract === null ? KNOWN.find(({ native }) => native === chain) : trackedById(token ?? "");
  return known?.symbol ?? clean(symbol, SYMBOL_MAX);
}

function balancesOf(input: ProfileInput, missing: Missings) {
  const { holdings, holdingGaps } = input.reading;
  if (!("value" in holdings)) {
    missing.say("/balances", holdings.gap);
    missing.say("/balance_total_usd", holdings.gap);
    return { balances: UNASSESSED, balance_total_usd: UNASSESSED, balances_truncated: false } as const;
  }
  for (const path of ["/balances", "/balance_total_usd"]) for (const gap of holdingGaps) missing.say(path, gap);
  if (holdings.value.length === 0 && holdingGaps.length > 0)
    return { balances: UNASSESSED, balance_total_usd: UNASSESSED, balances_truncated: false } as const;
  const all = holdings.value.map((holding) => priced(holding, input)).sort(byValue);
  const known = all.flatMap(({ usd }) => (usd === null ? [] : [usd]));
  const isPriceless = known.length === 0 && all.some(({ holding }) => holding.units > 0n);
  const held = all.flatMap(({ holding }) => (holding.units > 0n ? [priceGapOf(holding.token, input)] : []));
  if (isPriceless) missing.say("/balance_total_usd", held.find((gap) => gap !== UNTRACKED) ?? UNTRACKED);
  const balances = all.slice(0, BALANCES_MAX).map(({ holding, usd, asOf }, at) => {
    const { token, contract, units, decimals } = holding;
    if (usd === null) missing.say(`/balances/${at}/value_usd`, priceGapOf(token, input));
    const value: number | Unassessed = usd ?? UNASSESSED;
    return {
      asset: token ?? contract ?? "",
      symbol: symbolOf(holding, input.chain),
      contract,
      amount: decimalText(units, decimals ?? 0),
      decimals,
      value_usd: value,
      price_as_of: asOf,
    };
  });
  return {
    balances,
    balance_total_usd: isPriceless ? UNASSESSED : roundUsd(known.reduce((sum, usd) => sum + usd, 0)),
    balances_truncated: all.length > BALANCES_MAX,
  } as const;
}

type WireMove = Exclude<AddressProfileData["recent_large_moves"], Unassessed>[number];

function movesOf(input: ProfileInput, missing: Missings) {
  const { reading, scanned, thresholdUsd, pastPrice, exchangeOf } = input;
  const spans: Span[] = [
    ...reading.spans.map(({ assets, from, to }) => ({
      ...{ assets, from: toTime(from), to: toTime(to) },
      by: "node" as const,
    })),
    ...scanned.spans,
  ];
  const gaps = [...reading.moveGaps, ...scanned.gaps];
  for (const gap of gaps) missing.say("/recent_large_moves", gap);
  if (spans.length === 0 && scanned.moves.length === 0) {
    if (gaps.length === 0) {
      missing.say("/recent_large_moves", { reason: "no_source", detail: "Nothing of the last seven days was read." });
    }
    return { recent_large_moves: UNASSESSED, large_moves_read: [] as Span[] } as const;
  }
  const wire = (move: Omit<AddressMove, "units" | "decimals">, amount: string, usd: number | null): WireMove => ({
    tx_hash: move.tx,
    at: toTime(move.at),
    block: move.block,
    direction: move.direction,
    asset: move.token,
    amount,
    value_usd: usd === null ? UNASSESSED : roundUsd(usd),
    counterparty: move.counterparty,
    counterparty_label: move.counterparty === null ? null : exchangeOf(move.counterparty, move.at),
  });
  const read = reading.moves.flatMap((move): WireMove[] => {
    const amount = decimalText(move.units < 0n ? -move.units : move.units, move.decimals);
    // A stablecoin that no venue quotes has no candles, and hardly moves.
    const usual = trackedById(move.token)?.stablecoin ? (input.prices.get(move.token)?.usd ?? null) : null;
    const price = pastPrice(move.token, move.at) ?? usual;
    const usd = price === null ? null : Number(amount) * price;
    return usd !== null && usd < thresholdUsd ? [] : [wire(move, amount, usd)];
  });
  const found = [...read, ...scanned.moves.map((move) => wire(move, move.amount, move.valueUsd))].sort((a, b) =>
    a.at === b.at ? (a.tx_hash < b.tx_hash ? -1 : 1) : a.at < b.at ? 1 : -1,
  );
  // That there are none is known only where all of the time was read.
  if (found.length === 0 && gaps.length > 0)
    return { recent_large_moves: UNASSESSED, large_moves_read: spans } as const;
  const moves = found.slice(0, MOVES_MAX);
  for (const [at, { value_usd, asset }] of moves.entries()) {
    if (value_usd === UNASSESSED) missing.say(`/recent_large_moves/${at}/value_usd`, priceGapOf(asset, input));
  }
  if (found.length > MOVES_MAX) {
    const detail = `The newest ${MOVES_MAX} of ${found.length} are shown.`;
    missing.say("/recent_large_moves", { reason: "insufficient_coverage", detail });
  }
  return { recent_large_moves: moves, large_moves_read: spans };
}

function contractOf({ reading, verified }: ProfileInput, missing: Missings): AddressProfileData["contract"] {
  const { contract } = reading;
  if (contract === null) return null;
  const { token, symbol, isToken } = contract;
  return {
    name: missing.take("/contract/name", contract.name, (name) => clean(name, NAME_MAX)),
    verified: missing.take("/contract/verified", verified, (is) => is),
    token: isToken
      ? { id: token, symbol: (token === null ? null : trackedById(token)?.symbol) ?? clean(symbol, SYMBOL_MAX) }
      : null,
    proxy: missing.take("/contract/proxy", contract.isProxy, (is) => is),
  };
}

const CODE: ReadonlySet<string> = new Set(["contract", "token", "program"]);

function labelOf({ chain, address, label, labelSet, reading }: ProfileInput) {
  const named = { label_name: null, label_source: null, label_set: labelSet };
  if (label !== null) {
    return { ...named, label: "exchange" as const, label_name: label.exchange, label_source: label.source };
  }
  const lower = chain === "eth" || chain === "bsc" ? address.toLowerCase() : address;
  if (BURN_ADDRESSES[chain].includes(lower)) return { ...named, label: "burn" as const };
  const { kind, contract } = reading;
  const isCode = contract !== null || ("value" in kind && CODE.has(kind.value));
  if (!isCode) return { ...named, label: "unlabelled" as const };
  const token = contract?.token ?? null;
  return {
    ...named,
    label: "contract" as const,
    label_name: token === null ? null : (trackedById(token)?.name ?? null),
  };
}

/** The answer's data. Pure: the same input gives the same bytes. */
export function profileOf(input: ProfileInput): AddressProfileData {
  const { chain, address, reading, node, thresholdUsd } = input;
  const { block, pinned, slots, confirmations, safe } = reading;
  const missing = openMissing();
  const { take } = missing;
  return {
    chain,
    address,
    ...labelOf(input),
    type: take("/type", reading.kind, (kind) => kind),
    contract: contractOf(input, missing),
    block: { number: block.number, hash: block.hash, time: toTime(block.at) },
    pinned,
    slots,
    ...balancesOf(input, missing),
    balances_scope: reading.holdsAll ? "all" : "tracked",
    transaction_count: take("/transaction_count", reading.count, (count) => count),
    transaction_count_of: reading.countsOutgoing ? "outgoing_nonce" : "transactions",
    first_seen_at: take("/first_seen_at", reading.firstSeenAt, toTime),
    last_seen_at: take("/last_seen_at", reading.lastSeenAt, toTime),
    large_move_threshold_usd: thresholdUsd,
    ...movesOf(input, missing),
    node,
    finality: { confirmations, safe },
    unassessed: missing.unassessed,
  };
}
