// What the scans of one contract say together: a second opinion fills gaps, and a disagreement is no value.
import type { ContractLatestRow } from "../../schema/query/chain/contract-latest.ts";
import { plainProvider } from "../../schema/source/provider.ts";
import {
  CONTRACT_FLAG_IDS,
  CONTRACT_FLAGS,
  type ContractFlag,
  NEVER_TRUSTED,
  RISK_LEVELS,
  type RiskLevel,
  TAX_LEVELS,
} from "../../schema/token/contract-flag.ts";
import type { TokenRows } from "../fact/token-facts.ts";
import { roundPct } from "../number/round.ts";
import { callsOf, isFresh, newest, whyMissing } from "./cause.ts";
import { type Gap, gap, isGap, type Measured } from "./gap.ts";

export type ContractMeasure = {
  readonly chain: string;
  readonly address: string;
  /** The scans it rests on; none where nobody scanned it. */
  readonly scans: readonly ContractLatestRow[];
  readonly flags: { readonly [Flag in ContractFlag]: Measured<boolean> };
  readonly buyTax: Measured<number>;
  readonly sellTax: Measured<number>;
  /** Null: there is no owner. */
  readonly owner: Measured<string | null>;
  readonly ownerPct: Measured<number>;
  readonly creatorPct: Measured<number>;
  readonly holders: Measured<number>;
  readonly lockedPct: Measured<number>;
  readonly trustListed: Measured<boolean>;
  readonly otherRisks: Measured<string | null>;
  readonly level: Measured<RiskLevel>;
};

const TAX_TOLERANCE_PCT = 1;
/** What never hides behind a proxy or a closed source. */
const OPEN_ANYWAY: readonly ContractFlag[] = ["open_source", "proxy", "airdrop_scam", "fake_token"];
const CHAINS_SCANNED = ["eth", "bsc", "sol"];

const silent = gap("no_source", "The provider does not say.");
const closed = gap("source_unverified", "The source is not published.");
const hidden = gap("proxy", "The contract behind the proxy was not read.");
const disagree = gap("disagreement", "Two providers contradict each other.");

const isDisagreement = (value: unknown): boolean => isGap(value) && value.gap === "disagreement";

/** Both scans of a contract as far as they are fresh, and why the first one is missing where it is. */
type Pair = {
  readonly first: ContractLatestRow | undefined;
  readonly second: ContractLatestRow | undefined;
  readonly why: Gap;
};

function pairOf(rows: Pick<TokenRows, "contracts" | "calls">, chain: string, address: string, asOf: number): Pair {
  const mine = rows.contracts.filter((row) => row.chain === chain && row.address === address);
  const fresh = mine.filter((row) => isFresh("contract_risk", row.read_at, asOf));
  const by = (provider: string) => fresh.find((row) => plainProvider(row.provider) === provider);
  const calls = callsOf(rows.calls, "contract_risk").filter((call) => plainProvider(call.provider) === "goplus");
  const readAt = newest(mine.filter((row) => plainProvider(row.provider) === "goplus").map((row) => row.read_at));
  const why = CHAINS_SCANNED.includes(chain)
    ? whyMissing(calls, "contract_risk", readAt)
    : gap("no_source", "No provider scans this chain.");
  return { first: by("goplus"), second: by("honeypot"), why };
}

const truth = (value: number | null | undefined): boolean | null =>
  value === null || value === undefined ? null : value === 1;

function measureFlags({ first, second, why }: Pair): ContractMeasure["flags"] {
  const agreed = (flag: ContractFlag): boolean | Gap | null => {
    const [one, other] = [truth(first?.[flag]), truth(second?.[flag])];
    if (one !== null && other !== null && one !== other) return disagree;
    return one ?? other;
  };
  const isClosed = truth(first?.open_source) === false || agreed("open_source") === false;
  const isProxy = agreed("proxy") === true;
  const measure = (flag: ContractFlag): Measured<boolean> => {
    if (isClosed && CONTRACT_FLAGS[flag].fromSource) return closed;
    const value = agreed(flag);
    if (value !== null) return value;
    if (!first) return why;
    if (OPEN_ANYWAY.includes(flag)) return silent;
    return isClosed ? closed : isProxy ? hidden : silent;
  };
  return Object.fromEntries(CONTRACT_FLAG_IDS.map((flag) => [flag, measure(flag)])) as ContractMeasure["flags"];
}

function measureTax({ first, second, why }: Pair, tax: "buy_tax_pct" | "sell_tax_pct"): Measured<number> {
  const [one, other] = [first?.[tax] ?? null, second?.[tax] ?? null];
  if (one !== null && other !== null && Math.abs(one - other) > TAX_TOLERANCE_PCT) return disagree;
  const value = one ?? other;
  if (value !== null) return roundPct(value);
  if (!first) return why;
  if (first.tax_unit_unknown === 1) return gap("unit_unknown", "The provider names a tax without its unit.");
  return gap("no_source", "The provider names no tax; it may not trade on a venue that it knows.");
}

