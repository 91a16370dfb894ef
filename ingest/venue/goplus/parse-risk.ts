// Reads GoPlus's answers about EVM and Solana tokens: absent is unknown, taxes are fractions.
import { httpError } from "../../../schema/io/http.ts";
import { sanitiseText } from "../../../schema/sanitise.ts";
import { type Contract, flagOf, type Scan, UNKNOWN_SCAN } from "../../risk/contract.ts";
import { asNumber, asNumberOrNull, asRecord, asRecords, asText, recordIn } from "../../source/body.ts";
import { isSameAddress, toldOther } from "../../source/instrument.ts";

type Json = Readonly<Record<string, unknown>>;

const ZERO_ADDRESS = /^0x0{40}$/;

const percentOf = (value: unknown): number | null => {
  const fraction = asNumberOrNull(value);
  return fraction === null ? null : fraction * 100;
};

/** Empty where there is no owner (none, or ownership given up), null where it is not known. */
const ownerOf = (value: unknown): string | null => {
  if (typeof value !== "string") return null;
  return ZERO_ADDRESS.test(value) ? "" : sanitiseText(value, 128);
};

/**
 * Locked share of the liquidity; null where no holder of it is named, or one of them does not say whether its share is
 * locked: Solana's never say, and unknown is not unlocked. A holder that is no object is left out.
 */
const lockedOf = (value: unknown): number | null => {
  if (!Array.isArray(value)) return null;
  const shares = asRecords(value).map(({ is_locked, percent }) => ({ locked: flagOf(is_locked), percent }));
  if (shares.length === 0 || shares.some(({ locked }) => locked === null)) return null;
  return shares.reduce((sum, { locked, percent }) => sum + (locked === 1 ? asNumber(percent) * 100 : 0), 0);
};

const otherRisks = (row: Json): string | null => {
  const words = [asText(row.other_potential_risks), asText(row.note)].filter((text) => text !== "").join(" ");
  const clean = sanitiseText(words, 500);
  return clean === "" ? null : clean;
};

function evmScan(row: Json): Omit<Scan, "partial"> {
  const fake = row.fake_token;
  return {
    open_source: flagOf(row.is_open_source),
    proxy: flagOf(row.is_proxy),
    honeypot: flagOf(row.is_honeypot),
    cannot_buy: flagOf(row.cannot_buy),
    cannot_sell_all: flagOf(row.cannot_sell_all),
    mintable: flagOf(row.is_mintable),
    owner_change_balance: flagOf(row.owner_change_balance),
    hidden_owner: flagOf(row.hidden_owner),
    can_take_back_ownership: flagOf(row.can_take_back_ownership),
    selfdestruct: flagOf(row.selfdestruct),
    transfer_pausable: flagOf(row.transfer_pausable),
    blacklist_function: flagOf(row.is_blacklisted),
    whitelist_function: flagOf(row.is_whitelisted),
    trading_cooldown: flagOf(row.trading_cooldown),
    tax_modifiable: flagOf(row.slippage_modifiable),
    per_address_tax: flagOf(row.personal_slippage_modifiable),
    anti_whale: flagOf(row.is_anti_whale),
    external_call: flagOf(row.external_call),
    airdrop_scam: flagOf(row.is_airdrop_scam),
    // Some answers carry an object that names the real token beside the value.
    fake_token: flagOf(typeof fake === "object" && fake !== null ? asRecord(fake).value : fake),
    trust_listed: flagOf(row.trust_list) === 1 ? 1 : null,
    buy_tax_pct: percentOf(row.buy_tax),
    sell_tax_pct: percentOf(row.sell_tax),
    tax_unit_unknown: 0,
    owner_address: ownerOf(row.owner_address),
    owner_pct: percentOf(row.owner_percent),
    creator_pct: percentOf(row.creator_percent),
    holders_count: asNumberOrNull(row.holder_count),
    lp_locked_pct: lockedOf(row.lp_holders),
    other_risks: otherRisks(row),
  };
}

