// What GoPlus says beside the flags: who holds the token, what a transfer costs, and what its owner is blamed for.
import { httpError } from "../../schema/io/http.ts";
import { labelOf } from "../../schema/label/index.ts";
import { asNumber, asNumberOrNull, asRecord, asRecords, asText } from "../source/body.ts";
import { type Contract, flagOf, type Holders } from "./contract.ts";

type Json = Readonly<Record<string, unknown>>;

const UNKNOWN: Holders = {
  holders_count: null,
  top10_pct: null,
  top10_excluded_pct: null,
  transfer_tax_pct: null,
  same_creator_honeypot: null,
};
const LARGEST = 10;
const BURNED = /^0x0{40}$|^0x0{36}dead$|^1nc1nerator1{31,33}$|^1{32}$/i;
/** Names the provider gives to what is no holder of its own account. */
const NOT_A_HOLDER =
  /binance|coinbase|kraken|okx|bybit|kucoin|bitfinex|gate\.?io|huobi|htx|upbit|crypto\.com|exchange|bridge|portal|burn|null|dead|lock|vest/i;

const isExcluded = (chain: string, holder: Json): boolean => {
  const address = asText(holder.address) || asText(holder.account);
  return (
    flagOf(holder.is_locked) === 1 ||
    BURNED.test(address) ||
    labelOf(chain, address) !== undefined ||
    NOT_A_HOLDER.test(asText(holder.tag))
  );
};

/** Shares of the ten largest holders in percentage points; unknown where they are not listed. */
function sharesOf(chain: string, value: unknown): Pick<Holders, "top10_pct" | "top10_excluded_pct"> {
  if (!Array.isArray(value) || value.length === 0) return { top10_pct: null, top10_excluded_pct: null };
  const holders = asRecords(value.slice(0, LARGEST));
  const share = (some: readonly Json[]) => some.reduce((sum, one) => sum + asNumber(one.percent) * 100, 0);
  const excluded = holders.filter((holder) => isExcluded(chain, holder));
  return {
    top10_pct: share(holders.filter((holder) => !excluded.includes(holder))),
    top10_excluded_pct: share(excluded),
  };
}

function rowOf(body: unknown, { address }: Contract): Json | null {
  const { result } = asRecord(body);
  if (result === null || result === undefined) return null;
  const rows = asRecord(result, "result");
  const own = rows[address] ?? rows[address.toLowerCase()];
  return own === undefined || own === null ? null : asRecord(own);
}

/** Reads the same answer as the scan of flags. Throws bad_body. */
export function parseHolders(body: unknown, contract: Contract): Holders {
  const row = rowOf(body, contract);
  if (row === null) return UNKNOWN;
  const tax = asNumberOrNull(row.transfer_tax);
  return {
    holders_count: asNumberOrNull(row.holder_count),
    ...sharesOf(contract.chain, row.holders),
    transfer_tax_pct: tax === null ? null : tax * 100,
    same_creator_honeypot: flagOf(row.honeypot_with_same_creator),
  };
}

const ZERO = /^0x0{40}$/;

/** Who answers for the contract: its owner, or its creator where it has none; null where neither is named. */
export function ownerOf(body: unknown, contract: Contract): string | null {
  const row = rowOf(body, contract);
  const named = [row?.owner_address, row?.creator_address].map(asText);
  return named.find((address) => /^0x[0-9a-f]{40}$/i.test(address) && !ZERO.test(address)) ?? null;
}

const BLAMES = [
  "cybercrime",
  "money_laundering",
  "financial_crime",
  "darkweb_transactions",
  "phishing_activities",
  "stealing_attack",
  "blackmail_activities",
  "sanctioned",
  "mixer",
  "fake_kyc",
  "malicious_mining_activities",
  "honeypot_related_address",
  "blacklist_doubt",
  "fake_token",
] as const;

/** What an address is blamed for, joined by commas; empty where the provider knows nothing against it. Throws HttpError. */
export function parseAddressSecurity(body: unknown): string {
  const { code, result } = asRecord(body);
  const number = asNumber(code);
  if (number === 4029) throw httpError("rate_limited", "goplus answered 4029, over the limit");
  if (number !== 1) throw httpError("http_error", `goplus answered with the code ${number}`);
  const row = asRecord(result, "result");
  return BLAMES.filter((name) => flagOf(row[name]) === 1).join(",");
}
