// The official client with our scheme over a funded wallet on the sandbox ledger.
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import type { Payer } from "../../../scripts/pay/wallet.ts";

/** `fetch` as the official client wraps it: what asks for payment is paid. */
export function openBuyer(payer: Payer): typeof fetch {
  const scheme = {
    scheme: "exact",
    createPaymentPayload: async (x402Version: number, wanted: { payTo: string; amount: string }) => ({
      x402Version,
      payload: (await payer.pay(wanted.payTo, wanted.amount)).payload,
    }),
  };
  const client = new x402Client().register("cardano:*", scheme as never);
  client.setSpendControls({
    allowedAssets: [{ network: "cardano:preprod", asset: "lovelace", maxAmountPerPayment: "10000000" }],
  } as never);
  return wrapFetchWithPayment(fetch, client) as typeof fetch;
}
