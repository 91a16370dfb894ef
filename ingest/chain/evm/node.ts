// An EVM node by JSON-RPC: headers, where a time falls, Transfer logs, coins sent by transactions, code and balances.
import { httpError, isHttpError } from "../../../schema/io/http.ts";
import type { CallContext } from "../../client/client.ts";
import { openRpc, type Rpc, type RpcCall } from "../../client/rpc.ts";
import type { Connections } from "../../run/connection.ts";
import { asList, asRecord, asText, isTime } from "../../source/body.ts";
import { isSameAddress, otherInstrument, refuseOther } from "../../source/instrument.ts";

export type Header = { readonly number: number; readonly hash: string /** Epoch ms. */; readonly at: number };

export type TransferLog = {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly block: number;
  readonly tx: string;
  readonly index: number;
  /** Epoch ms of its block; null where the node does not say it with the log. */
  readonly at: number | null;
};

/** The chain's own coin moved by a transaction itself; what contracts send on within it leaves no trace here. Wei. */
export type NativeMove = Omit<TransferLog, "contract" | "index" | "at"> & { readonly at: number };

type EvmOptions = {
  readonly venue: "eth" | "bsc";
  readonly url: string;
  readonly context: CallContext;
  /** Usual time between blocks: only where a search begins. */
  readonly blockMs: number;
  /** Blocks a log query spans until the node refuses. */
  readonly spanMax: number;
};

export type Evm = {
  /** Headers by number, or the newest one. */
  headers(numbers: readonly number[]): Promise<Header[]>;
  head(): Promise<Header>;
  /** The first block at or after a time; `near` is a block to start from. */
  firstAt(timeMs: number, near: Header): Promise<Header>;
  /** Transfers of the contracts, where addresses are given from or to one of them, both ends of the block range included, each once. */
  transfers(ask: TransfersAsk): Promise<TransferLog[]>;
  /** Coins sent by transactions from or to the addresses that did not fail, both ends of the range included. */
  natives(ask: NativesAsk): Promise<NativeMove[]>;
  /** Code of each address, "0x" where it has none. */
  codes(addresses: readonly string[]): Promise<string[]>;
  /** Base units held at the newest block by each address: of a contract, or of the chain's own coin where it is null. */
  balances(asks: readonly { readonly address: string; readonly contract: string | null }[]): Promise<bigint[]>;
};

type NativesAsk = {
  readonly addresses: readonly string[];
  readonly from: number;
  readonly to: number;
};

/** Without addresses: between whoever. */
type TransfersAsk = Omit<NativesAsk, "addresses"> &
  Partial<Pick<NativesAsk, "addresses">> & { readonly contracts: readonly string[] };

export const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
export const BALANCE_OF = "0x70a08231";
const BATCH_MAX = 50;
const STEPS_MAX = 40;
/** Blocks with their transactions are asked for in batches of about this size. */
const BLOCKS_BYTES = 4_000_000;
const BLOCKS_FIRST = 8;
const BLOCKS_MAX = 100;

export const hex = (number: number): string => `0x${number.toString(16)}`;
export const padded = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
const unpadded = (topic: unknown): string => `0x${asText(topic).slice(-40).toLowerCase()}`;

export function amountOf(value: unknown, what: string): bigint {
  const text = asText(value);
  if (!/^0x[0-9a-f]{0,64}$/i.test(text)) throw httpError("bad_body", `${what} is no number`);
  return text === "0x" ? 0n : BigInt(text);
}

export function headerOf(value: unknown): Header {
  const { number, hash, timestamp } = asRecord(value, "block");
  const header = { number: Number(number), hash: asText(hash), at: Number(timestamp) * 1_000 };
  if (!Number.isInteger(header.number) || !isTime(header.at)) throw httpError("bad_body", "not a block");
  return header;
}

/** A node that knows no time of its own for a log leaves it out or says zero. */
function stampOf(value: unknown): number | null {
  const seconds = Number(asText(value) || Number.NaN);
  return Number.isInteger(seconds) && seconds > 0 ? seconds * 1_000 : null;
}

