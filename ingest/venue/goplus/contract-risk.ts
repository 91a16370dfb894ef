// Contract risk of every tracked contract on Ethereum, BNB Chain and Solana from GoPlus, one address a call.
import { isHttpError } from "../../../schema/io/http.ts";
import { callJson } from "../../client/http-json.ts";
import { type Contract, contractsOn, SCAN_RUN_EVERY_S, scanDue, scannedBy } from "../../risk/contract.ts";
import { ownerOf, parseAddressSecurity, parseHolders } from "../../risk/holder.ts";
import type { CallRecord } from "../../run/call.ts";
import type { Run } from "../../run/run.ts";
import { ownSource } from "../../source/define-source.ts";
import { VENUES } from "../../source/venue.ts";
import { goplusOther, parseGoplus } from "./parse-risk.ts";

const ORIGIN = "https://api.gopluslabs.io";
/** Paths by chain; without a token only the first address of a batch is answered. */
const PATHS: Readonly<Record<string, string>> = {
  eth: "/api/v1/token_security/1",
  bsc: "/api/v1/token_security/56",
  sol: "/api/v1/solana/token_security",
};
const CONTRACTS = contractsOn(Object.keys(PATHS));

const CHAIN_IDS: Readonly<Record<string, string>> = { eth: "1", bsc: "56" };

/** The limit comes with status 200, so the client did not see it. */
async function noted(run: Run, record: CallRecord, error: unknown): Promise<void> {
  if (isHttpError(error)) record.outcome = error.kind;
  if (isHttpError(error) && error.kind === "rate_limited") {
    await run.connections.pace.pause("goplus", VENUES.goplus.pauseMs);
  }
}

/** What whoever answers for the contract is blamed for; null where nobody is named or it was not answered. */
async function blameOf(run: Run, contract: Contract, body: unknown): Promise<string | null> {
  const chainId = CHAIN_IDS[contract.chain];
  const owner = chainId === undefined ? null : ownerOf(body, contract);
  if (chainId === undefined || owner === null || run.halted()) return null;
  const origin = run.connections.origin("goplus") ?? ORIGIN;
  const url = `${origin}/api/v1/address_security/${owner}?chain_id=${chainId}`;
  try {
    const ask = { venue: "goplus", endpoint: "address_security", url, token: contract.token } as const;
    const { body: said, record } = await callJson(run.connections, ask, run.context);
    try {
      return parseAddressSecurity(said);
    } catch (error) {
      await noted(run, record, error);
      throw error;
    }
  } catch (error) {
    // The scan itself stands.
    run.fail(contract.token, error);
    return null;
  }
}

async function pull(run: Run, only?: readonly string[]): Promise<void> {
  const origin = run.connections.origin("goplus") ?? ORIGIN;
  const contracts = CONTRACTS.filter(({ token }) => only?.includes(token) ?? true);
  await scanDue(run, contracts, async (contract) => {
    const path = PATHS[contract.chain] ?? "";
    const ask = {
      venue: "goplus",
      endpoint: contract.chain === "sol" ? "solana/token_security" : "token_security",
      url: `${origin}${path}?${new URLSearchParams({ contract_addresses: contract.address })}`,
      token: contract.token,
    } as const;
    const { body, record } = await callJson(run.connections, ask, run.context);
    try {
      const scan = parseGoplus(body, contract);
      const holders = parseHolders(body, contract);
      const other = goplusOther(body, contract);
      const holder = { ...holders, owner_flags: await blameOf(run, contract, body) };
      return scannedBy(record, scan, { holder, ...other });
    } catch (error) {
      await noted(run, record, error);
      throw error;
    }
  });
}

export const goplusContractRisk = ownSource({
  id: "goplus-contract-risk",
  provider: "goplus",
  everyS: SCAN_RUN_EVERY_S,
  tokens: [...new Set(CONTRACTS.map(({ token }) => token))],
  pull,
});
