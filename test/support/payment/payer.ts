// The official client with our scheme over a funded wallet on the sandbox ledger.
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import type { Payer } from "../../../scripts/pay/wallet.ts";

/** The official client, which pays what it is asked for. */
export function openClient(payer: Payer): x402Client {
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
  return client;
}

/** `fetch` as the official client wraps it: what asks for payment is paid. */
export const openBuyer = (payer: Payer): typeof fetch => wrapFetchWithPayment(fetch, openClient(payer)) as typeof fetch;