const statusOf = (value: unknown): 0 | 1 | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? flagOf(asRecord(value).status) : null;

/**
 * A transfer fee: none where the extension is not there. GoPlus documents the rate as a ratio (0.02 is 2 %); more than the
 * whole is no ratio, some have read basis points there, and then only its presence is known. A fee that is announced for
 * later and differs leaves the number open, too.
 */
function feeOf(value: unknown): Pick<Scan, "buy_tax_pct" | "sell_tax_pct" | "tax_unit_unknown"> {
  const unknown = { buy_tax_pct: null, sell_tax_pct: null, tax_unit_unknown: 0 };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return unknown;
  const fee = asRecord(value);
  const scheduled = Array.isArray(fee.scheduled_fee_rate) ? fee.scheduled_fee_rate : [];
  const rates = [fee.current_fee_rate, ...scheduled].flatMap(recordIn).map(({ fee_rate }) => asNumberOrNull(fee_rate));
  const [rate = 0, ...others] = rates;
  const isRatio = rate !== null && rate >= 0 && rate <= 1;
  if (!isRatio || others.some((other) => other !== rate)) return { ...unknown, tax_unit_unknown: 1 };
  return { ...unknown, buy_tax_pct: rate * 100, sell_tax_pct: rate * 100 };
}

function solanaScan(row: Json): Omit<Scan, "partial"> {
  const bound = flagOf(row.non_transferable ?? row.none_transferable);
  const frozen = row.default_account_state === "2" ? 1 : row.default_account_state === "1" ? 0 : null;
  const hooks = row.transfer_hook;
  return {
    ...UNKNOWN_SCAN,
    honeypot: bound === 1 ? 1 : null,
    cannot_sell_all: bound === 1 || frozen === 1 ? 1 : bound === 0 ? 0 : null,
    mintable: statusOf(row.mintable),
    owner_change_balance: statusOf(row.balance_mutable_authority),
    selfdestruct: statusOf(row.closable),
    blacklist_function: statusOf(row.freezable),
    tax_modifiable: statusOf(row.transfer_fee_upgradable),
    external_call: Array.isArray(hooks) ? (hooks.length > 0 ? 1 : 0) : null,
    trust_listed: flagOf(row.trusted_token) === 1 ? 1 : null,
    ...feeOf(row.transfer_fee),
    holders_count: asNumberOrNull(row.holder_count),
    lp_locked_pct: lockedOf(row.lp_holders),
    other_risks: otherRisks(row),
  };
}

/**
 * One contract's scan from an answer with HTTP status 200. Codes: 1 whole, 2 in part, 4029 over the limit (thrown as
 * rate_limited); other codes are thrown as http_error. A contract the answer does not name is unknown to GoPlus.
 */
export function parseGoplus(body: unknown, contract: Contract): Scan {
  const { code, result } = asRecord(body);
  const number = asNumber(code);
  if (number === 4029) throw httpError("rate_limited", "goplus answered 4029, over the limit");
  if (number !== 1 && number !== 2) throw httpError("http_error", `goplus answered with the code ${number}`);
  const partial = number === 2 ? 1 : 0;
  const rows = result === null || result === undefined ? {} : asRecord(result, "result");
  const own = rows[contract.address] ?? rows[contract.address.toLowerCase()];
  if (own === undefined || own === null) return { ...UNKNOWN_SCAN, partial };
  const row = asRecord(own);
  return { ...(contract.chain === "sol" ? solanaScan(row) : evmScan(row)), partial };
}

/** Which contract an answer is about where that is not the one asked for: it names each by the key of its row. */
export const goplusOther = (body: unknown, contract: Contract): { readonly other?: string } => {
  const { result } = asRecord(body);
  const named = Object.keys(result === null || result === undefined ? {} : asRecord(result, "result"));
  return named.some((address) => isSameAddress(address, contract.address)) ? {} : toldOther(named[0], () => false);
};
