// Reads honeypot.is's answer about one token: a simulated purchase and sale; taxes are percent.
import { type HttpAnswer, isHttpError } from "../../../schema/io/http.ts";
import { callJson } from "../../client/http-json.ts";
import {
  contractsOn,
  flagOf,
  SCAN_RUN_EVERY_S,
  type Scan,
  scanDue,
  scannedBy,
  UNKNOWN_SCAN,
} from "../../risk/contract.ts";
import type { Run } from "../../run/run.ts";
import { asNumberOrNull, asRecord, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { isSameAddress, toldOther } from "../../source/instrument.ts";

const recordOf = (value: unknown) => (typeof value === "object" && value !== null ? asRecord(value) : {});

/** Which contract on which chain an answer is about where that is not the one asked for. */
function honeypotOther(body: unknown, address: string, chainId: string): { readonly other?: string } {
  const { token, chain } = asRecord(body);
  return {
    ...toldOther(recordOf(chain).id, (id) => id === chainId),
    ...toldOther(recordOf(token).address, (told) => isSameAddress(told, address)),
  };
}

/** A simulation that did not succeed says nothing about selling and taxes. */
export function parseHoneypot(body: unknown): Scan {
  const whole = asRecord(body);
  const succeeded = whole.simulationSuccess === true;
  const result = succeeded ? recordOf(whole.simulationResult) : {};
  const code = recordOf(whole.contractCode);
  return {
    ...UNKNOWN_SCAN,
    open_source: flagOf(code.openSource),
    proxy: flagOf(code.isProxy),
    honeypot: succeeded ? flagOf(recordOf(whole.honeypotResult).isHoneypot) : null,
    buy_tax_pct: asNumberOrNull(result.buyTax),
    sell_tax_pct: asNumberOrNull(result.sellTax),
    holders_count: asNumberOrNull(recordOf(whole.token).totalHolders),
  };
}

/** A second opinion on every tracked contract on Ethereum and BNB Chain: honeypot.is simulates buying and selling it. */
const ORIGIN = "https://api.honeypot.is";
const CHAIN_IDS: Readonly<Record<string, string>> = { eth: "1", bsc: "56" };
const CONTRACTS = contractsOn(Object.keys(CHAIN_IDS));

/** Status 404 with the provider's own words; a 404 of somebody in between is a failure. */
function isUnknownToken({ status, body }: HttpAnswer): boolean {
  if (status !== 404) return false;
  try {
    return asText(asRecord(JSON.parse(body.toString("utf8"))).error) !== "";
  } catch {
    return false;
  }
}

async function pull(run: Run, only?: readonly string[]): Promise<void> {
  const origin = run.connections.origin("honeypot") ?? ORIGIN;
  const contracts = CONTRACTS.filter(({ token }) => only?.includes(token) ?? true);
  await scanDue(run, contracts, async (contract) => {
    const chainID = CHAIN_IDS[contract.chain] ?? "";
    const query = new URLSearchParams({ address: contract.address, chainID });
    const ask = {
      venue: "honeypot",
      endpoint: "v2/IsHoneypot",
      url: `${origin}/v2/IsHoneypot?${query}`,
      token: contract.token,
    } as const;
    try {
      const { body, record } = await callJson(run.connections, ask, run.context);
      return scannedBy(record, parseHoneypot(body), honeypotOther(body, contract.address, chainID));
    } catch (error) {
      // It knows no pair of the token: an answer, and the same one tomorrow.
      if (isHttpError(error) && error.answer && isUnknownToken(error.answer)) {
        return { scan: UNKNOWN_SCAN, at: error.answer.respondedAt, sha256: error.answer.sha256 };
      }
      throw error;
    }
  });
}

export const honeypotContractRisk = ownSource({
  id: "honeypot-contract-risk",
  provider: "honeypot",
  everyS: SCAN_RUN_EVERY_S,
  tokens: [...new Set(CONTRACTS.map(({ token }) => token))],
  pull,
});
