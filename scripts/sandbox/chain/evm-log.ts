// eth_getLogs over the simulated ledger, with the range and result caps real nodes impose.
import type { EvmLedger, EvmTransfer } from "./evm-ledger.ts";

const TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const LOGS_MAX = 10_000;

export type LogFilter = {
  address?: string | string[] | null;
  topics?: (string | string[] | null)[];
  fromBlock?: string;
  toBlock?: string;
  blockHash?: string;
};

export const NodeFailure = (rpcCode: number, message: string): Error => Object.assign(new Error(message), { rpcCode });

export const hexNumber = (value: number): string => `0x${value.toString(16)}`;

/** An address as a 32-byte word without 0x. */
export const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, "0");

const oneOf = (value: string | string[] | null | undefined): ReadonlySet<string> | null => {
  if (value === null || value === undefined) return null;
  const list = Array.isArray(value) ? value : [value];
  if (!list.every((item) => typeof item === "string" && /^0x[0-9a-fA-F]*$/.test(item)))
    throw NodeFailure(-32602, "invalid argument 0: hex string expected");
  // An empty list matches anything, as an absent one does.
  return list.length === 0 ? null : new Set(list.map((item) => item.toLowerCase()));
};

const logOf = (ledger: EvmLedger, height: number, transfer: EvmTransfer, from: string, to: string): unknown => ({
  address: transfer.token.contract,
  topics: [TRANSFER_TOPIC, `0x${word(from)}`, `0x${word(to)}`],
  data: `0x${transfer.amount.toString(16).padStart(64, "0")}`,
  blockNumber: hexNumber(height),
  transactionHash: ledger.transactionHash(height, transfer.index),
  transactionIndex: hexNumber(transfer.index),
  blockHash: ledger.blockHash(height),
  ...(ledger.chain.stampsLogs ? { blockTimestamp: hexNumber(ledger.timeOf(height) / 1000) } : {}),
  logIndex: hexNumber(2 * transfer.index),
  removed: false,
});

const rangeOf = (
  ledger: EvmLedger,
  filter: LogFilter,
  head: number,
  heightOf: (tag: unknown, head: number) => number | null,
): readonly [number, number] => {
  if (filter.blockHash !== undefined) {
    const height = ledger.heightOfHash(filter.blockHash);
    if (height === null || height > head) throw NodeFailure(-32000, "unknown block");
    return [height, height];
  }
  const from = heightOf(filter.fromBlock, head) ?? head + 1;
  const to = heightOf(filter.toBlock, head) ?? head;
  if (filter.fromBlock !== undefined && from > to && from <= head)
    throw NodeFailure(-32000, "invalid block range params");
  const { rangeMax } = ledger.chain;
  if (to - from + 1 > rangeMax) throw NodeFailure(-32005, `query exceeds max block range ${rangeMax}`);
  return [from, to];
};

/** The blocks to look at: where one wallet is asked for, those that name it. */
function* heightsIn(ledger: EvmLedger, from: number, to: number, words: ReadonlySet<string> | null | undefined) {
  const [word = "", ...others] = words ?? [];
  if (words && others.length === 0) {
    const party = ledger.partyOf(`0x${word.slice(-40)}`);
    if (party !== undefined) yield* ledger.heightsOf(party, from, to);
    return;
  }
  for (let height = from; height <= to; height++) yield height;
}

/** Transfer logs of a filter, in block and log order; fails as nodes do on too wide a range or too many results. */
export const filterLogs = (
  ledger: EvmLedger,
  filter: LogFilter,
  head: number,
  heightOf: (tag: unknown, head: number) => number | null,
): unknown[] => {
  const [from, to] = rangeOf(ledger, filter, head, heightOf);
  const contracts = oneOf(filter.address);
  const [kinds, senders, receivers, fourth] = [0, 1, 2, 3].map((at) => oneOf(filter.topics?.[at]));
  if ((kinds && !kinds.has(TRANSFER_TOPIC)) || fourth) return [];
  const found: unknown[] = [];
  for (const height of heightsIn(ledger, from, to, senders ?? receivers))
    for (const transfer of ledger.transfers(height)) {
      const { contract } = transfer.token;
      if (contract === null || (contracts && !contracts.has(contract))) continue;
      const sender = ledger.addressOf(transfer.from);
      if (senders && !senders.has(`0x${word(sender)}`)) continue;
      const receiver = ledger.addressOf(transfer.to);
      if (receivers && !receivers.has(`0x${word(receiver)}`)) continue;
      if (found.length >= LOGS_MAX) throw NodeFailure(-32005, `query returned more than ${LOGS_MAX} results`);
      found.push(logOf(ledger, height, transfer, sender, receiver));
    }
  return found;
};