/** Null for logs that are no ERC-20 transfers (other arities share the topic) or were undone by a reorganisation. */
export function logOf(value: unknown): TransferLog | null {
  const row = asRecord(value, "log");
  const topics = asList(row.topics, "topics");
  if (row.removed === true || topics.length !== 3 || !/^0x[0-9a-f]{1,64}$/i.test(asText(row.data))) return null;
  return {
    contract: asText(row.address).toLowerCase(),
    from: unpadded(topics[1]),
    to: unpadded(topics[2]),
    value: BigInt(asText(row.data)),
    block: Number(row.blockNumber),
    tx: asText(row.transactionHash),
    index: Number(row.logIndex),
    at: stampOf(row.blockTimestamp),
  };
}

/** Transactions of a full block that send the chain's own coin from or to one of the addresses. */
export function nativeMovesOf(value: unknown, addresses: ReadonlySet<string>): NativeMove[] {
  const { number, at } = headerOf(value);
  return asList(asRecord(value).transactions, "transactions").flatMap((one): NativeMove[] => {
    const row = asRecord(one, "transaction");
    const from = asText(row.from).toLowerCase();
    const to = asText(row.to).toLowerCase();
    if (!addresses.has(from) && !addresses.has(to)) return [];
    const amount = amountOf(row.value, "the value of a transaction");
    return amount === 0n ? [] : [{ from, to, value: amount, block: number, at, tx: asText(row.hash) }];
  });
}

/** Two filters: out of the addresses and into them; one filter cannot say "or". One where whoever counts. */
function filtersOf(range: { from: number; to: number }, ask: TransfersAsk): object[] {
  const filter = { address: ask.contracts, fromBlock: hex(range.from), toBlock: hex(range.to) };
  if (ask.addresses === undefined) return [{ ...filter, topics: [TRANSFER] }];
  const addresses = ask.addresses.map(padded);
  return [
    { ...filter, topics: [TRANSFER, addresses] },
    { ...filter, topics: [TRANSFER, null, addresses] },
  ];
}

/** Calls of one kind in batches, results in order. */
async function inBatches(rpc: Rpc, calls: readonly RpcCall[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let at = 0; at < calls.length; at += BATCH_MAX) {
    found.push(...(await rpc.ask(calls.slice(at, at + BATCH_MAX))).results);
  }
  return found;
}

/** Halves what is left where a step would leave it: with a wrong pace of blocks steps would swing to and fro for ever. */
function stepInside(next: number, low: number, high: number): number {
  if (next > low && next < high) return next;
  if (!Number.isFinite(low) || !Number.isFinite(high)) return next <= low ? low + 1 : high - 1;
  return Math.max(low + 1, Math.floor((low + high) / 2));
}

/** The first block at or after a time. Block times only rise or stay; how fast they do is measured on the way. */
export async function firstAt(headers: Evm["headers"], usualMs: number, timeMs: number, near: Header): Promise<Header> {
  let blockMs = usualMs;
  let guess = near.number + Math.ceil((timeMs - near.at) / blockMs);
  // The last block known to be before the time, and the first known not to be.
  let low = near.at < timeMs ? near.number : Number.NEGATIVE_INFINITY;
  let high = near.at < timeMs ? Number.POSITIVE_INFINITY : near.number;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const [before, here] = await headers([guess - 1, guess]);
    if (!before || !here) break;
    if (before.at < timeMs && timeMs <= here.at) return here;
    if (here.at < timeMs) low = Math.max(low, here.number);
    else high = Math.min(high, before.number);
    const apart = here.number - near.number;
    if (Math.abs(apart) > 100 && here.at !== near.at) blockMs = Math.max(1, (here.at - near.at) / apart);
    const miss = Math.round((timeMs - here.at) / blockMs);
    guess = stepInside(guess + (miss !== 0 ? miss : before.at >= timeMs ? -1 : 1), low, high);
  }
  throw httpError("bad_body", "the node's block times do not rise");
}

