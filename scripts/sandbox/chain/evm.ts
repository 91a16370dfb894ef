// An EVM JSON-RPC node over the simulated ledger: blocks, transactions, ERC-20 Transfer logs, code, balances.
import type { Model } from "../model/model.ts";
import { type Ask, json, type Provider } from "../provider.ts";
import { createEvmLedger, type EvmChainId, type EvmLedger, type EvmTransfer, MULTICALL3 } from "./evm-ledger.ts";
import { filterLogs, hexNumber, type LogFilter, NodeFailure, word } from "./evm-log.ts";
import { aggregate3 } from "./multicall.ts";

const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const SAFE_DEPTH = 32;
const FINAL_DEPTH = 64;

const text = (value: unknown, name: string): string => {
  if (typeof value !== "string") throw NodeFailure(-32602, `invalid argument: ${name}`);
  return value;
};

/** A block by its tag, number or hash (EIP-1898) as a height; null when it is ahead of the head or unknown. */
const heightOf =
  ({ chain: { genesisHeight: earliest }, heightOfHash }: EvmLedger) =>
  (tag: unknown, head: number): number | null => {
    if (typeof tag === "object" && tag !== null && "blockHash" in tag) {
      const height = heightOfHash(text(tag.blockHash, "blockHash"));
      return height === null || height > head ? null : height;
    }
    if (tag === undefined || tag === "latest" || tag === "pending") return head;
    if (tag === "safe") return head - SAFE_DEPTH;
    if (tag === "finalized") return head - FINAL_DEPTH;
    if (tag === "earliest") return earliest;
    if (typeof tag !== "string" || !/^0x[0-9a-f]+$/i.test(tag))
      throw NodeFailure(-32602, "invalid argument 0: hex string expected");
    const height = Number.parseInt(tag, 16);
    return height > head ? null : height;
  };

const transaction = (ledger: EvmLedger, height: number, transfer: EvmTransfer): unknown => {
  const native = transfer.token.contract === null;
  const to = ledger.addressOf(transfer.to);
  return {
    blockHash: ledger.blockHash(height),
    blockNumber: hexNumber(height),
    chainId: hexNumber(ledger.chain.chainId),
    from: ledger.addressOf(transfer.from),
    gas: native ? "0x5208" : "0xfde8",
    gasPrice: "0x3b9aca00",
    hash: ledger.transactionHash(height, transfer.index),
    input: native ? "0x" : `0xa9059cbb${word(to)}${transfer.amount.toString(16).padStart(64, "0")}`,
    nonce: hexNumber(height % 100_000),
    to: native ? to : transfer.token.contract,
    transactionIndex: hexNumber(transfer.index),
    type: "0x2",
    value: native ? `0x${transfer.amount.toString(16)}` : "0x0",
  };
};

const block = (ledger: EvmLedger, height: number, full: boolean): unknown => {
  const transfers = ledger.transfers(height);
  return {
    number: hexNumber(height),
    hash: ledger.blockHash(height),
    parentHash: ledger.blockHash(height - 1),
    timestamp: hexNumber(ledger.timeOf(height) / 1000),
    miner: ledger.addressOf(-1 - (height % 50)),
    gasLimit: "0x2255100",
    gasUsed: hexNumber(21_000 * transfers.length),
    baseFeePerGas: "0x1dcd6500",
    size: hexNumber(600 + 180 * transfers.length),
    transactions: transfers.map((transfer) =>
      full ? transaction(ledger, height, transfer) : ledger.transactionHash(height, transfer.index),
    ),
    uncles: [],
  };
};

const abiText = (value: string): string => {
  const bytes = Buffer.from(value).toString("hex");
  return `0x${"20".padStart(64, "0")}${value.length.toString(16).padStart(64, "0")}${bytes.padEnd(64, "0")}`;
};

const call = (ledger: EvmLedger, to: string, data: string, height: number): string => {
  if (to.toLowerCase() === MULTICALL3) return aggregate3(data, (one, input) => call(ledger, one, input, height));
  const token = ledger.tokens.find((one) => one.contract === to.toLowerCase());
  if (!token) {
    // Code that knows no such function; an address without code answers with nothing.
    if (ledger.isContract(to.toLowerCase())) throw NodeFailure(3, "execution reverted");
    return "0x";
  }
  const number = (value: bigint | number): string => `0x${value.toString(16).padStart(64, "0")}`;
  const { asset, decimals } = token;
  switch (data.slice(0, 10)) {
    case "0x70a08231":
      return number(ledger.balance(token, `0x${data.slice(34, 74).toLowerCase()}`, height));
    case "0x313ce567":
      return number(decimals);
    case "0x95d89b41":
      return abiText(asset.token.symbol);
    case "0x06fdde03":
      return abiText(asset.token.name.slice(0, 32));
    case "0x18160ddd":
      return number(BigInt(Math.round(asset.total)) * 10n ** BigInt(decimals));
    default:
      throw NodeFailure(3, "execution reverted");
  }
};

type Method = (params: readonly unknown[], head: number) => unknown;

