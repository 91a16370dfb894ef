// The v2 call of honeypot.is: a simulated purchase and sale of one token, taxes as percent.
import type { Budget } from "../limit.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider } from "../provider.ts";
import { figureOf, profileOf, tokenOf } from "./profile.ts";

const CHAINS: Readonly<Record<string, { chain: string; name: string; shortName: string }>> = {
  "1": { chain: "eth", name: "Ethereum", shortName: "eth" },
  "56": { chain: "bsc", name: "Binance Smart Chain", shortName: "bsc" },
};

const pair = (taxed: boolean, trapped: boolean) => ({
  buyTax: taxed ? 3 : 0,
  sellTax: trapped ? 100 : taxed ? 6 : 0,
  transferTax: 0,
  buyGas: "176000",
  sellGas: "141000",
});

/** Serves one token; a chain it does not simulate or a token without a pair is 404. */
export const createHoneypot = (model: Model, _budget: Budget): Provider => {
  const isHoneypot = (ask: Ask): Answer => {
    const address = ask.query.get("address") ?? "";
    const chain = CHAINS[ask.query.get("chainID") ?? "1"];
    const token = tokenOf(address);
    const profile = profileOf(model, address);
    if (!chain || profile === "unknown" || token?.contracts[chain.chain]?.toLowerCase() !== address.toLowerCase())
      return json({ code: 404, error: "no pairs found" }, 404);
    const trapped = profile === "honeypot" || profile === "disputed";
    const succeeded = profile !== "sparse" && profile !== "partial";
    return json({
      token: {
        name: token?.name ?? "",
        symbol: token?.symbol ?? "",
        decimals: token?.decimals[chain.chain] ?? 18,
        address,
        totalHolders: Math.floor(2_000 + figureOf(model, address, 3) ** 3 * 900_000),
      },
      summary: { risk: trapped ? "honeypot" : "low", riskLevel: trapped ? 100 : 1, flags: [] },
      simulationSuccess: succeeded,
      ...(succeeded
        ? { honeypotResult: { isHoneypot: trapped }, simulationResult: pair(profile === "taxed", trapped) }
        : { simulationError: "execution reverted" }),
      contractCode: {
        openSource: profile !== "closed-source",
        isProxy: profile === "proxy",
        hasProxyCalls: profile === "proxy",
      },
      chain: { id: ask.query.get("chainID") ?? "1", name: chain.name, shortName: chain.shortName, currency: "" },
    });
  };
  return {
    id: "honeypot",
    answer: (ask) => (ask.path === "/v2/IsHoneypot" ? isHoneypot(ask) : json({ code: 404, error: "not found" }, 404)),
  };
};
