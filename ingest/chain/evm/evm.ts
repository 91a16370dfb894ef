// EVM chains: transfers of tracked tokens by their logs, and of the chain's own coin by transactions, of labelled wallets.
import { decimalText } from "../../../schema/decimal.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { Env } from "../../../schema/env.ts";
import { httpError } from "../../../schema/io/http.ts";
import { LABELS } from "../../../schema/label/index.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Connections } from "../../run/connection.ts";
import type { Run } from "../../run/run.ts";
import type { Window } from "../../source/source-base.ts";
import type { Chain } from "../chain.ts";
import type { Balance } from "../reserve.ts";
import { type AddressKind, exchangeAt, type Transfer, WINDOW_MS } from "../transfer.ts";
import { type Evm, type Header, type NativeMove, openEvm, type TransferLog } from "./node.ts";

export type EvmChainId = "eth" | "bsc";

type EvmChain = {
  readonly native: string;
  /** A public node; what it is set to otherwise. */
  readonly nodeUrl: string;
  readonly setting: "ETH_RPC_URL" | "BSC_RPC_URL";
  readonly blockMs: number;
  readonly spanMax: number;
  /** Blocks behind the head that count as settled. */
  readonly confirmations: number;
  readonly stretchMs: number;
  /**
   * How far back the chain's own coin is read: it leaves no logs, so that every block is read with its transactions.
   * Windows before that are read for tokens only.
   */
  readonly nativeMs: { readonly live: number; readonly sandbox: number };
};

const CHAINS: Readonly<Record<EvmChainId, EvmChain>> = {
  eth: {
    native: "ethereum",
    nodeUrl: "https://ethereum-rpc.publicnode.com",
    setting: "ETH_RPC_URL",
    blockMs: 12_000,
    spanMax: 1_000,
    confirmations: 12,
    stretchMs: 16 * WINDOW_MS,
    nativeMs: { live: 30 * HOUR_MS, sandbox: 8 * DAY_MS },
  },
  bsc: {
    native: "binancecoin",
    nodeUrl: "https://bsc-rpc.publicnode.com",
    setting: "BSC_RPC_URL",
    blockMs: 750,
    spanMax: 500,
    confirmations: 15,
    stretchMs: 4 * WINDOW_MS,
    nativeMs: { live: 3 * HOUR_MS, sandbox: 26 * HOUR_MS },
  },
};

type Token = { readonly id: string; readonly contract: string; readonly decimals: number };

const NATIVE_DECIMALS = 18;

/** Tracked tokens with a contract on the chain. */
export const evmTokens = (chain: EvmChainId): readonly Token[] =>
  TRACKED.flatMap((token) => {
    const contract = token.contracts[chain];
    const decimals = token.decimals[chain];
    return contract === undefined || decimals === undefined ? [] : [{ id: token.id, contract, decimals }];
  });

/** Everything whose flows are read on the chain, its own coin first. */
export const evmTokenIds = (chain: EvmChainId): readonly string[] => [
  CHAINS[chain].native,
  ...evmTokens(chain).map((token) => token.id),
];

/** A node's word on an address. A wallet that lends its address to code (EIP-7702) stays its owner's. */
export const kindOfCode = (code: string): AddressKind | null =>
  /^0x(ef0100[0-9a-f]{40})?$/i.test(code) ? "wallet" : /^0x[0-9a-f]{2,}$/i.test(code) ? "contract" : null;

function moveOf(
  chain: EvmChainId,
  token: Omit<Token, "contract">,
  given: Omit<NativeMove, "at">,
  at: number,
  index: number,
): Transfer {
  const amount = decimalText(given.value, token.decimals);
  return {
    token: token.id,
    block: given.block,
    at,
    tx: given.tx,
    index,
    from: given.from,
    to: given.to,
    fromExchange: exchangeAt(chain, given.from, at),
    toExchange: exchangeAt(chain, given.to, at),
    native: Number(amount),
    amount,
  };
}

/** What a look at the chain needs to know of it. */
export const evmChain = (id: EvmChainId): Pick<EvmChain, "native" | "blockMs" | "spanMax" | "nativeMs"> => CHAINS[id];

/** Where the chain's node is. */
export const evmNodeUrl = (connections: Connections, env: Env, id: EvmChainId): string =>
  connections.origin(id) ?? env[CHAINS[id].setting] ?? CHAINS[id].nodeUrl;

/** A node of the chain for one run; `spanMax` is how many blocks a log query spans at most. */
export function openNode(run: Run, id: EvmChainId, spanMax = CHAINS[id].spanMax): Evm {
  const { blockMs } = CHAINS[id];
  const url = evmNodeUrl(run.connections, run.deps.env, id);
  return openEvm(run.connections, { venue: id, url, context: run.context, blockMs, spanMax });
}

