// What a scanner knows of one address, for whoever waits for it: what it is flagged for, and of a contract whether its
// source is published, since when it is there, and whether its code can be replaced.
import { providerName } from "../schema/env.ts";
import { httpError, isHttpError } from "../schema/io/http.ts";
import { sanitiseText } from "../schema/sanitise.ts";
import {
  ADDRESS_FLAG_IDS,
  type AddressFlag,
  ALWAYS_TOLD,
  MALICIOUS_CONTRACTS,
  SPENDER_RISKS,
  type SpenderRisk,
} from "../schema/token/address-flag.ts";
import type { ChainId } from "../schema/token/chain.ts";
import { notRead, type ReadOrGap } from "./chain/reading.ts";
import { callJson } from "./client/http-json.ts";
import type { IngestDeps } from "./deps.ts";
import { flagOf } from "./risk/contract.ts";
import { type CallRecord, openCallLog } from "./run/call.ts";
import { connectionsOf } from "./run/connection.ts";
import { asNumber, asNumberOrNull, asRecord, asText } from "./source/body.ts";
import { VENUES } from "./source/venue.ts";

const ORIGIN = "https://api.gopluslabs.io";
/** Chains whose addresses it knows without a key. */
const CHAIN_IDS: Readonly<Partial<Record<ChainId, string>>> = { eth: "1", bsc: "56" };
const SOURCE_MAX = 120;
const BEHAVIOURS_MAX = 32;
const BEHAVIOUR_MAX = 64;

export type AddressFlags = {
  readonly raised: readonly AddressFlag[];
  /** Documented, and not told this time. */
  readonly untold: readonly AddressFlag[];
  /** Null where it was not told. */
  readonly maliciousContracts: number | null;
  /** Who says so, of strangers. */
  readonly saidBy: string | null;
};

export type ContractStanding = {
  readonly isOpenSource: boolean | null;
  readonly isProxy: boolean | null;
  /** Epoch milliseconds. */
  readonly deployedAt: number | null;
  /** Suspected of malice. */
  readonly isDoubted: boolean | null;
  /** Words for what it did, as the flags of addresses are called; null where the answer has no list of them. */
  readonly behaviours: readonly string[] | null;
  readonly risks: readonly SpenderRisk[];
  /** Risks of which the answer says nothing, or that the vendor does not know. */
  readonly untoldRisks: readonly SpenderRisk[];
};

type AddressRisk = {
  readonly provider: string;
  /** Never throws but for a fault of our own. */
  flags(): Promise<ReadOrGap<AddressFlags>>;
  contract(): Promise<ReadOrGap<ContractStanding>>;
  /** Records of the calls so far; they are the caller's to keep. */
  calls(): CallRecord[];
};

const rowOf = (body: unknown) => {
  const { code, result } = asRecord(body);
  const number = asNumber(code);
  if (number === 4029) throw httpError("rate_limited", "goplus answered 4029, over the limit");
  if (number !== 1) throw httpError("http_error", `goplus answered with the code ${number}`);
  return asRecord(result, "result");
};

/** Throws HttpError. An answer without any of what it always tells is none. */
export function parseAddressFlags(body: unknown): AddressFlags {
  const row = rowOf(body);
  const made = asNumberOrNull(row[MALICIOUS_CONTRACTS]);
  const untold = ADDRESS_FLAG_IDS.filter((id) => flagOf(row[id]) === null);
  if (ALWAYS_TOLD.every((id) => untold.includes(id))) throw httpError("bad_body", "goplus told no flag of the address");
  return {
    raised: ADDRESS_FLAG_IDS.filter((id) => flagOf(row[id]) === 1),
    untold,
    maliciousContracts: made !== null && made >= 0 ? made : null,
    saidBy: sanitiseText(asText(row.data_source), SOURCE_MAX) || null,
  };
}

const truthOf = (value: unknown): boolean | null => {
  const flag = flagOf(value);
  return flag === null ? null : flag === 1;
};

const wordsOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value)
    ? value.slice(0, BEHAVIOURS_MAX).map((one) => sanitiseText(asText(one), BEHAVIOUR_MAX) || "unnamed")
    : null;

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value === null || typeof value !== "object" || Array.isArray(value) ? {} : asRecord(value);

/** The word on the approval is an object of a value and why. */
function riskOf(row: Readonly<Record<string, unknown>>, id: SpenderRisk): 0 | 1 | null {
  if (id !== "risky_approval") return flagOf(membersOf(row.contract_scan)[id]);
  return flagOf(membersOf(row[id]).value ?? row[id]);
}

/** Throws HttpError. */
export function parseContractStanding(body: unknown): ContractStanding {
  const row = rowOf(body);
  const deployed = asNumberOrNull(row.deployed_time);
  return {
    isOpenSource: truthOf(row.is_open_source),
    isProxy: truthOf(row.is_proxy),
    deployedAt: deployed === null || deployed <= 0 ? null : deployed * 1_000,
    isDoubted: truthOf(row.doubt_list),
    behaviours: wordsOf(row.malicious_behavior),
    risks: SPENDER_RISKS.filter((id) => riskOf(row, id) === 1),
    untoldRisks: SPENDER_RISKS.filter((id) => riskOf(row, id) === null),
  };
}

type Question = { readonly chain: ChainId; readonly address: string; readonly signal: AbortSignal };

/** Opens the look; nobody is asked before its first call. */
export function openAddressRisk(deps: IngestDeps, { chain, address, signal }: Question): AddressRisk {
  const chainId = CHAIN_IDS[chain];
  const connections = connectionsOf(deps);
  const log = openCallLog(connections.random);
  const provider = providerName(deps.env, "goplus");
  const none = notRead("no_source", "No scanner that asks for no key knows addresses of this chain.");

  async function ask<T>(endpoint: string, path: string, parse: (body: unknown) => T): Promise<ReadOrGap<T>> {
    if (chainId === undefined) return none;
    const url = `${connections.origin("goplus") ?? ORIGIN}${path}`;
    const context = { about: { source: "address-risk", provider }, log, signal };
    try {
      const { body, record } = await callJson(connections, { venue: "goplus", endpoint, url }, context);
      try {
        const value = parse(body);
        record.rows = 1;
        return { value };
      } catch (error) {
        if (isHttpError(error)) record.outcome = error.kind;
        // The limit comes with status 200, so the client did not see it.
        if (isHttpError(error) && error.kind === "rate_limited") {
          await connections.pace.pause("goplus", VENUES.goplus.pauseMs);
        }
        throw error;
      }
    } catch (error) {
      if (!isHttpError(error) && !signal.aborted) throw error;
      const isLimited = isHttpError(error) && error.kind === "rate_limited";
      return isLimited
        ? notRead("source_rate_limited", "The scanner of addresses lets nobody more through just now.")
        : notRead("source_error", "The scanner of addresses did not answer.");
    }
  }

  const plain = address.toLowerCase();
  return {
    provider,
    flags: () => ask("address_security", `/api/v1/address_security/${plain}?chain_id=${chainId}`, parseAddressFlags),
    contract: () =>
      ask(
        "approval_security",
        `/api/v1/approval_security/${chainId}?contract_addresses=${plain}`,
        parseContractStanding,
      ),
    calls: () => log.take(),
  };
}