/** `reach` is what the node was found to allow; it narrows as the node refuses. */
async function readTransfers(
  rpc: Rpc,
  ask: TransfersAsk,
  reach: { span: number; max: number },
): Promise<TransferLog[]> {
  // Nodes take a filter without an address for one of every address.
  if (ask.contracts.length === 0 || ask.addresses?.length === 0) return [];
  const found = new Map<string, TransferLog>();
  const contracts = new Set(ask.contracts.map((contract) => contract.toLowerCase()));
  const addresses = ask.addresses && new Set(ask.addresses.map((address) => address.toLowerCase()));
  const isAsked = ({ contract, block, ...log }: TransferLog, range: { from: number; to: number }): boolean =>
    contracts.has(contract) &&
    (addresses === undefined || addresses.has(log.from) || addresses.has(log.to)) &&
    block >= range.from &&
    block <= range.to;
  for (let from = ask.from; from <= ask.to; ) {
    const to = Math.min(ask.to, from + reach.span - 1);
    try {
      const filters = filtersOf({ from, to }, ask).map((filter) => ({ method: "eth_getLogs", params: [filter] }));
      for (const logs of (await rpc.ask(filters)).results) {
        for (const log of asList(logs, "logs").map(logOf)) {
          if (log === null) continue;
          if (!isAsked(log, { from, to })) throw otherInstrument("log");
          found.set(`${log.tx}~${log.index}`, log);
        }
      }
      from = to + 1;
      reach.span = Math.min(reach.max, reach.span * 2);
    } catch (error) {
      // Nodes cap ranges and result sizes, each in its own words.
      if (!isHttpError(error) || error.kind === "rate_limited" || reach.span === 1) throw error;
      reach.max = Math.max(1, Math.floor(reach.span / 2));
      reach.span = Math.max(1, Math.floor(reach.span / 4));
    }
  }
  return [...found.values()].sort((a, b) => a.block - b.block || a.index - b.index);
}

/** What the transactions of a range sent; each one's receipt says whether it did. */
async function readNatives(rpc: Rpc, ask: NativesAsk): Promise<NativeMove[]> {
  const addresses = new Set(ask.addresses.map((address) => address.toLowerCase()));
  const sent: NativeMove[] = [];
  let size = BLOCKS_FIRST;
  for (let from = ask.from; from <= ask.to; ) {
    const numbers = Array.from({ length: Math.min(size, ask.to - from + 1) }, (_, i) => from + i);
    const asked = numbers.map((number) => ({ method: "eth_getBlockByNumber", params: [hex(number), true] }));
    const { results, record } = await rpc.ask(asked);
    for (const [i, block] of results.entries()) {
      refuseOther("block", headerOf(block).number, (number) => number === `${from + i}`);
      sent.push(...nativeMovesOf(block, addresses));
    }
    from += numbers.length;
    const perBlock = Math.max(1, record.bytes / numbers.length);
    size = Math.max(1, Math.min(BLOCKS_MAX, 2 * size, Math.floor(BLOCKS_BYTES / perBlock)));
  }
  const receipts = await inBatches(
    rpc,
    sent.map(({ tx }) => ({ method: "eth_getTransactionReceipt", params: [tx] })),
  );
  return sent.filter(({ tx }, i) => {
    const { status, transactionHash } = asRecord(receipts[i], "receipt");
    refuseOther("transaction", transactionHash, (hash) => isSameAddress(hash, tx));
    return Number(status) === 1;
  });
}

/** Opens a client for one run. */
export function openEvm(connections: Connections, { venue, url, context, blockMs, spanMax }: EvmOptions): Evm {
  const reach = { span: spanMax, max: spanMax };
  const rpc = openRpc(connections, { venue, url, context });
  const headers = async (numbers: readonly number[]): Promise<Header[]> => {
    const asked = numbers.map((number) => ({ method: "eth_getBlockByNumber", params: [hex(number), false] }));
    const found = (await inBatches(rpc, asked)).map(headerOf);
    for (const [i, { number }] of found.entries()) refuseOther("block", number, (told) => told === `${numbers[i]}`);
    return found;
  };
  return {
    headers,
    async head() {
      const { results } = await rpc.ask([{ method: "eth_getBlockByNumber", params: ["latest", false] }]);
      return headerOf(results[0]);
    },
    firstAt: (timeMs, near) => firstAt(headers, blockMs, timeMs, near),
    transfers: (ask) => readTransfers(rpc, ask, reach),
    natives: (ask) => readNatives(rpc, ask),
    async codes(addresses) {
      const asked = addresses.map((address) => ({ method: "eth_getCode", params: [address, "latest"] }));
      return (await inBatches(rpc, asked)).map(asText);
    },
    async balances(asks) {
      const asked = asks.map(({ address, contract }) =>
        contract === null
          ? { method: "eth_getBalance", params: [address, "latest"] }
          : {
              method: "eth_call",
              params: [{ to: contract, data: `${BALANCE_OF}${padded(address).slice(2)}` }, "latest"],
            },
      );
      return (await inBatches(rpc, asked)).map((value) => amountOf(value, "a balance"));
    },
  };
}