/** The newest block that counts as settled. */
export async function settledHead(evm: Evm, id: EvmChainId): Promise<Header> {
  const { number } = await evm.head();
  const [settled] = await evm.headers([number - CHAINS[id].confirmations]);
  if (!settled) throw httpError("bad_body", "no settled block");
  return settled;
}

/** The chain as one run sees it. */
export function openEvmChain(run: Run, id: EvmChainId): Chain {
  const chain = CHAINS[id];
  const evm = openNode(run, id);
  const tokens = evmTokens(id);
  const byContract = new Map(tokens.map((token) => [token.contract, token]));
  const addresses = LABELS[id].map((label) => label.address);
  const nativeFrom = run.deps.clock.now() - chain.nativeMs[run.deps.env.MARKET];
  let head: Promise<Header> | null = null;
  const newest = (): Promise<Header> => {
    head ??= evm.head();
    return head;
  };
  /** Stretches follow one another: the next one ends where the last one began. */
  let found: { readonly timeMs: number; readonly header: Header } | null = null;
  const firstAt = async (timeMs: number): Promise<Header> => {
    if (found?.timeMs === timeMs) return found.header;
    const header = await evm.firstAt(timeMs, found?.header ?? (await newest()));
    found = { timeMs, header };
    return header;
  };

  const tokenMoves = async (range: { from: number; to: number }): Promise<Transfer[]> => {
    const logs = await evm.transfers({ ...range, contracts: [...byContract.keys()], addresses });
    const unstamped = [...new Set(logs.filter((log) => log.at === null).map((log) => log.block))];
    const times = new Map((await evm.headers(unstamped)).map((header) => [header.number, header.at]));
    return logs.flatMap((log: TransferLog) => {
      const token = byContract.get(log.contract);
      return token ? [moveOf(id, token, log, log.at ?? times.get(log.block) ?? Number.NaN, log.index)] : [];
    });
  };
  const nativeMoves = async (range: { from: number; to: number }): Promise<Transfer[]> => {
    const own = { id: chain.native, decimals: NATIVE_DECIMALS };
    return (await evm.natives({ ...range, addresses })).map((move) => moveOf(id, own, move, move.at, 0));
  };

  const tokensAt = (from: number): readonly string[] =>
    from >= nativeFrom ? evmTokenIds(id) : tokens.map((token) => token.id);

  return {
    id,
    tokens: evmTokenIds(id),
    tokensAt,
    stretchMs: chain.stretchMs,
    async readableUntil() {
      const { number } = await newest();
      const [settled] = await evm.headers([number - chain.confirmations]);
      return settled?.at ?? 0;
    },
    async hashOf(block) {
      const [header] = await evm.headers([block]);
      return header?.hash ?? "";
    },
    async read(stretch: Window) {
      const after = await firstAt(stretch.to);
      const first = await firstAt(stretch.from);
      const range = { from: first.number, to: after.number - 1 };
      const withNative = stretch.from >= nativeFrom;
      const moves = await tokenMoves(range);
      const own = withNative ? await nativeMoves(range) : [];
      const [last] = await evm.headers([range.to]);
      return {
        tokens: tokensAt(stretch.from),
        transfers: [...moves, ...own],
        fromBlock: range.from,
        toBlock: range.to,
        blockHash: last?.hash ?? "",
      };
    },
    async kindsOf(unknown) {
      const codes = await evm.codes(unknown);
      return new Map(
        unknown.flatMap((address, i): [string, AddressKind][] => {
          const kind = kindOfCode(codes[i] ?? "");
          return kind === null ? [] : [[address, kind]];
        }),
      );
    },
  };
}

type Of = { readonly addresses?: readonly string[]; readonly tokens?: readonly string[] };

/** What each address holds of each token of the chain: every labelled wallet and all tokens, but for what is given. */
export async function evmBalances(run: Run, id: EvmChainId, { addresses, tokens }: Of = {}): Promise<Balance[]> {
  const own = { id: CHAINS[id].native, contract: null, decimals: NATIVE_DECIMALS };
  const wanted = [own, ...evmTokens(id)].filter((token) => tokens === undefined || tokens.includes(token.id));
  const asks = (addresses ?? LABELS[id].map((label) => label.address)).flatMap((address) =>
    wanted.map((token) => ({ address, contract: token.contract, token })),
  );
  const units = await openNode(run, id).balances(asks);
  return asks.map(({ address, token }, i) => {
    return { token: token.id, address, units: units[i] ?? 0n, decimals: token.decimals };
  });
}
