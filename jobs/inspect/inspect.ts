// Inspects an address for a call that waits: the block, what is kept of it or a look at it, prices, scans, the answer.
import {
  type AddressMove,
  type AddressReading,
  exchangeOf,
  LABELS_VERSION,
  LARGE_MOVE_USD,
  MOVES_SPAN_MS,
  openAddressLook,
  type ReadingGap,
  scanSpans,
} from "../../ingest/inspect-address.ts";
import { keepCalls } from "../../ingest/quote-order.ts";
import type { SourceCallRow } from "../../schema/dataset/service/source-call.ts";
import { HOUR_MS, QUARTER_MS } from "../../schema/duration.ts";
import { fault } from "../../schema/fault.ts";
import { isHttpError } from "../../schema/io/http.ts";
import type { JobPayload } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { originOf } from "../../schema/link.ts";
import type { AddressProfile, AddressProfileData } from "../../schema/object/address-profile.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { type AddressTransferRow, addressTransfers } from "../../schema/query/chain/address-transfers.ts";
import { chainScanned } from "../../schema/query/chain/chain-scanned.ts";
import type { CallBehindRow } from "../../schema/query/service/call-behind.ts";
import { windowPrice } from "../../schema/query/trade/window-price.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { readAddress } from "../../schema/token/address.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { readBehind } from "../fact/read-behind.ts";
import { callBehind, sourceCallOf, sourceOf } from "../state/cite.ts";
import { type ReadState, readStates } from "../state/read-state.ts";
import { type OwnPrice, type ProfileInput, profileOf, type ScannedMove } from "./profile.ts";
import { verifiedOf } from "./verified.ts";

const RETRY_S = 5;
const URL_MAX = 512;

type Asked = JobPayload<"address.inspect">;

const NO_PRICE: ReadingGap = { reason: "stale", detail: "We have no price of it that is new enough." };
const STORE_AWAY: ReadingGap = { reason: "source_error", detail: "The store of our own scans did not answer." };
const SAME_EXCHANGE: ReadingGap = {
  reason: "insufficient_coverage",
  detail: "Moves between wallets of the same exchange are left out.",
};

const pricesOf = (states: ReadonlyMap<string, ReadState>): Map<string, OwnPrice> =>
  new Map(
    [...states].flatMap(([token, { sections }]) => {
      const { price_usd: usd, as_of: asOf } = sections.market;
      return isAssessed(usd) ? [[token, { usd, asOf }] as const] : [];
    }),
  );

/** USD prices of the moves' times, from stored candles. */
async function readPast(deps: Deps, moves: readonly AddressMove[]): Promise<ProfileInput["pastPrice"]> {
  const [tokens, times] = [[...new Set(moves.map(({ token }) => token))], moves.map(({ at }) => at)];
  if (tokens.length === 0) return () => null;
  const span = { from: Math.floor(Math.min(...times) / HOUR_MS) * HOUR_MS, to: Math.max(...times) + HOUR_MS };
  const rows = await deps.store.query(windowPrice, { tokens, ...span });
  const known = new Map(rows.map(({ token, step_s, at, price }) => [`${token}~${step_s}~${at}`, price]));
  const at = (token: string, time: number, stepMs: number) =>
    known.get(`${token}~${stepMs / 1_000}~${Math.floor(time / stepMs) * stepMs}`);
  return (token, time) => at(token, time, QUARTER_MS) ?? at(token, time, HOUR_MS) ?? null;
}

function scannedMove(row: AddressTransferRow, address: string): ScannedMove {
  const isOut = row.from_address === address;
  const isSelf = isOut && row.to_address === address;
  return {
    ...{ tx: row.tx_hash, at: row.at, block: row.block, token: row.token, amount: row.amount },
    valueUsd: row.value_usd,
    direction: isSelf ? "self" : isOut ? "out" : "in",
    counterparty: (isOut ? row.to_address : row.from_address) || null,
  };
}

