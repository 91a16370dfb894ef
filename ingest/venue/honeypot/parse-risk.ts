// Reads honeypot.is's answer about one token: a simulated purchase and sale; taxes are percent.
import { asNumberOrNull, asRecord } from "../../body.ts";
import { isSameAddress, toldOther } from "../../instrument.ts";
import { flagOf, type Scan, UNKNOWN_SCAN } from "../../risk/contract.ts";

const recordOf = (value: unknown) => (typeof value === "object" && value !== null ? asRecord(value) : {});

/** Which contract on which chain an answer is about where that is not the one asked for. */
export function honeypotOther(body: unknown, address: string, chainId: string): { readonly other?: string } {
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
