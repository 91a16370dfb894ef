// The contracts that are scanned for risk, and which of them are due.
import type { ContractHolderRow } from "../../schema/dataset/chain/contract-holder.ts";
import type { ContractScanRow } from "../../schema/dataset/chain/contract-scan.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import { contractScanHead } from "../../schema/query/chain/contract-scan-head.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { CallRecord } from "../run/call.ts";
import type { Run } from "../run/run.ts";
import type { SourceRow } from "../source/source-base.ts";

export type Contract = { readonly token: string; readonly chain: string; readonly address: string };

/** One scan as read from a provider's answer, before it is known whose and when. */
export type Scan = Omit<
  ContractScanRow,
  "token" | "chain" | "address" | "at" | "raw_sha256" | "provider" | "retrieved_at"
>;

const FLAGS = {
  open_source: null,
  proxy: null,
  honeypot: null,
  cannot_buy: null,
  cannot_sell_all: null,
  mintable: null,
  owner_change_balance: null,
  hidden_owner: null,
  can_take_back_ownership: null,
  selfdestruct: null,
  transfer_pausable: null,
  blacklist_function: null,
  whitelist_function: null,
  trading_cooldown: null,
  tax_modifiable: null,
  per_address_tax: null,
  anti_whale: null,
  external_call: null,
  airdrop_scam: null,
  fake_token: null,
  trust_listed: null,
} as const;

/** What a provider says that does not know the contract: nothing. */
export const UNKNOWN_SCAN: Scan = {
  partial: 0,
  ...FLAGS,
  buy_tax_pct: null,
  sell_tax_pct: null,
  tax_unit_unknown: 0,
  owner_address: null,
  owner_pct: null,
  creator_pct: null,
  holders_count: null,
  lp_locked_pct: null,
  other_risks: null,
};

/** Runs come often so that a long list is spread over them and what failed is asked again soon; each scan is daily. */
export const SCAN_RUN_EVERY_S = 300;

/** One answer's holders, before it is known whose and when. */
export type Holders = Pick<
  ContractHolderRow,
  "holders_count" | "top10_pct" | "top10_excluded_pct" | "transfer_tax_pct" | "same_creator_honeypot"
>;
type HolderScan = Holders & Pick<ContractHolderRow, "owner_flags">;

/** What a provider said of one contract, when (epoch ms) and in which body. */
type Scanned = {
  readonly scan: Scan;
  readonly at: number;
  readonly sha256: string;
  /** The call, where it brought rows. */
  readonly record?: CallRecord;
  readonly holder?: HolderScan;
  /** Which contract the body is about where that is not the one that was asked for. */
  readonly other?: string;
};

export const scannedBy = (record: CallRecord, scan: Scan, beside: Pick<Scanned, "holder" | "other"> = {}): Scanned => ({
  scan,
  ...beside,
  at: record.responded_at,
  sha256: record.raw_sha256,
  record,
});

/** Every tracked contract on these chains. */
export const contractsOn = (chains: readonly string[]): Contract[] =>
  TRACKED.flatMap(({ id, contracts }) =>
    Object.entries(contracts).flatMap(([chain, address]) =>
      chains.includes(chain) ? [{ token: id, chain, address }] : [],
    ),
  );

/** "1" is true, "0" is false, anything else (absent, null, empty) is not known. */
export const flagOf = (value: unknown): 0 | 1 | null => {
  if (value === "1" || value === 1 || value === true) return 1;
  return value === "0" || value === 0 || value === false ? 0 : null;
};

/**
 * Scans what is due, the longest unscanned first, until the run must stop. `scan` asks the provider for one contract;
 * what it throws is that contract's failure.
 */
export async function scanDue(
  run: Run,
  contracts: readonly Contract[],
  scan: (contract: Contract) => Promise<Scanned>,
): Promise<void> {
  const now = run.deps.clock.now();
  const heads = await run.deps.store.query(contractScanHead, { provider: run.provider, asOf: now });
  const scannedAt = new Map(heads.map((head) => [`${head.chain}|${head.address}`, head.at]));
  const due = contracts
    .map((contract) => ({ contract, at: scannedAt.get(`${contract.chain}|${contract.address}`) ?? 0 }))
    .filter(({ at }) => now - at >= FRESHNESS.contract_risk.everyS * 1_000)
    .sort((a, b) => a.at - b.at);
  for (const [order, { contract }] of due.entries()) {
    if (run.halted()) return;
    try {
      const { scan: read, at, sha256, record, holder, other } = await scan(contract);
      const origin = { raw_sha256: sha256, provider: run.provider, retrieved_at: at };
      const row: SourceRow = { ...contract, at, ...read, ...origin, ...(other === undefined ? {} : { other }) };
      const kept = await run.take([row], { now: run.deps.clock.now(), order, record });
      if (holder === undefined || kept.length === 0) continue;
      await run.write("contract_holder", [{ ...contract, at, ...holder, provider: run.provider, retrieved_at: at }]);
    } catch (error) {
      run.fail(contract.token, error);
    }
  }
}
