// What a Koios server tells of one address, or of all that a stake address controls.
import { httpError } from "../../../schema/io/http.ts";
import type { CallContext } from "../../client/client.ts";
import type { Connections } from "../../run/connection.ts";
import { asNumber, asRecord, asText, isTime } from "../../source/body.ts";
import { isSameAddress, refuseOther } from "../../source/instrument.ts";
import { assetOf, type Held, openKoiosCalls, units } from "./koios.ts";

/** More than the registry takes: an amount of so many digits would be one of noughts. */
const DECIMALS_MAX = 255;

/** Decimals as the registry of assets says; null where it says none. */
export type HeldAsset = Omit<Held, "address"> & { readonly decimals: number | null };

/** A transaction of an address, before it is read. `at` in epoch ms. */
export type TransactionOf = { readonly id: string; readonly block: number; readonly at: number };

type KoiosAddress = {
  /** The newest block, in one call. */
  newest(): Promise<{ readonly number: number; readonly hash: string; readonly at: number }>;
  /** What one address holds, or all of a stake address; lovelace first, 0 where it was never used. */
  held(address: string, isStake: boolean): Promise<HeldAsset[]>;
  /** The newest transactions of an address, or of all of a stake address, newest first; at most a page. */
  transactionList(address: string, isStake: boolean, limit: number): Promise<TransactionOf[]>;
};

/** Opens a client for one run; `base` ends before `/tip`. */
export function openKoiosAddress(connections: Connections, base: string, context: CallContext): KoiosAddress {
  const { call, all, oneBlock } = openKoiosCalls(connections, base, context);
  const newest = async () => {
    const { height: number, hash, at } = await oneBlock("order=block_height.desc");
    return { number, hash, at };
  };
  const held = async (address: string, isStake: boolean): Promise<HeldAsset[]> => {
    const [kind, post] = isStake
      ? (["account", { _stake_addresses: [address] }] as const)
      : (["address", { _addresses: [address] }] as const);
    const named = isStake ? "stake_address" : "address";
    const [infos, assets] = await Promise.all([
      call(`${kind}_info`, "", post),
      all(`${kind}_assets`, "policy_id.asc,asset_name.asc", post),
    ]);
    const isAsked = (told: string) => isSameAddress(told, address);
    const rows = [...infos, ...assets].map((row) => asRecord(row, "address"));
    for (const row of rows) refuseOther("address", row[named], isAsked);
    const [info] = infos.map((row) => asRecord(row));
    const balance = info === undefined ? 0n : units(isStake ? info.total_balance : info.balance, "a balance");
    return [
      { asset: null, units: balance, decimals: null },
      ...assets
        .map((one) => asRecord(one))
        .map((row) => {
          const decimals = asNumber(row.decimals);
          return {
            asset: assetOf(row),
            units: units(row.quantity, "a quantity"),
            // 0 is what the server says of an asset that no registry knows, too.
            decimals: Number.isInteger(decimals) && decimals > 0 && decimals <= DECIMALS_MAX ? decimals : null,
          };
        }),
    ];
  };
  const transactionList = async (address: string, isStake: boolean, limit: number): Promise<TransactionOf[]> => {
    const order = `order=block_height.desc,tx_hash.desc&limit=${limit}&offset=0`;
    const rows = isStake
      ? await call("account_txs", `?_stake_address=${address}&${order}`)
      : await call("address_txs", `?${order}`, { _addresses: [address], _after_block_height: 0 });
    return rows.map((one) => {
      const row = asRecord(one, "transaction");
      const found = {
        id: asText(row.tx_hash),
        block: asNumber(row.block_height),
        at: asNumber(row.block_time) * 1_000,
      };
      if (!/^[0-9a-f]{64}$/.test(found.id) || !Number.isInteger(found.block) || !isTime(found.at))
        throw httpError("bad_body", "a transaction without its block");
      return found;
    });
  };
  return { newest, held, transactionList };
}
