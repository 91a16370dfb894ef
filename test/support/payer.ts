// A payer for tests: a funded wallet on the sandbox ledger and the official client's scheme over it.
import { makeWallet, signPayment, type Wallet } from "../../schema/pay/cardano.ts";
import { slotAt } from "../../schema/pay/network.ts";

export type Payer = {
  readonly wallet: Wallet;
  /** A new, unsent transaction that pays; each from an output of its own. */
  pay(payTo: string, amount: string): Promise<{ id: string; payload: { transaction: string; nonce: string } }>;
};

const FEE = 200_000n;

export async function fundPayer(ledgerUrl: string, seed: number): Promise<Payer> {
  const wallet = makeWallet(Buffer.alloc(32, seed));
  return {
    wallet,
    async pay(payTo, amount) {
      const answer = await fetch(`${ledgerUrl}/sandbox/faucet`, {
        method: "POST",
        body: JSON.stringify({ address: wallet.address, lovelace: "50000000" }),
      });
      const { id, index } = (await answer.json()) as { id: string; index: number };
      const ref = `${id}#${index}`;
      const ttl = slotAt("cardano:preprod", Date.now()) + 600;
      const inputs = [{ ref, lovelace: 50_000_000n }];
      const signed = signPayment({ wallet, inputs, payTo, amount: BigInt(amount), fee: FEE, ttl });
      return { id: signed.id, payload: { transaction: signed.bytes.toString("base64"), nonce: ref } };
    },
  };
}
