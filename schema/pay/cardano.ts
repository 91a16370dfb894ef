// The Cardano library: reads signed transactions, makes and signs payments, derives addresses.
import * as csl from "@emurgo/cardano-serialization-lib-nodejs";
import { countInputs } from "./cbor-item.ts";
import { LOVELACE, type Output, type Transaction, type Value, type Witness } from "./transaction.ts";

function readValue(value: csl.Value): Value {
  const made = new Map([[LOVELACE, BigInt(value.coin().to_str())]]);
  const assets = value.multiasset();
  const policies = assets?.keys();
  for (let p = 0; p < (policies?.len() ?? 0); p++) {
    const policy = policies?.get(p);
    const names = policy === undefined ? undefined : assets?.get(policy)?.keys();
    for (let n = 0; policy !== undefined && n < (names?.len() ?? 0); n++) {
      const name = names?.get(n);
      if (name === undefined) continue;
      const quantity = assets?.get_asset(policy, name).to_str() ?? "0";
      made.set(`${policy.to_hex()}${Buffer.from(name.name()).toString("hex")}`, BigInt(quantity));
    }
  }
  return made;
}

function outputsOf(body: csl.TransactionBody): Output[] {
  const outputs = body.outputs();
  return Array.from({ length: outputs.len() }, (_, index) => {
    const output = outputs.get(index);
    return {
      address: addressText(output.address()),
      value: readValue(output.amount()),
      bytes: output.to_bytes().length,
    };
  });
}

const addressText = (address: csl.Address): string =>
  csl.ByronAddress.from_address(address)?.to_base58() ?? address.to_bech32();

function inputsOf(body: csl.TransactionBody): string[] {
  const inputs = body.inputs();
  return Array.from({ length: inputs.len() }, (_, index) => {
    const input = inputs.get(index);
    return `${input.transaction_id().to_hex()}#${input.index()}`;
  });
}

function witnessesOf(transaction: csl.FixedTransaction): Witness[] {
  const id = transaction.transaction_hash().to_bytes();
  const witnesses = transaction.witness_set().vkeys();
  return Array.from({ length: witnesses?.len() ?? 0 }, (_, index) => {
    const witness = witnesses?.get(index);
    const key = witness?.vkey().public_key();
    if (witness === undefined || key === undefined) throw new Error("a witness cannot be read");
    return { keyHash: key.hash().to_hex(), isValid: key.verify(id, witness.signature()) };
  });
}

/** Auxiliary data nobody asked for is let through where the body vouches for it. */
function strayData(transaction: csl.FixedTransaction): true | undefined {
  const data = transaction.auxiliary_data();
  const said = transaction.body().auxiliary_data_hash()?.to_hex();
  const is = data === undefined ? undefined : csl.hash_auxiliary_data(data).to_hex();
  return said === is ? undefined : true;
}

/** Who is paid with a script or a datum pays for its bytes when the coins are spent. */
function carriesData(body: csl.TransactionBody): true | undefined {
  const outputs = body.outputs();
  for (let index = 0; index < outputs.len(); index++) {
    const output = outputs.get(index);
    if (output.has_data_hash() || output.has_plutus_data() || output.has_script_ref()) return true;
  }
  return undefined;
}

function extrasOf(transaction: csl.FixedTransaction): string[] {
  const body = transaction.body();
  const witnesses = transaction.witness_set();
  const found: Record<string, unknown> = {
    mint: body.mint(),
    withdrawals: body.withdrawals(),
    certificates: body.certs(),
    votes: body.voting_procedures(),
    proposals: body.voting_proposals(),
    donation: body.donation(),
    update: body.update(),
    treasury: body.current_treasury_value(),
    collateral: body.collateral(),
    returned: body.collateral_return(),
    counted: body.total_collateral(),
    carried: carriesData(body),
    scripts: body.script_data_hash(),
    references: body.reference_inputs(),
    signers: body.required_signers(),
    native: witnesses.native_scripts(),
    plutus: witnesses.plutus_scripts(),
    redeemers: witnesses.redeemers(),
    data: witnesses.plutus_data(),
    bootstraps: witnesses.bootstraps(),
    auxiliary: strayData(transaction),
  };
  return Object.keys(found).filter((name) => found[name] !== undefined);
}

const slotOf = (slot: csl.BigNum | undefined): number | null => (slot === undefined ? null : Number(slot.to_str()));

/** Reads a signed transaction; null where the bytes are none, or have more than one reading. */
export function readTransaction(bytes: Uint8Array): Transaction | null {
  try {
    const transaction = csl.FixedTransaction.from_bytes(bytes);
    // What comes back other than it went in has bytes the library passed over, and nobody signed those.
    if (!Buffer.from(transaction.to_bytes()).equals(bytes)) return null;
    const body = transaction.body();
    const inputs = inputsOf(body);
    if (countInputs(transaction.raw_body()) !== inputs.length) return null;
    return {
      id: transaction.transaction_hash().to_hex(),
      bytes: bytes.length,
      networkId: body.network_id()?.kind() ?? null,
      isValid: transaction.is_valid(),
      inputs,
      outputs: outputsOf(body),
      fee: BigInt(body.fee().to_str()),
      ttl: slotOf(body.ttl_bignum()),
      validFrom: slotOf(body.validity_start_interval_bignum()),
      witnesses: witnessesOf(transaction),
      extras: extrasOf(transaction),
    };
  } catch {
    // The library throws strings for bytes it cannot read.
    return null;
  }
}

/** Hash of the key that locks an address; null for scripts, Byron and unreadable addresses. */
export function keyHashOf(address: string): string | null {
  try {
    const read = csl.Address.from_bech32(address);
    return read.payment_cred()?.to_keyhash()?.to_hex() ?? null;
  } catch {
    return null;
  }
}

export type Wallet = { readonly address: string; readonly secret: string };

/** A wallet of one key; `seed` has 32 bytes. Its address is of a test network and has no stake part. */
export function makeWallet(seed: Uint8Array): Wallet {
  const key = csl.PrivateKey.from_normal_bytes(seed);
  const credential = csl.Credential.from_keyhash(key.to_public().hash());
  return { address: csl.EnterpriseAddress.new(0, credential).to_address().to_bech32(), secret: key.to_bech32() };
}

export type Spend = { readonly ref: string; readonly lovelace: bigint };
export type PaymentDraft = {
  readonly wallet: Wallet;
  readonly inputs: readonly Spend[];
  readonly payTo: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly ttl: number;
};

/** A signed, unsent payment that gives the rest back to the payer. Throws where the inputs do not cover it. */
export function signPayment(draft: PaymentDraft): { readonly id: string; readonly bytes: Buffer } {
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
