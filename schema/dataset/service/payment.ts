// Ends of settlements: what was charged, for what, and what was refused by the ledger.
import { text, time, word } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const payment = dataset({
  name: "payment",
  about: "Ends of settlements, one a transaction.",
  columns: {
    at: time("When the end of the settlement was known. UTC."),
    transaction: text("Transaction id, hex."),
    state: word("settled: charged; rejected: the ledger refused it, nothing was charged."),
    network: word("Network as x402 names it."),
    ledger: word("chain, or sandbox for the simulated ledger."),
    asset: word("lovelace."),
    amount: text("Price in lovelace, as a decimal text."),
    payer: text("Address of the payer, bech32."),
    pay_to: word("Address that was paid, bech32."),
    method: word("HTTP method of the call."),
    target: text("Path and query of the call."),
    tier: word("Price tier."),
    reason: text("Why it was rejected; empty where it was settled."),
    request: text(
      "SHA-256 of what was asked for: method, target, body and price, hex; empty in rows of earlier versions.",
    ),
    caller: text("sha256: and the SHA-256 of the transaction and who called, hex; empty in rows of earlier versions."),
    payment_id: text("sha256: and the SHA-256 of the transaction and the payment id, hex; empty where there was none."),
  },
  rows: latestBy("at"),
  order: ["transaction"],
  keep: FOR_GOOD,
});

export type PaymentRow = Row<typeof payment>;
