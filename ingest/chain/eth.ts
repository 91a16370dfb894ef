// Ethereum: ERC-20 transfers of tracked tokens from and to labelled wallets; native coins leave no logs and are not seen.
import { TRACKED } from "../../schema/tracked.ts";
import { type Header, openEvm, type TransferLog } from "../client/evm.ts";
import type { Window } from "../define-source.ts";
import { LABELS } from "../labels/index.ts";
import type { Run } from "../run.ts";
import type { Chain } from "./scan.ts";
import { exchangeAt, type Transfer, WINDOW_MS } from "./transfer.ts";

/** Blocks behind the head that count as settled. */
const CONFIRMATIONS = 12;
const NODE_URL = "https://ethereum-rpc.publicnode.com";

const TOKENS = TRACKED.flatMap((token) => {
  const { eth: contract } = token.contracts;
  const { eth: decimals } = token.decimals;
  return contract === undefined || decimals === undefined ? [] : [{ id: token.id, contract, decimals }];
});
const BY_CONTRACT = new Map(TOKENS.map((token) => [token.contract, token]));
export const ETH_TOKENS: readonly string[] = TOKENS.map((token) => token.id);

/** An integer amount as an exact decimal text. */
export function decimalText(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return rest === "" ? whole : `${whole}.${rest}`;
}

function transferOf(log: TransferLog, at: number): Transfer | null {
  const token = BY_CONTRACT.get(log.contract);
  if (!token) return null;
  const amount = decimalText(log.value, token.decimals);
  return {
    token: token.id,
    block: log.block,
    at,
    tx: log.tx,
    index: log.index,
    from: log.from,
    to: log.to,
    fromExchange: exchangeAt("eth", log.from, at),
    toExchange: exchangeAt("eth", log.to, at),
    native: Number(amount),
    amount,
  };
}

/** The chain as one run sees it. */
export function openEth(run: Run): Chain {
  const origin = run.connections.origin("eth");
  const evm = openEvm(run.connections, origin ?? run.deps.env.ETH_RPC_URL ?? NODE_URL, run.context);
  let head: Promise<Header> | null = null;
  const newest = (): Promise<Header> => {
    head ??= evm.head();
    return head;
  };

  return {
    id: "eth",
    tokens: ETH_TOKENS,
    stretchMs: 16 * WINDOW_MS,
    async settledUntil() {
      const { number } = await newest();
      const [settled] = await evm.headers([number - CONFIRMATIONS]);
      return settled?.at ?? 0;
    },
    async hashOf(block) {
      const [header] = await evm.headers([block]);
      return header?.hash ?? "";
    },
    async read(stretch: Window) {
      const first = await evm.firstAt(stretch.from, await newest());
      const after = await evm.firstAt(stretch.to, first);
      const range = { from: first.number, to: after.number - 1 };
      const logs = await evm.transfers({
        ...range,
        contracts: [...BY_CONTRACT.keys()],
        addresses: LABELS.eth.map((label) => label.address),
      });
      const blocks = [...new Set([...logs.map((log) => log.block), range.to])];
      const headers = new Map((await evm.headers(blocks)).map((header) => [header.number, header]));
      const transfers = logs.flatMap((log) => transferOf(log, headers.get(log.block)?.at ?? Number.NaN) ?? []);
      return { transfers, fromBlock: range.from, toBlock: range.to, blockHash: headers.get(range.to)?.hash ?? "" };
    },
  };
}