/** What our own scans know: all of an exchange's wallet, and of others what the node has no list of. */
async function readScanned(deps: Deps, { chain, address }: Asked, reading: AddressReading, provider: string) {
  const to = reading.block.at;
  const from = to - MOVES_SPAN_MS;
  const plain = chain === "eth" || chain === "bsc" ? address.toLowerCase() : address;
  const isExchange = exchangeOf(chain, plain, to) !== null;
  const [rows, stretches] = await Promise.all([
    deps.store.query(addressTransfers, { chain, address: plain, from, to }),
    isExchange ? deps.store.query(chainScanned, { chain, label_set: LABELS_VERSION, provider, from }) : [],
  ]);
  const found = rows.map((row) => scannedMove(row, plain));
  const cited = (moves: readonly ScannedMove[]) => rows.filter(({ tx_hash: tx }) => moves.some((one) => one.tx === tx));
  if (!isExchange) {
    const read = new Set(reading.moves.map(({ tx }) => tx));
    const own = found.filter(({ tx, token }) => !read.has(tx) && trackedById(token)?.native === chain);
    const moves = reading.holdsAll ? [] : own;
    return { moves, rows: cited(moves), spans: [], gaps: [] };
  }
  const spans = scanSpans(chain, deps.env.MARKET, stretches, from).map(({ assets, ...span }) => ({
    ...{ assets, from: toTime(span.from), to: toTime(Math.min(to, span.to)), by: "scan" as const },
    isWhole: span.from <= from && span.to >= to - LIMITS.scanLateMs,
  }));
  const expected = chain === "eth" || chain === "bsc" ? 2 : 1;
  const isWhole = spans.length === expected && spans.every((span) => span.isWhole);
  const part = { reason: "insufficient_coverage", detail: "Our scans do not hold all of the seven days." } as const;
  const gaps: ReadingGap[] = [SAME_EXCHANGE, ...(isWhole ? [] : [part])];
  return { moves: found, rows, spans: spans.map(({ isWhole: _, ...span }) => span), gaps };
}

/** A store that is away costs the moves that it knows, and their values, alone. */
async function orAway<T>(deps: Deps, read: Promise<T>, instead: T): Promise<T> {
  return read.catch((cause: unknown) => {
    deps.log.warn({ err: cause instanceof Error ? cause.message : cause }, "an address is told without the store");
    return instead;
  });
}

type Cited = { readonly source: Omit<Source, "id">; readonly call: CallBehindRow | undefined };

/** The calls of our scans that the shown moves came with, each once. */
async function scansOf(deps: Deps, rows: readonly AddressTransferRow[], data: AddressProfileData): Promise<Cited[]> {
  const shown = new Set(
    isAssessed(data.recent_large_moves) ? data.recent_large_moves.map(({ tx_hash: tx }) => tx) : [],
  );
  const told = rows.filter(({ tx_hash: tx }) => shown.has(tx));
  const received = told.map(({ provider, retrieved_ms }) => ({ name: "large_transfer", provider, retrieved_ms }));
  const behind = await readBehind(deps.store, received, { asOf: deps.clock.now() });
  const found = told.map((row): Cited => {
    const { token, at, provider, retrieved_ms: retrievedAt } = row;
    const cited = {
      dataset: "large_transfer",
      venue: null,
      past: true,
      ...{ token, at, provider, retrievedAt },
    } as const;
    const call = callBehind(behind, cited);
    return { source: sourceOf(cited, call, [], deps.clock.now()), call };
  });
  const isFirst = ({ source: one }: Cited, at: number) =>
    at ===
    found.findIndex(({ source }) => source.provider === one.provider && source.retrieved_at === one.retrieved_at);
  return found.filter(isFirst);
}

type Behind = {
  readonly calls: readonly SourceCallRow[];
  readonly scans: readonly Cited[];
  readonly prices: ReadonlyMap<string, OwnPrice>;
};

type Listed = { readonly sources: readonly Source[]; readonly calls: readonly SourceCall[] };

/** Calls to the node, then those of our scans, then our prices, each under its number; and the calls as proofs list them. */
function listedOf(deps: Deps, { calls, scans, prices }: Behind): Listed {
  const answered = calls.filter(({ outcome, raw_sha256: sha }) => outcome === "ok" && sha !== "");
  const origin = originOf(deps.env);
  const listed: { readonly source: Omit<Source, "id">; readonly call?: CallBehindRow | SourceCallRow | undefined }[] = [
    ...answered.map((call) => ({
      source: {
        ...{ provider: call.provider, endpoint: call.endpoint, venue: null, as_of: toTime(call.responded_at) },
        ...{ retrieved_at: toTime(call.responded_at), raw_sha256: call.raw_sha256, rows: null, status: "ok" as const },
        url: call.url.length <= URL_MAX ? call.url : null,
      },
      call,
    })),
    ...scans,
    ...[...prices].map(([token, { asOf }]) => ({
      source: {
        ...{ provider: "assay", endpoint: `state/${token}`, as_of: asOf },
        url: `${origin}/v1/state/${token}?sections=market`,
      },
    })),
  ];
  const idOf = (at: number) => `S${at + 1}`;
  return {
    sources: listed.map(({ source }, at) => ({ id: idOf(at), ...source })),
    calls: listed.flatMap(({ call }, at) => (call ? [sourceCallOf(idOf(at), { calls: 1, ...call })] : [])),
  };
}

/** Answers that lack something for a fault of the moment are not kept. */
const isWorthKeeping = ({ unassessed }: AddressProfileData): boolean =>
  !unassessed.some(({ reason }) => reason === "source_error" || reason === "stale");

/** For an answer of its own, of which every call is to be known. */
type Own = {
  /** Moves of less are not told, USD; the usual threshold where it is above that. */
  readonly fromUsd?: number;
  /** Moves are looked for unless false. */
  readonly wantsMoves?: boolean;
};

