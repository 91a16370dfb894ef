// Gate's list of USDT contracts, which carries no time of its own: when it was asked for counts.
import { asNumber, asRecords } from "../../source/body.ts";
import { type About, type Call, stamped, withListings } from "../../source/define-source.ts";
import type { Listing } from "../../source/market.ts";
import type { SourceRow } from "../../source/source-base.ts";

type GateContract = Readonly<Record<string, unknown>>;

export const GATE_CONTRACTS: Call = { endpoint: "gate.contracts", params: { settle: "usdt" } };

/** One row a contract of ours. */
export function gateContractRows(
  body: unknown,
  about: About,
  rowOf: (contract: GateContract, listing: Listing) => object,
): SourceRow[] {
  const contracts = asRecords(body, "contracts");
  return withListings(about, contracts, (one) => one.name).map(([one, listing]) =>
    stamped(about, listing, { at: about.now, ...rowOf(one, listing) }),
  );
}

export const gateMark = (contract: GateContract, listing: Listing): number =>
  asNumber(contract.mark_price) / listing.factor;
