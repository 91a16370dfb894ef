// The work of wallet-guard: what an address is, is known for and did, as its rules look at it.
import type { ContractStanding } from "../../ingest/address-risk.ts";
import { walletGuard as card } from "../../schema/agent/wallet-guard.ts";
import { DAY_MS } from "../../schema/duration.ts";
import type { Reason } from "../../schema/reason.ts";
import { isAssessed, UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { ADDRESS_FLAGS, type FlagGravity } from "../../schema/token/address-flag.ts";
import { derive, type Gap, gap, isGap, isStructural, type Measured } from "../measure/gap.ts";
import { roundRatio, roundUsd } from "../number/round.ts";
import { agentJob } from "./agent.ts";
import { readWallet, type WalletFacts, type WalletProfile } from "./read-wallet.ts";
import type { Reading } from "./reading.ts";

type Move = Exclude<WalletProfile["recent_large_moves"], Unassessed>[number];

const NOT_A_PROOF =
  "An address that nobody flagged may still be a thief's: new ones are flagged after the first theft.";

const UNTOLD = gap("insufficient_coverage", "The scanner did not tell all of its flags.");

/** Why a member of the profile has no value: of several reasons one that may pass. */
function gapAt({ unassessed }: WalletProfile, path: string): Gap | null {
  const gaps = unassessed.flatMap(({ path: at, reason, detail }): Gap[] =>
    at === path ? [gap(reason as Reason, detail)] : [],
  );
  return gaps.find((one) => !isStructural(one)) ?? gaps[0] ?? null;
}

const orWhy = <T>(profile: WalletProfile, path: string, value: T | Unassessed): Measured<T> =>
  isAssessed(value) ? value : (gapAt(profile, path) ?? gap("source_error"));

/** A word that the vendor's list of flags does not have is a doubt, and what a contract's code allows too. */
const gravityOf = (name: string): FlagGravity =>
  Object.hasOwn(ADDRESS_FLAGS, name) ? ADDRESS_FLAGS[name as keyof typeof ADDRESS_FLAGS] : "suspect";

const scanOf = ({ contract }: Pick<WalletFacts, "contract">): ContractStanding | null =>
  contract === null || isGap(contract) ? null : contract;

/** What the address is flagged for, and as a contract is known for, of the gravity. */
function namesOf(facts: Pick<WalletFacts, "contract" | "flags">, gravity: FlagGravity): readonly string[] {
  const raised = isGap(facts.flags) ? [] : facts.flags.raised;
  const scan = scanOf(facts);
  return [...new Set([...raised, ...(scan?.behaviours ?? []), ...(scan?.risks ?? [])])].filter(
    (name) => gravityOf(name) === gravity,
  );
}

/** How many flags of the gravity stand. What the scanner did not tell it may have meant, unless another stands already. */
function flagsOf(facts: WalletFacts, gravity: FlagGravity): Measured<number> {
  const { flags, contract } = facts;
  const scan = scanOf(facts);
  const isMaker = !isGap(flags) && (flags.maliciousContracts ?? 0) > 0;
  const isMore = gravity === "malicious" ? isMaker : scan?.isDoubted === true;
  const standing = namesOf(facts, gravity).length + (isMore ? 1 : 0);
  if (standing > 0) return standing;
  if (isGap(flags)) return flags;
  if (isGap(contract)) return contract;
  const isDoubtUntold = scan !== null && (scan.isDoubted === null || scan.untoldRisks.length > 0);
  const isUntold = gravity === "malicious" ? flags.maliciousContracts === null : isDoubtUntold;
  return scan?.behaviours === null || isUntold || flags.untold.some((id) => gravityOf(id) === gravity) ? UNTOLD : 0;
}

/** A number of the profile; `none` where the chain has no trace of the address. */
const ofProfile = <T>({ profile }: WalletFacts, none: T, read: (profile: WalletProfile) => Measured<T>): Measured<T> =>
  derive([profile], (known) => (known === null ? none : read(known)));

/** What it is counts whatever is intended: it decides that the chain was looked at. */
const tokenPaid = (facts: WalletFacts): Measured<number> =>
  ofProfile(facts, 0, (profile) =>
    derive([orWhy(profile, "/type", profile.type)], (type) => (type === "token" && facts.intent === "send" ? 1 : 0)),
  );

const NO_AGE = gap("insufficient_coverage", "The scanner does not say since when it is there.");
const NOT_SAID = gap("insufficient_coverage", "The scanner does not say so of this contract.");

/** What the scanner says of a contract; what its answer leaves out is lost. */
const toldOf = (
  contract: Measured<ContractStanding>,
  read: (standing: ContractStanding) => boolean | null,
): Measured<boolean> => derive([contract], (standing) => read(standing) ?? NOT_SAID);

/** Of an address that nobody labelled, and of a contract where the scanner says since when it is there. */
function ageOf(facts: WalletFacts): Measured<number> | null {
  const { profile, contract, asOf } = facts;
  const days = (since: number) => roundRatio(Math.max(0, asOf - since) / DAY_MS);
  if (isGap(profile)) return profile;
  if (profile === null) return 0;
  if (profile.label === "unlabelled") {
    return derive([orWhy(profile, "/first_seen_at", profile.first_seen_at)], (at) => days(Date.parse(at)));
  }
  if (profile.label !== "contract" || contract === null) return null;
  return derive([contract], ({ deployedAt }) => (deployedAt === null ? NO_AGE : days(deployedAt)));
}

function transactionsOf({ profile }: WalletFacts): Measured<number> | null {
  if (isGap(profile)) return profile;
  if (profile === null) return 0;
  return profile.label === "unlabelled" ? orWhy(profile, "/transaction_count", profile.transaction_count) : null;
}

/** One of two that could be asked and says what is grave is enough; the opposite is known where neither is silent. */
function graveOf(grave: boolean, seen: Measured<boolean>, said: Measured<boolean>): Measured<boolean> {
  if (seen === grave || said === grave) return grave;
  const lost = [seen, said].find((one) => isGap(one) && !isStructural(one));
  return lost ?? (isGap(seen) ? said : seen);
}

function publishedOf({ profile, contract }: WalletFacts): Measured<boolean> | null {
  if (isGap(profile)) return profile;
  if (profile === null || profile.contract === null || contract === null) return null;
  const seen = orWhy<boolean>(profile, "/contract/verified", profile.contract.verified);
  return graveOf(
    false,
    seen,
    toldOf(contract, ({ isOpenSource }) => isOpenSource),
  );
}

function replaceableOf({ profile, contract }: WalletFacts): Measured<boolean> | null {
  if (isGap(profile)) return profile;
  if (profile === null || profile.contract === null) return null;
  const seen = orWhy<boolean>(profile, "/contract/proxy", profile.contract.proxy);
  return graveOf(true, seen, contract === null ? seen : toldOf(contract, ({ isProxy }) => isProxy));
}

const movesOf = (profile: WalletProfile): readonly Move[] =>
  isAssessed(profile.recent_large_moves) ? profile.recent_large_moves : [];

const largestIn = (profile: WalletProfile): number =>
  Math.max(
    0,
    ...movesOf(profile).flatMap(({ direction, value_usd: usd }) =>
      direction === "in" && isAssessed(usd) ? [usd] : [],
    ),
  );

/** Null without an amount, and of an exchange's wallet, whose scale is its customers'. */
function inflowOf({ profile, amountUsd, movesFromUsd }: WalletFacts): Measured<number> | null {
  if (isGap(profile)) return amountUsd === null ? null : profile;
  if (profile?.label === "exchange") return null;
  if (profile === null) return amountUsd === null ? null : 0;
  const found = largestIn(profile);
  if (found >= movesFromUsd) return roundUsd(found);
  return gapAt(profile, "/recent_large_moves") ?? roundUsd(found);
}

const shareOf = (facts: WalletFacts): Measured<number> | null => {
  const inflow = inflowOf(facts);
  const { amountUsd } = facts;
  return inflow === null || amountUsd === null ? null : derive([inflow], (usd) => roundRatio((100 * usd) / amountUsd));
};

const counted = (value: Measured<boolean> | null): Measured<number> | null =>
  value === null ? null : derive([value], (is) => (is ? 1 : 0));

const negated = (value: Measured<boolean> | null): Measured<boolean> | null =>
  value === null ? null : derive([value], (is) => !is);

/** A spender has code; a chain without approvals has none. */
function spendsWithoutCode(facts: WalletFacts): Measured<boolean> | null {
  if (facts.intent !== "approve") return null;
  return ofProfile(facts, true, ({ contract }) => contract === null);
}

const LOST: Unassessed = UNASSESSED;
const shown = <T>(value: Measured<T>): T | Unassessed => (isGap(value) ? UNASSESSED : value);
const shownOrNull = <T>(value: Measured<T> | null): T | Unassessed | null => (value === null ? null : shown(value));

function counterpartiesOf(moves: readonly Move[]) {
  const all = new Map<
    string,
    { address: string; label: string | null; moves: number; in_usd: number; out_usd: number }
  >();
  for (const { counterparty, counterparty_label: label, direction, value_usd: usd } of moves) {
    if (counterparty === null || direction === "self") continue;
    const one = all.get(counterparty) ?? { address: counterparty, label, moves: 0, in_usd: 0, out_usd: 0 };
    const value = isAssessed(usd) ? usd : 0;
    all.set(counterparty, {
      ...one,
      moves: one.moves + 1,
      in_usd: roundUsd(one.in_usd + (direction === "in" ? value : 0)),
      out_usd: roundUsd(one.out_usd + (direction === "out" ? value : 0)),
    });
  }
  const worth = (one: { in_usd: number; out_usd: number }) => one.in_usd + one.out_usd;
  return [...all.values()].sort((a, b) => worth(b) - worth(a) || (a.address < b.address ? -1 : 1));
}

function flagDetails(facts: WalletFacts) {
  const { flags, spelling } = facts;
  if (spelling !== null) return null;
  if (isGap(flags)) return UNASSESSED;
  const of = (gravity: FlagGravity): string[] => [...namesOf(facts, gravity)];
  const made: number | Unassessed = flags.maliciousContracts ?? UNASSESSED;
  return {
    ...{ malicious: of("malicious"), suspect: of("suspect"), said_by: flags.saidBy },
    malicious_contracts_created: made,
  };
}

/** Unassessed where none is known and not all were told. */
const risksOf = ({ risks, untoldRisks }: ContractStanding): string[] | Unassessed =>
  risks.length > 0 || untoldRisks.length === 0 ? [...risks] : LOST;

function contractDetails({ contract, ...facts }: WalletFacts) {
  if (contract === null) return null;
  const [published, replaceable] = [publishedOf({ ...facts, contract }), replaceableOf({ ...facts, contract })];
  const scan = scanOf({ contract });
  const deployed = scan?.deployedAt ?? null;
  return {
    source_published: shownOrNull(published) ?? UNASSESSED,
    replaceable: shownOrNull(replaceable) ?? UNASSESSED,
    suspected: scan?.isDoubted ?? LOST,
    malicious_behaviour: scan?.behaviours?.slice() ?? LOST,
    risks: scan === null ? LOST : risksOf(scan),
    deployed_at: deployed === null ? UNASSESSED : toTime(deployed),
  };
}

/** What details take of the chain: null where it has no trace, unassessed where nobody answered. */
function chainDetails(facts: WalletFacts) {
  const { profile, spelling } = facts;
  const of = <T>(read: (profile: WalletProfile) => T | Unassessed): T | Unassessed | null =>
    spelling !== null ? null : isGap(profile) ? UNASSESSED : profile === null ? null : read(profile);
  const moves = of((one) => one.recent_large_moves);
  return {
    label: of((one) => one.label),
    type: of((one) => one.type),
    label_name: isGap(profile) || profile === null ? null : profile.label_name,
    seen: spelling !== null ? null : isGap(profile) ? (UNASSESSED as Unassessed) : profile !== null,
    block: of(({ block: { number, time } }) => ({ number, time })),
    first_seen_at: of((one) => one.first_seen_at),
    transaction_count: of((one) => one.transaction_count),
    transaction_count_of: isGap(profile) || profile === null ? null : profile.transaction_count_of,
    balance_total_usd: of((one) => one.balance_total_usd),
    recent_moves:
      moves === null || !isAssessed(moves)
        ? moves
        : moves.map(({ tx_hash: _tx, block: _block, amount: _amount, ...move }) => move),
    counterparties: moves === null || !isAssessed(moves) ? moves : counterpartiesOf(moves),
  };
}

export const walletGuard = agentJob<typeof card, WalletFacts>(card, {
  gather: (deps, input, run, signal) => readWallet(deps, input, run, signal),
  read: (facts) => {
    const { spelling, intent, isBurn, isTokenElsewhere, from, asOf } = facts;
    const of =
      (sources: readonly string[]) =>
      (value: Reading["value"]): Reading => ({ value, sources, asOf });
    const [own, node, scanner] = [of([]), of(from.node), of([...from.flags, ...from.contract])];
    const contract = of([...new Set([...from.node, ...from.contract])]);
    // What is no address of the chain has nothing else that could be looked at.
    const unless = (reading: Reading): Reading => (spelling === null ? reading : own(null));
    return {
      subjects: [
        {
          token: null,
          readings: {
            spelling_faults: own(spelling === null ? 0 : 1),
            wrong_chain: own(isTokenElsewhere === null ? null : isTokenElsewhere ? 1 : 0),
            malicious_flags: unless(scanner(flagsOf(facts, "malicious"))),
            suspect_flags: unless(scanner(flagsOf(facts, "suspect"))),
            burn_address: unless(own(intent === "send" ? (isBurn ? 1 : 0) : null)),
            token_payee: unless(node(tokenPaid(facts))),
            age_days: unless(contract(ageOf(facts))),
            transactions: unless(node(transactionsOf(facts))),
            unpublished_code: unless(contract(counted(negated(publishedOf(facts))))),
            replaceable_code: unless(contract(counted(replaceableOf(facts)))),
            spender_without_code: unless(node(counted(spendsWithoutCode(facts)))),
            inflow_share_pct: unless(node(shareOf(facts))),
          },
        },
      ],
      limits: {},
    };
  },
  tell: (facts) => ({
    token: facts.token,
    details: {
      ...{ chain: facts.chain, address: facts.address, intent: facts.intent },
      spelling: facts.spelling?.problem ?? null,
      ...chainDetails(facts),
      flags: flagDetails(facts),
      contract: contractDetails(facts),
      ...{ amount_usd: facts.amountUsd, moves_from_usd: facts.movesFromUsd },
      largest_inflow_usd: facts.spelling === null ? shownOrNull(inflowOf(facts)) : null,
    },
    caveats: facts.spelling === null ? [NOT_A_PROOF] : [],
    restsOn: [],
  }),
});