export type LookedAt = {
  /** Null where the chain has no trace of the address. */
  readonly profile: AddressProfile | null;
  /** Calls behind the profile's sources; of a profile that was kept they are not known. */
  readonly calls: readonly SourceCall[];
};

async function look(deps: Deps, asked: Asked, signal: AbortSignal, own?: Own): Promise<LookedAt> {
  const { chain, address } = asked;
  const read = readAddress(chain, address);
  if ("problem" in read) throw fault("invalid_address", read.problem);
  const plain = chain === "eth" || chain === "bsc" ? read.address.toLowerCase() : read.address;
  const thresholdUsd = Math.min(LARGE_MOVE_USD, own?.fromUsd ?? LARGE_MOVE_USD);
  const question = {
    chain,
    address: plain,
    form: read.form,
    fromUsd: thresholdUsd,
    wantsMoves: own?.wantsMoves ?? true,
    signal,
  };
  const at = await openAddressLook(deps, question).catch((cause: unknown) => {
    throw fault("upstream_unavailable", "Our prices cannot be read just now; try again.", {
      retryAfterS: RETRY_S,
      cause,
    });
  });
  let calls: readonly SourceCallRow[] = [];
  try {
    const tip = await at.tip();
    const key = KEYS.addressProfile(chain, read.address, tip.hash === "" ? String(tip.number) : tip.hash);
    const kept = own ? null : await deps.redis.get(key);
    if (kept !== null) return { profile: JSON.parse(kept) as AddressProfile, calls: [] };
    const reading = await at.read(tip);
    calls = at.calls();
    keepCalls(deps, calls);
    if (!reading.isSeen) return { profile: null, calls: [] };
    const held = "value" in reading.holdings ? reading.holdings.value : [];
    const named = [...held, ...reading.moves].map(({ token }) => token);
    const tokens = new Set([...named, reading.contract?.token ?? null].filter((one) => one !== null));
    const away = { moves: [], rows: [], spans: [], gaps: [STORE_AWAY] };
    const [states, pastPrice, scanned] = await Promise.all([
      readStates(deps, [...tokens]),
      orAway(deps, readPast(deps, reading.moves), () => null),
      orAway(deps, readScanned(deps, { ...asked, address: read.address }, reading, at.provider), away),
    ]);
    const prices = pricesOf(states);
    const data = profileOf({
      ...{ chain, address: read.address, reading, prices, pastPrice, scanned, pricesGap: NO_PRICE },
      ...{ labelSet: LABELS_VERSION, thresholdUsd },
      label: exchangeOf(chain, plain, reading.block.at),
      verified: verifiedOf(reading.contract?.token ?? null, chain, states),
      exchangeOf: (other, when) => exchangeOf(chain, other, when)?.exchange ?? null,
      node: { provider: at.provider, method: at.method },
    });
    const used = new Map([...prices].filter(([token]) => held.some((one) => one.token === token)));
    const scans = await orAway(deps, scansOf(deps, scanned.rows, data), []);
    const listed = listedOf(deps, { calls, scans, prices: used });
    const profile: AddressProfile = {
      ...{ object: "address_profile", id: null, as_of: data.block.time, data },
      sources: [...listed.sources],
    };
    if (!own && isWorthKeeping(data)) await deps.redis.set(key, JSON.stringify(profile), "EX", LIMITS.profileKeptS);
    return { profile, calls: listed.calls };
  } finally {
    if (calls.length === 0) keepCalls(deps, at.calls());
  }
}

/** Throws faults: upstream_unavailable where the node cannot be read at all. */
async function lookInTime(deps: Deps, asked: Asked, signal: AbortSignal, own?: Own): Promise<LookedAt> {
  const until = AbortSignal.timeout(Math.max(1, asked.until - deps.clock.now()));
  try {
    return await look(deps, asked, AbortSignal.any([signal, until]), own);
  } catch (cause) {
    if (!isHttpError(cause) && !until.aborted) throw cause;
    const detail = "The node of the chain could not be read just now; nothing was charged. Try again.";
    throw fault("upstream_unavailable", detail, { retryAfterS: RETRY_S, cause });
  }
}

/**
 * The profile of an address. Throws faults: address_not_found, and upstream_unavailable where the node cannot be read
 * at all.
 */
export async function inspectAddress(deps: Deps, asked: Asked, signal: AbortSignal): Promise<AddressProfile> {
  const { profile } = await lookInTime(deps, asked, signal);
  if (profile === null) throw fault("address_not_found", "The chain has no trace of the address.");
  return profile;
}

/** A look for an answer of its own, with the calls behind it. Throws upstream_unavailable. */
export const lookAtAddress = (deps: Deps, asked: Asked, own: Own, signal: AbortSignal): Promise<LookedAt> =>
  lookInTime(deps, asked, signal, own);
