// Solana: what transactions changed for labelled wallets, in SOL and in tracked SPL tokens.
import { decimalText } from "../../../schema/decimal.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import type { Env } from "../../../schema/env.ts";
import { httpError } from "../../../schema/io/http.ts";
import { LABELS } from "../../../schema/label/index.ts";
import { fromBase58, isOnCurve } from "../../../schema/token/sol-address.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Connections } from "../../run/connection.ts";
import type { Run } from "../../run/run.ts";
import type { Window } from "../../source/source-base.ts";
import type { Chain } from "../chain.ts";
import { type Pair, pairMoves } from "../pair.ts";
import type { Balance } from "../reserve.ts";
import { type AddressKind, type Transfer, WINDOW_MS } from "../transfer.ts";
import { openSol, type Sol, type SolAccount, type SolTransaction, SYSTEM_PROGRAM } from "./node.ts";

const PUBLIC_URL = "https://api.mainnet.solana.com";

/** Where the chain's node is. */
export const solNodeUrl = (connections: Connections, env: Env): string =>
  connections.origin("sol") ?? env.SOL_RPC_URL ?? PUBLIC_URL;

const NATIVE = "solana";
const NATIVE_DECIMALS = 9;
/** Each transaction is a call of its own: public nodes let a few hundred a minute through. */
const PAST_MS = { live: 2 * DAY_MS, sandbox: 8 * DAY_MS } as const;
const TRANSACTIONS_MAX = 5_000;

const BY_MINT: ReadonlyMap<string, string> = new Map(
  TRACKED.flatMap(({ id, contracts: { sol } }) => (sol === undefined ? [] : [[sol, id] as const])),
);

/** The tracked token of a mint. */
export const solTokenOf = (mint: string): string | null => BY_MINT.get(mint) ?? null;

export const SOL_TOKENS: readonly string[] = [NATIVE, ...BY_MINT.values()];

/** A node for one run. */
export const openSolNode = (run: Run): Sol =>
  openSol(run.connections, solNodeUrl(run.connections, run.deps.env), run.context);

/** Payments of a transaction with an exchange at one end; amounts by the decimals the transaction itself states. */
export function solTransfers(tx: SolTransaction): Transfer[] {
  const coins = [
    { token: NATIVE, decimals: NATIVE_DECIMALS, deltas: tx.lamports },
    ...[...tx.tokens].flatMap(([mint, { decimals, deltas }]) => {
      const token = BY_MINT.get(mint);
      return token === undefined ? [] : [{ token, decimals, deltas }];
    }),
  ];
  return coins.flatMap(({ token, decimals, deltas }) =>
    pairMoves("sol", deltas, tx.at).map(({ units, ...ends }: Pair, index) => {
      const amount = decimalText(units, decimals);
      return { token, block: tx.slot, at: tx.at, tx: tx.id, index, ...ends, native: Number(amount), amount };
    }),
  );
}

/** An account of a program, or an address without a key, belongs to code; what the system owns is a wallet. */
export function kindOfAccount(address: string, account: SolAccount | null): AddressKind | null {
  const bytes = fromBase58(address);
  if (bytes === null || bytes.length !== 32) return null;
  if (!isOnCurve(bytes)) return "contract";
  return account === null || (account.owner === SYSTEM_PROGRAM && !account.executable) ? "wallet" : "contract";
}

/** The chain as one run sees it. Settled is what the node calls finalized: it is not undone. */
export function openSolana(run: Run): Chain {
  const node = openSolNode(run);
  const owners = LABELS.sol.map((label) => label.address);
  let watched: Promise<string[]> | null = null;
  /** The wallets and their accounts of tracked tokens: a payment to one of those need not name the wallet. */
  const accounts = (): Promise<string[]> => {
    watched ??= (async () => {
      const found = [...owners];
      for (const owner of owners) {
        const held = await node.tokenAccounts(owner);
        found.push(...held.filter(({ mint }) => BY_MINT.has(mint)).map(({ account }) => account));
      }
      return found;
    })();
    return watched;
  };

  return {
    id: "sol",
    tokens: SOL_TOKENS,
    stretchMs: 4 * WINDOW_MS,
    pastMs: PAST_MS[run.deps.env.MARKET],
    readableUntil: async () => (await node.tip()).at,
    hashOf: (slot) => node.hashOf(slot),
    async read(stretch: Window) {
      const wanted = new Set<string>();
      for (const account of await accounts()) {
        for (const { id, at, failed } of await node.signatures(account, stretch.from)) {
          if (!failed && at < stretch.to) wanted.add(id);
        }
      }
      if (wanted.size > TRANSACTIONS_MAX)
        throw httpError("bad_body", "the wallets have more transactions than can be read whole");
      const transactions = await node.transactions([...wanted].sort());
      const first = await node.blockBefore(stretch.from);
      const last = await node.blockBefore(stretch.to);
      return {
        transfers: transactions.flatMap(solTransfers),
        fromBlock: first.slot + 1,
        toBlock: last.slot,
        blockHash: last.hash,
      };
    },
    async kindsOf(addresses) {
      const found = await node.accounts(addresses);
      return new Map(
        addresses.flatMap((address, i): [string, AddressKind][] => {
          const kind = kindOfAccount(address, found[i] ?? null);
          return kind === null ? [] : [[address, kind]];
        }),
      );
    },
  };
}

/** SOL and tracked tokens of every labelled wallet. */
export async function solBalances(run: Run): Promise<Balance[]> {
  const node = openSolNode(run);
  const owners = LABELS.sol.map((label) => label.address);
  const accounts = await node.accounts(owners);
  const found: Balance[] = owners.map((address, i) => {
    return { token: NATIVE, address, units: accounts[i]?.lamports ?? 0n, decimals: NATIVE_DECIMALS };
  });
  for (const address of owners) {
    for (const { mint, units, decimals } of await node.tokenAccounts(address)) {
      const token = BY_MINT.get(mint);
      if (token !== undefined) found.push({ token, address, units, decimals });
    }
  }
  return found;
}
