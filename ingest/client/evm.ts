// An EVM node by JSON-RPC: block headers, where a time falls, and Transfer logs in ranges the node accepts.
import { httpError, isHttpError } from "../../schema/io/http.ts";
import { asList, asRecord, asText } from "../body.ts";
import type { Connections } from "../connection.ts";
import type { CallContext } from "./client.ts";
import { callJson } from "./http-json.ts";

export type Header = { readonly number: number; readonly hash: string /** Epoch ms. */; readonly at: number };

export type TransferLog = {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly block: number;
  readonly tx: string;
  readonly index: number;
};

export type Evm = {
  /** Headers by number, or the newest one. */
  headers(numbers: readonly number[]): Promise<Header[]>;
  head(): Promise<Header>;
  /** The first block at or after a time; `near` is a block to start from. */
  firstAt(timeMs: number, near: Header): Promise<Header>;
  /** Transfers of the contracts from or to the addresses, both ends of the block range included, each once. */
  transfers(ask: TransfersAsk): Promise<TransferLog[]>;
};

type TransfersAsk = {
  readonly contracts: readonly string[];
  readonly addresses: readonly string[];
  readonly from: number;
  readonly to: number;
};

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const BLOCK_MS = 12_000;
const SPAN_MAX = 1_000;
const BATCH_MAX = 50;
const STEPS_MAX = 40;

const hex = (number: number): string => `0x${number.toString(16)}`;
const padded = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
const unpadded = (topic: unknown): string => `0x${asText(topic).slice(-40).toLowerCase()}`;

function headerOf(value: unknown): Header {
  const { number, hash, timestamp } = asRecord(value, "block");
  const header = { number: Number(number), hash: asText(hash), at: Number(timestamp) * 1_000 };
  if (!Number.isInteger(header.number) || !Number.isInteger(header.at)) throw httpError("bad_body", "not a block");
  return header;
}

/** Null for logs that are no ERC-20 transfers (other arities share the topic) or were undone by a reorganisation. */
function logOf(value: unknown): TransferLog | null {
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
  };
}

/** Two filters: out of the addresses and into them; one filter cannot say "or". */
function filtersOf(range: { from: number; to: number }, ask: TransfersAsk): object[] {
  const filter = { address: ask.contracts, fromBlock: hex(range.from), toBlock: hex(range.to) };
  const addresses = ask.addresses.map(padded);
  return [
    { ...filter, topics: [TRANSFER, addresses] },
    { ...filter, topics: [TRANSFER, null, addresses] },
  ];
}

/** Opens a client for one run. */
export function openEvm(connections: Connections, url: string, context: CallContext): Evm {
  let id = 0;
  const rpc = async (calls: readonly { method: string; params: readonly unknown[] }[]): Promise<unknown[]> => {
    const first = id;
    id += calls.length;
    const post = calls.map((call, i) => ({ jsonrpc: "2.0", id: first + i, ...call }));
    const endpoint = calls[0]?.method ?? "";
    // Node addresses often carry a key in their path.
    const ask = { venue: "eth", endpoint, url, shownUrl: new URL(url).origin, post } as const;
    const { body, record } = await callJson(connections, ask, context);
    const answers = new Map(asList(body, "batch").map((one) => [asRecord(one).id, asRecord(one)]));
    return post.map((one) => {
      const answer = answers.get(one.id);
      if (answer?.result !== undefined && answer.result !== null) return answer.result;
      record.outcome = "http_error";
      const message = asText(asRecord(answer?.error ?? {}).message).slice(0, 200);
      throw httpError("http_error", message || `${endpoint} gave nothing`, { status: 200 });
    });
  };

  const headers = async (numbers: readonly number[]): Promise<Header[]> => {
    const found: Header[] = [];
    for (let at = 0; at < numbers.length; at += BATCH_MAX) {
      const part = numbers.slice(at, at + BATCH_MAX);
      const blocks = await rpc(part.map((n) => ({ method: "eth_getBlockByNumber", params: [hex(n), false] })));
      found.push(...blocks.map(headerOf));
    }
    return found;
  };

  const logs = async (range: { from: number; to: number }, ask: TransfersAsk) => {
    const [out, into] = await rpc(filtersOf(range, ask).map((filter) => ({ method: "eth_getLogs", params: [filter] })));
    return [...asList(out, "logs"), ...asList(into, "logs")];
  };

  return {
    headers,
    async head() {
      const [block] = await rpc([{ method: "eth_getBlockByNumber", params: ["latest", false] }]);
      return headerOf(block);
    },
    async firstAt(timeMs, near) {
      let guess = near.number + Math.ceil((timeMs - near.at) / BLOCK_MS);
      for (let step = 0; step < STEPS_MAX; step += 1) {
        const [before, here] = await headers([guess - 1, guess]);
        if (!before || !here) break;
        if (before.at < timeMs && timeMs <= here.at) return here;
        const miss = Math.round((timeMs - here.at) / BLOCK_MS);
        guess += miss !== 0 ? miss : before.at >= timeMs ? -1 : 1;
      }
      throw httpError("bad_body", "the node's block times do not rise");
    },
    async transfers(ask) {
      const found = new Map<string, TransferLog>();
      let span = SPAN_MAX;
      for (let from = ask.from; from <= ask.to; ) {
        const to = Math.min(ask.to, from + span - 1);
        try {
          for (const one of await logs({ from, to }, ask)) {
            const log = logOf(one);
            if (log) found.set(`${log.tx}~${log.index}`, log);
          }
          from = to + 1;
          span = Math.min(SPAN_MAX, span * 2);
        } catch (error) {
          // Nodes cap ranges and result sizes, each in its own words.
          if (!isHttpError(error) || error.kind === "rate_limited" || span === 1) throw error;
          span = Math.max(1, Math.floor(span / 4));
        }
      }
      return [...found.values()].sort((a, b) => a.block - b.block || a.index - b.index);
    },
  };
}
