// Cardano: what transactions changed for labelled addresses, in ADA and in tracked assets; change nets out.
import { decimalText } from "../../../schema/decimal.ts";
import type { Env } from "../../../schema/env.ts";
import { httpError } from "../../../schema/io/http.ts";
import { LABELS } from "../../../schema/label/index.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Connections } from "../../run/connection.ts";
import type { Run } from "../../run/run.ts";
import type { Window } from "../../source/source-base.ts";
import type { Chain } from "../chain.ts";
import { pairMoves } from "../pair.ts";
import type { Balance } from "../reserve.ts";
import { type AddressKind, type Transfer, WINDOW_MS } from "../transfer.ts";
import { type AdaBlock, type AdaTransaction, type Koios, openKoios, PUBLIC_URL } from "./koios.ts";

const NATIVE = "cardano";
const NATIVE_DECIMALS = 6;
/** Blocks behind the tip that count as settled. */
const CONFIRMATIONS = 6;
const CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

type Asset = { readonly token: string; readonly decimals: number };

/** By policy id and name; the ledger itself knows no decimals, the registry the token list is from does. */
const BY_ASSET: ReadonlyMap<string, Asset> = new Map(
  TRACKED.flatMap(({ id, contracts: { ada }, decimals: { ada: decimals } }) =>
    ada === undefined || decimals === undefined ? [] : [[ada, { token: id, decimals }] as const],
  ),
);
export const ADA_TOKENS: readonly string[] = [NATIVE, ...[...BY_ASSET.values()].map(({ token }) => token)];

/** The coin of an asset, null being the chain's own; undefined where it is not tracked. */
export const adaCoinOf = (asset: string | null): Asset | undefined =>
  asset === null ? { token: NATIVE, decimals: NATIVE_DECIMALS } : BY_ASSET.get(asset);

/** Where the chain's server is; it ends before `/tip`. */
export const adaServerUrl = (connections: Connections, env: Env): string =>
  (connections.origin("ada") ?? env.ADA_KOIOS_URL ?? PUBLIC_URL).replace(/\/$/, "");

/** A server for one run. */
export function openKoiosServer(run: Run): Koios {
  const base = adaServerUrl(run.connections, run.deps.env);
  return openKoios(run.connections, base, run.context);
}

/** Payments of a transaction with an exchange at one end. */
export function adaTransfers(tx: AdaTransaction): Transfer[] {
  const coins = [[null, tx.lovelace] as const, ...tx.assets];
  return coins.flatMap(([asset, deltas]) => {
    const coin = adaCoinOf(asset);
    if (!coin) return [];
    return pairMoves("ada", deltas, tx.at).map(({ units, ...ends }, index) => {
      const amount = decimalText(units, coin.decimals);
      return {
        token: coin.token,
        block: tx.block,
        at: tx.at,
        tx: tx.id,
        index,
        ...ends,
        native: Number(amount),
        amount,
      };
    });
  });
}

/** The first four bits of an address say whether a key or a script may spend; addresses of the Byron era belong to keys. */
export function kindOfAdaAddress(address: string): AddressKind | null {
  if (/^(Ae2|Ddz)[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return "wallet";
  const [, first = ""] = /^addr1([02-9ac-hj-np-z])[02-9ac-hj-np-z]{50,}$/.exec(address) ?? [];
  const type = first === "" ? -1 : CHARSET.indexOf(first) >> 1;
  return type < 0 || type > 7 ? null : type % 2 === 1 ? "contract" : "wallet";
}

/** The chain as one run sees it. */
export function openAda(run: Run): Chain {
  const koios = openKoiosServer(run);
  const addresses = LABELS.ada.map((label) => label.address);
  // The public server counts calls by the day: what one call told of the last hour is not asked for block by block.
  let recent: Promise<readonly AdaBlock[]> | null = null;
  const blocks = (): Promise<readonly AdaBlock[]> => {
    recent ??= koios.recent();
    return recent;
  };
  const settled = async (): Promise<AdaBlock> => {
    const block = (await blocks())[CONFIRMATIONS];
    if (!block) throw httpError("bad_body", "too few blocks");
    return block;
  };
  const blockBefore = async (timeMs: number): Promise<AdaBlock> => {
    const known = await blocks();
    const block = known.find(({ at }) => at < timeMs);
    // Times of blocks ascend with their heights.
    return block ?? (await koios.blockBefore(timeMs));
  };
  return {
    id: "ada",
    tokens: ADA_TOKENS,
    // A stretch is read whole or lost: it must take fewer calls than the day's budget gives back between two looks.
    stretchMs: 4 * WINDOW_MS,
    readableUntil: async () => (await settled()).at,
    hashOf: async (height) =>
      ((await blocks()).find((block) => block.height === height) ?? (await koios.blockAt(height))).hash,
    async read(stretch: Window) {
      const before = await blockBefore(stretch.from);
      const last = await blockBefore(stretch.to);
      const range = { from: before.height + 1, to: last.height };
      const transactions = await koios.transactions(await koios.transactionsOf(addresses, range));
      return {
        transfers: transactions.flatMap(adaTransfers),
        fromBlock: range.from,
        toBlock: range.to,
        blockHash: last.hash,
      };
    },
    kindsOf: async (unknown) =>
      new Map(
        unknown.flatMap((address): [string, AddressKind][] => {
          const kind = kindOfAdaAddress(address);
          return kind === null ? [] : [[address, kind]];
        }),
      ),
  };
}

/** ADA and tracked assets of every labelled address. */
export async function adaBalances(run: Run): Promise<Balance[]> {
  const held = await openKoiosServer(run).balances(LABELS.ada.map((label) => label.address));
  return held.flatMap(({ address, asset, units }) => {
    const coin = adaCoinOf(asset);
    return coin ? [{ token: coin.token, address, units, decimals: coin.decimals }] : [];
  });
}
