// Open interest of USDT perpetuals from Gate: position_size counts contracts of the long side, which is one side of all.
import { asNumber } from "../../source/body.ts";
import { bulkSource } from "../../source/define-source.ts";
import { GATE_CONTRACTS, gateContractRows, gateMark } from "./contract.ts";

export const gateOpenInterest = bulkSource({
  id: "gate-open-interest",
  venue: "gate",
  market: "perp",
  call: GATE_CONTRACTS,
  parse: (body, about) =>
    gateContractRows(body, about, (contract, listing) => {
      const coins = asNumber(contract.position_size) * asNumber(contract.quanto_multiplier) * listing.factor;
      return { open_interest_native: coins, open_interest_usd: coins * gateMark(contract, listing) };
    }),
});