type Judged = {
  readonly is: (flag: ContractFlag) => boolean;
  readonly isSourceClosed: boolean;
  readonly sellTax: number;
  readonly buyTax: number;
  readonly isTrusted: boolean;
};

/** The level of contract 4.3; what is not known counts as not there. */
function levelOf({ is, isSourceClosed, sellTax, buyTax, isTrusted }: Judged): RiskLevel {
  const severities = CONTRACT_FLAG_IDS.map((flag): number => (is(flag) ? CONTRACT_FLAGS[flag].severity : 0));
  if (isSourceClosed) severities.push(2);
  if (Math.max(sellTax, buyTax) >= TAX_LEVELS.anyMedium) severities.push(1);
  if (sellTax >= TAX_LEVELS.sellHigh) severities.push(2);
  if (sellTax >= TAX_LEVELS.sellCritical) severities.push(3);
  const worst = Math.max(...severities);
  const capped = isTrusted && !NEVER_TRUSTED.some(is) ? Math.min(worst, 1) : worst;
  return RISK_LEVELS[capped] ?? "critical";
}

/** A danger that is known is one, whatever else is not. */
export const isAtLeastHigh = (level: RiskLevel): boolean => level === "high" || level === "critical";

type Values = Pick<ContractMeasure, "flags" | "buyTax" | "sellTax" | "trustListed">;

/** The level, unless what decides it is not known or in dispute. A known danger is never hidden by a dispute. */
function measureLevel({ flags, buyTax, sellTax, trustListed }: Values, { first, second }: Pair): Measured<RiskLevel> {
  if (isGap(flags.honeypot) && isGap(sellTax) && isGap(flags.open_source)) return flags.honeypot;
  const judge = (worst: boolean): RiskLevel => {
    const is = (flag: ContractFlag) => (isDisagreement(flags[flag]) ? worst : flags[flag] === true);
    const taxOf = (value: Measured<number>, tax: "buy_tax_pct" | "sell_tax_pct") => {
      if (!isGap(value)) return value;
      return worst && isDisagreement(value) ? Math.max(first?.[tax] ?? 0, second?.[tax] ?? 0) : 0;
    };
    return levelOf({
      is: (flag) => flag !== "open_source" && is(flag),
      isSourceClosed: isDisagreement(flags.open_source) ? worst : flags.open_source === false,
      sellTax: taxOf(sellTax, "sell_tax_pct"),
      buyTax: taxOf(buyTax, "buy_tax_pct"),
      isTrusted: trustListed === true,
    });
  };
  const known = judge(false);
  return known === judge(true) || isAtLeastHigh(known) ? known : disagree;
}

/** Measures one contract at `asOf` (epoch milliseconds); taxes and shares in percentage points, rounded. */
export function measureContract(
  rows: Pick<TokenRows, "contracts" | "calls">,
  { chain, address }: { readonly chain: string; readonly address: string },
  asOf: number,
): ContractMeasure {
  const pair = pairOf(rows, chain, address, asOf);
  const { first, second, why } = pair;
  const flags = measureFlags(pair);
  const behind = flags.proxy === true ? hidden : flags.open_source === false ? closed : silent;
  const told = (value: number | null | undefined): Measured<number> =>
    value === null || value === undefined ? (first ? silent : why) : roundPct(value);
  const holders = first?.holders_count ?? second?.holders_count ?? null;
  const owner = first?.owner_address;
  const values = {
    flags,
    buyTax: measureTax(pair, "buy_tax_pct"),
    sellTax: measureTax(pair, "sell_tax_pct"),
    // The provider only ever says that a token is on its list.
    trustListed: first ? (first.trust_listed === 1 ? true : silent) : why,
  };
  return {
    chain,
    address,
    scans: [first, second].filter((scan) => scan !== undefined),
    ...values,
    owner: first ? (owner === "" ? null : (owner ?? behind)) : why,
    ownerPct: told(first?.owner_pct),
    creatorPct: told(first?.creator_pct),
    holders: holders ?? (first ? silent : why),
    lockedPct: told(first?.lp_locked_pct),
    otherRisks: first ? first.other_risks : why,
    level: measureLevel(values, pair),
  };
}

/**
 * The level of a token is that of its worst contract. Where a contract has none, only a danger that is known
 * elsewhere is told: the unknown one may be worse.
 */
export function measureRisk(contracts: readonly ContractMeasure[]): Measured<RiskLevel> {
  if (contracts.length === 0) return gap("no_source", "No contract of it is known.");
  const levels = contracts.flatMap(({ level }) => (isGap(level) ? [] : [RISK_LEVELS.indexOf(level)]));
  const worst = RISK_LEVELS[Math.max(-1, ...levels)];
  const missing = contracts.map(({ level }) => level).find(isGap);
  return worst !== undefined && (!missing || isAtLeastHigh(worst)) ? worst : (missing ?? silent);
}
