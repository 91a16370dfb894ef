// Running funding rates of USDT perpetuals from Gate: interval and next settlement are in seconds.
import { asNumber } from "../../source/body.ts";
import { bulkSource } from "../../source/define-source.ts";
import { GATE_CONTRACTS, gateContractRows, gateMark } from "./contract.ts";

export const gateFunding = bulkSource({
  id: "gate-funding",
  venue: "gate",
  market: "perp",
  call: GATE_CONTRACTS,
  parse: (body, about) =>
    gateContractRows(body, about, (contract, listing) => ({
      kind: "current",
      rate: asNumber(contract.funding_rate),
      interval_hours: asNumber(contract.funding_interval) / 3_600,
      next_funding_at: asNumber(contract.funding_next_apply) * 1_000,
      mark_price: gateMark(contract, listing),
      index_price: asNumber(contract.index_price) / listing.factor,
    })),
});
