// A wallet on the simulated ledger: coins from the faucet, payments signed and not sent.
import { makeWallet, signPayment, type Wallet } from "../../schema/pay/cardano.ts";
import { slotAt } from "../../schema/pay/network.ts";
import { reach } from "./reach.ts";

type SignedPayment = {
  readonly id: string;
  readonly payload: { readonly transaction: string; readonly nonce: string };
};
export type Payer = {
  readonly wallet: Wallet;
  /** A new, unsent transaction that pays; each from coins of its own, which the faucet gave. */
  pay(payTo: string, amount: string): Promise<SignedPayment>;
};

const FEE = 200_000n;
const GIVEN = 50_000_000n;
const VALID_S = 600;

/** Opens a wallet; `seed` has 32 bytes. */
export function openPayer(ledgerUrl: string, seed: Uint8Array, now: () => number = Date.now): Payer {
  const wallet = makeWallet(seed);
  return {
    wallet,
    async pay(payTo, amount) {
      const answer = await reach("the ledger", `${ledgerUrl}/sandbox/faucet`, {
        method: "POST",
        body: JSON.stringify({ address: wallet.address, lovelace: `${GIVEN}` }),
      });
      if (!answer.ok) throw new Error(`the faucet answered ${answer.status}`);
      const { id, index } = (await answer.json()) as { id: string; index: number };
      const ref = `${id}#${index}`;
      const ttl = slotAt("cardano:preprod", now()) + VALID_S;
      const inputs = [{ ref, lovelace: GIVEN }];
      const signed = signPayment({ wallet, inputs, payTo, amount: BigInt(amount), fee: FEE, ttl });
      return { id: signed.id, payload: { transaction: signed.bytes.toString("base64"), nonce: ref } };
    },
  };
}