const receipt = (ledger: EvmLedger, id: string, head: number): unknown => {
  const place = ledger.locate(id);
  const transfer = place === null || place.height > head ? undefined : ledger.transfers(place.height)[place.index];
  if (place === null || transfer === undefined) return null;
  const native = transfer.token.contract === null;
  return {
    blockHash: ledger.blockHash(place.height),
    blockNumber: hexNumber(place.height),
    contractAddress: null,
    cumulativeGasUsed: "0x5208",
    effectiveGasPrice: "0x3b9aca00",
    from: ledger.addressOf(transfer.from),
    gasUsed: native ? "0x5208" : "0xfde8",
    logs: [],
    status: transfer.failed ? "0x0" : "0x1",
    to: native ? ledger.addressOf(transfer.to) : transfer.token.contract,
    transactionHash: id,
    transactionIndex: hexNumber(place.index),
    type: "0x2",
  };
};

const createMethods = (ledger: EvmLedger): Record<string, Method> => {
  const earliest = ledger.chain.genesisHeight;
  const at = heightOf(ledger);
  const known = (tag: unknown, head: number): number => {
    const height = at(tag, head);
    if (height === null) throw NodeFailure(-32000, "header not found");
    return height;
  };
  return {
    web3_clientVersion: () => "Sandbox/simulated",
    net_version: () => `${ledger.chain.chainId}`,
    eth_chainId: () => hexNumber(ledger.chain.chainId),
    eth_syncing: () => false,
    eth_gasPrice: () => "0x3b9aca00",
    eth_blockNumber: (_, head) => hexNumber(head),
    eth_getBlockByNumber: ([tag, full], head) => {
      const height = at(tag, head);
      return height === null || height < earliest ? null : block(ledger, height, full === true);
    },
    eth_getBlockByHash: ([id, full], head) => {
      const height = ledger.heightOfHash(text(id, "hash"));
      return height === null || height > head ? null : block(ledger, height, full === true);
    },
    eth_getLogs: ([filter], head) => {
      if (typeof filter !== "object" || filter === null)
        throw NodeFailure(-32602, "missing value for required argument 0");
      return filterLogs(ledger, filter as LogFilter, head, at);
    },
    eth_getBalance: ([address, tag], head) => {
      const native = ledger.tokens.find((token) => token.contract === null);
      const height = known(tag, head);
      return native
        ? `0x${ledger.balance(native, text(address, "address").toLowerCase(), height).toString(16)}`
        : "0x0";
    },
    eth_getTransactionCount: ([address, tag], head) =>
      hexNumber(ledger.nonce(text(address, "address").toLowerCase(), known(tag, head))),
    eth_getCode: ([address, tag], head) => {
      known(tag, head);
      return ledger.codeOf(text(address, "address").toLowerCase());
    },
    eth_getStorageAt: ([address, slot, tag], head) => {
      known(tag, head);
      const behind = ledger.implementationOf(text(address, "address").toLowerCase());
      return `0x${text(slot, "slot") === IMPLEMENTATION_SLOT && behind !== null ? word(behind) : "0".repeat(64)}`;
    },
    eth_getTransactionReceipt: ([id], head) => receipt(ledger, text(id, "hash"), head),
    eth_call: ([request, tag], head) => {
      const { to, data, input } = (request ?? {}) as Record<string, unknown>;
      return call(ledger, text(to, "to"), text(data ?? input, "data"), known(tag, head));
    },
  };
};

type Request = { jsonrpc?: unknown; id?: unknown; method?: unknown; params?: unknown };

const reply = (methods: Record<string, Method>, request: Request, head: number): unknown => {
  const id = request.id ?? null;
  const failed = (code: number, message: string): unknown => ({ jsonrpc: "2.0", id, error: { code, message } });
  if (typeof request.method !== "string") return failed(-32600, "invalid request");
  const method = methods[request.method];
  if (!method) return failed(-32601, `the method ${request.method} does not exist/is not available`);
  try {
    return { jsonrpc: "2.0", id, result: method(Array.isArray(request.params) ? request.params : [], head) };
  } catch (error) {
    if (error instanceof Error && "rpcCode" in error) return failed(Number(error.rpcCode), error.message);
    throw error;
  }
};

const BATCH_MAX = 100;

export const createEvmNode =
  (id: EvmChainId) =>
  (model: Model): Provider => {
    const ledger = createEvmLedger(model, id);
    const methods = createMethods(ledger);
    return {
      id,
      answer: (ask: Ask) => {
        if (ask.method !== "POST")
          return json({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "POST expected" } }, 405);
        let body: unknown;
        try {
          body = JSON.parse(ask.body);
        } catch {
          return json({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "parse error" } });
        }
        const head = ledger.heightAt(ask.nowMs);
        if (!Array.isArray(body)) return json(reply(methods, (body ?? {}) as Request, head));
        if (body.length > BATCH_MAX)
          return json({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "batch too large" } });
        return json(body.map((one) => reply(methods, one as Request, head)));
      },
    };
  };
