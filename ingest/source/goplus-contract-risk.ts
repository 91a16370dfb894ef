// Contract risk of every tracked contract on Ethereum, BNB Chain and Solana from GoPlus, one address a call.
import { isHttpError } from "../../schema/io/http.ts";
import { callJson } from "../client/http-json.ts";
import type { OwnSource } from "../define-source.ts";
import { contractsOn, SCAN_RUN_EVERY_S, scanDue, scannedBy } from "../risk/contract.ts";
import { parseGoplus } from "../risk/goplus.ts";
import type { Run } from "../run.ts";
import { VENUES } from "../venue.ts";

const ORIGIN = "https://api.gopluslabs.io";
/** Paths by chain; without a token only the first address of a batch is answered. */
const PATHS: Readonly<Record<string, string>> = {
  eth: "/api/v1/token_security/1",
  bsc: "/api/v1/token_security/56",
  sol: "/api/v1/solana/token_security",
};
const CONTRACTS = contractsOn(Object.keys(PATHS));

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
      return scannedBy(record, parseGoplus(body, contract));
    } catch (error) {
      if (isHttpError(error)) record.outcome = error.kind;
      // The limit comes with status 200, so the client did not see it.
      if (isHttpError(error) && error.kind === "rate_limited") {
        await run.connections.pace.pause("goplus", VENUES.goplus.pauseMs);
      }
      throw error;
    }
  });
}

export const goplusContractRisk: OwnSource = {
  id: "goplus-contract-risk",
  kind: "own",
  provider: "goplus",
  dataset: "contract_risk",
  table: "contract_scan",
  everyS: SCAN_RUN_EVERY_S,
  tokens: [...new Set(CONTRACTS.map(({ token }) => token))],
  pull,
};
