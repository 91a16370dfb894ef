// Wallets and payments by the Cardano library: keys, addresses, and transactions that are signed and not sent.
import { type Library, withLibrary } from "./cardano-library.ts";

export type Wallet = { readonly address: string; readonly secret: string };

/** A wallet of one key; `seed` has 32 bytes. Its address is of a test network and has no stake part. */
export const makeWallet = (seed: Uint8Array): Wallet =>
  withLibrary((csl) => {
    const key = csl.PrivateKey.from_normal_bytes(seed);
    const credential = csl.Credential.from_keyhash(key.to_public().hash());
    return { address: csl.EnterpriseAddress.new(0, credential).to_address().to_bech32(), secret: key.to_bech32() };
  });

type Spend = { readonly ref: string; readonly lovelace: bigint };
type PaymentDraft = {
  readonly wallet: Wallet;
  readonly inputs: readonly Spend[];
  readonly payTo: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly ttl: number;
};

type Signed = { readonly id: string; readonly bytes: Buffer };

/** A signed, unsent payment that gives the rest back to the payer. Throws where the inputs do not cover it. */
export const signPayment = (draft: PaymentDraft): Signed => withLibrary((csl) => sign(csl, draft));

function sign(csl: Library, draft: PaymentDraft): Signed {
  const inputs = csl.TransactionInputs.new();
  for (const { ref } of draft.inputs) {
    const [hash = "", index = ""] = ref.split("#");
    inputs.add(csl.TransactionInput.new(csl.TransactionHash.from_hex(hash), Number(index)));
  }
  const rest = draft.inputs.reduce((sum, { lovelace }) => sum + lovelace, 0n) - draft.amount - draft.fee;
  if (rest < 0n) throw new Error("the inputs do not cover the payment");
  const outputs = csl.TransactionOutputs.new();
  const add = (address: string, lovelace: bigint) => {
    const value = csl.Value.new(csl.BigNum.from_str(`${lovelace}`));
    outputs.add(csl.TransactionOutput.new(csl.Address.from_bech32(address), value));
  };
  add(draft.payTo, draft.amount);
  if (rest > 0n) add(draft.wallet.address, rest);
  const body = csl.TransactionBody.new_tx_body(inputs, outputs, csl.BigNum.from_str(`${draft.fee}`));
  body.set_ttl(csl.BigNum.from_str(`${draft.ttl}`));
  const transaction = csl.FixedTransaction.new_from_body_bytes(body.to_bytes());
  transaction.sign_and_add_vkey_signature(csl.PrivateKey.from_bech32(draft.wallet.secret));
  return { id: transaction.transaction_hash().to_hex(), bytes: Buffer.from(transaction.to_bytes()) };
}
