// Large token moves of one address of an EVM chain: Transfer logs of the last days, newest first, as far as a node goes.
import { HOUR_MS } from "../../../schema/duration.ts";
import { isHttpError } from "../../../schema/io/http.ts";
import type { Rpc, RpcAskOptions, RpcCall } from "../../client/rpc.ts";
import { asList } from "../../source/body.ts";
import { otherInstrument } from "../../source/instrument.ts";
import { type AddressMove, coinsOf, type Look, type MoveSpan, type ReadingGap, type Tip } from "../reading.ts";
import { type EvmChainId, evmChain, evmTokens } from "./evm.ts";
import { headerOf, hex, logOf, padded, TRANSFER, type TransferLog } from "./node.ts";

const BATCH = 50;
/** What one answer asks of a node for logs: each range is two filters, into the address and out of it. */
const RANGES_MAX = 100;
/** A range that a node refuses is asked for once more in so many parts, while there are few of them. */
const PARTS = 4;
const REFUSED_MAX = 12;
const STAMPED_MAX = 60;

type Range = { readonly from: number; readonly to: number };
type Asked = { readonly id: EvmChainId; readonly rpc: Rpc; readonly address: string; readonly tip: Tip };
type Again = { readonly hash: string; readonly head: number } | null;

type FoundMoves = {
  readonly moves: readonly AddressMove[];
  readonly spans: readonly MoveSpan[];
  readonly gaps: readonly ReadingGap[];
  readonly again: Again;
};

/** A batch that fails as a whole has no results. */
async function resultsOf(rpc: Rpc, calls: readonly RpcCall[], options: RpcAskOptions): Promise<readonly unknown[]> {
  try {
    return (await rpc.ask(calls, options)).results;
  } catch (error) {
    if (!isHttpError(error)) throw error;
    return calls.map(() => undefined);
  }
}

/** Batches side by side: one round. */
async function inOneRound(rpc: Rpc, calls: readonly RpcCall[]): Promise<unknown[]> {
  const batches = Array.from({ length: Math.ceil(calls.length / BATCH) }, (_, i) =>
    calls.slice(i * BATCH, (i + 1) * BATCH),
  );
  const found = await Promise.all(batches.map((batch) => resultsOf(rpc, batch, { orFailed: true })));
  return found.flat();
}

const newestFirst = (tip: Tip, span: number, blocks: number): Range[] =>
  Array.from({ length: Math.min(RANGES_MAX, Math.ceil(blocks / span)) }, (_, i) => {
    const to = tip.number - i * span;
    return { from: Math.max(0, to - span + 1), to };
  });

const partsOf = ({ from, to }: Range): Range[] => {
  const size = Math.ceil((to - from + 1) / PARTS);
  return Array.from({ length: PARTS }, (_, i) => ({
    from: from + i * size,
    to: Math.min(to, from + (i + 1) * size - 1),
  }))
    .filter((range) => range.from <= range.to)
    .reverse();
};

type ReadRange = Range & { readonly logs: readonly TransferLog[] | null };

async function readRanges({ id, rpc, address }: Asked, ranges: readonly Range[]): Promise<ReadRange[]> {
  const contracts = evmTokens(id).map(({ contract }) => contract);
  // Nodes take a filter without an address for one of every address.
  if (contracts.length === 0) return ranges.map((range) => ({ ...range, logs: [] }));
  const calls = ranges.flatMap(({ from, to }) =>
    [
      [TRANSFER, padded(address)],
      [TRANSFER, null, padded(address)],
    ].map((topics) => ({
      method: "eth_getLogs",
      params: [{ address: contracts, fromBlock: hex(from), toBlock: hex(to), topics }],
    })),
  );
  const results = await inOneRound(rpc, calls);
  return ranges.map((range, i) => {
    const [out, into] = [results[2 * i], results[2 * i + 1]];
    if (out === undefined || into === undefined) return { ...range, logs: null };
    const logs = [out, into].flatMap((list) => asList(list, "logs").map(logOf)).filter((log) => log !== null);
    const isAsked = (log: TransferLog) =>
      (log.from === address || log.to === address) && log.block >= range.from && log.block <= range.to;
    if (!logs.every(isAsked)) throw otherInstrument("log");
    return { ...range, logs };
  });
}

/** The ranges from the newest on without a hole, those that were refused asked for in parts. */
async function readBack(asked: Asked, ranges: readonly Range[]): Promise<ReadRange[]> {
  const first = await readRanges(asked, ranges);
  const refused = first.filter(({ logs }) => logs === null);
  const parts =
    refused.length === 0 || refused.length > REFUSED_MAX ? [] : await readRanges(asked, refused.flatMap(partsOf));
  const whole = first.flatMap((range) =>
    range.logs === null && parts.length > 0
      ? parts.filter(({ from, to }) => from >= range.from && to <= range.to)
      : [range],
  );
  const hole = whole.findIndex(({ logs }) => logs === null);
  return hole < 0 ? whole : whole.slice(0, hole);
}

/** The block of our height and the newest one, after all was read: whether ours is still of the chain. */
export async function headAgain(rpc: Rpc, tip: Tip): Promise<Again> {
  return (await headersAnd(rpc, tip, [])).again;
}

/** The same together with the times of blocks, epoch ms. */
async function headersAnd(rpc: Rpc, tip: Tip, blocks: readonly number[]) {
  const asked = [hex(tip.number), "latest", ...blocks.map(hex)];
  const calls = asked.map((tag) => ({ method: "eth_getBlockByNumber", params: [tag, false] }));
  // All else was read by now: a node that fails here costs the pin and the times of moves alone.
  const results = await resultsOf(rpc, calls, { orFailed: true, orNull: true });
  const [here, head, ...headers] = results.map((one) => (one === undefined || one === null ? null : headerOf(one)));
  return {
    again: here ? { hash: here.hash, head: head?.number ?? tip.number } : null,
    times: new Map(headers.flatMap((header) => (header === null ? [] : [[header.number, header.at] as const]))),
  };
}

function moveOf(log: TransferLog, { id, address }: Asked, at: number): AddressMove | null {
  const token = evmTokens(id).find(({ contract }) => contract === log.contract);
  if (!token) return null;
  const isSelf = log.from === address && log.to === address;
  const isOut = log.from === address;
  return {
    ...{ tx: log.tx, at, block: log.block, token: token.id, decimals: token.decimals },
    units: isOut ? -log.value : log.value,
    direction: isSelf ? "self" : isOut ? "out" : "in",
    counterparty: isOut ? log.to : log.from,
  };
}

const NATIVE_GAP = {
  reason: "no_source",
  detail: "Moves of the chain's own coin leave no logs: only our scans of exchange wallets know of them.",
} as const;
const partGap = (hours: number) =>
  ({
    reason: "insufficient_coverage",
    detail: `Of token moves only the last ${hours} h were read: more is not to be had of a public node at once.`,
  }) as const;

/** Two rounds at least, three where ranges were refused. */
export async function findMoves(look: Look, asked: Asked): Promise<FoundMoves> {
  const { id, rpc, tip } = asked;
  const { blockMs, spanMax } = evmChain(id);
  const read = await readBack(asked, newestFirst(tip, spanMax, Math.ceil(look.spanMs / blockMs)));
  const unique = new Map(read.flatMap(({ logs }) => logs ?? []).map((log) => [`${log.tx}~${log.index}`, log] as const));
  const decimals = new Map(evmTokens(id).map((token) => [token.contract, token]));
  const large = [...unique.values()]
    .filter(({ contract, value }) => {
      const token = decimals.get(contract);
      return token !== undefined && look.mayBeLarge(token.id, coinsOf(value, token.decimals));
    })
    .sort((a, b) => b.block - a.block || b.index - a.index)
    .slice(0, STAMPED_MAX);
  const first = read.at(-1)?.from;
  const unstamped = large.filter(({ at }) => at === null).map(({ block }) => block);
  const { again, times } = await headersAnd(rpc, tip, [
    ...new Set([...(first === undefined ? [] : [first]), ...unstamped]),
  ]);
  const since = tip.at - look.spanMs;
  const readFrom = first === undefined ? undefined : times.get(first);
  const from = readFrom === undefined ? null : Math.max(since, readFrom);
  const moves = large.flatMap((log) => {
    const at = log.at ?? times.get(log.block);
    const move = at === undefined || from === null || at < from ? null : moveOf(log, asked, at);
    return move === null ? [] : [move];
  });
  const isWhole = from !== null && from <= since + blockMs;
  return {
    moves,
    spans: from === null ? [] : [{ assets: "tokens", from, to: tip.at }],
    gaps: [NATIVE_GAP, ...(isWhole ? [] : [partGap(from === null ? 0 : Math.floor((tip.at - from) / HOUR_MS))])],
    again,
  };
}
