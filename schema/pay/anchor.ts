// Anchors: transactions from an address to itself whose metadata names a root of the proof log.
import { type Library, withLibrary } from "./cardano-library.ts";
import type { ProtocolParameters } from "./transaction.ts";

/** Label of the metadata; CIP-10 has it assigned to nobody. */
export const ANCHOR_LABEL = 6962;

export type AnchorEntry = {
  /** Name of the log, at most 64 bytes. */
  readonly origin: string;
  readonly size: number;
  /** Hex. */
  readonly root: string;
};

type AnchorDraft = {
  /** ed25519_sk1… */
  readonly key: string;
  /** 0 for test networks, 1 for the main one. */
  readonly networkId: 0 | 1;
  readonly input: { readonly ref: string; readonly lovelace: bigint };
  /** Slot after which it is worth nothing. */
  readonly ttl: number;
  readonly parameters: ProtocolParameters;
  readonly entry: AnchorEntry;
};

/** A key from 32 secret bytes, as settings hold it. */
export const makeAnchorKey = (seed: Uint8Array): string =>
  withLibrary((csl) => csl.PrivateKey.from_normal_bytes(seed).to_bech32());

const ownAddress = (csl: Library, key: string, networkId: 0 | 1) => {
  const credential = csl.Credential.from_keyhash(csl.PrivateKey.from_bech32(key).to_public().hash());
  return csl.EnterpriseAddress.new(networkId, credential).to_address();
};

/** Address that pays for anchors. */
export const anchorAddress = (key: string, networkId: 0 | 1): string =>
  withLibrary((csl) => ownAddress(csl, key, networkId).to_bech32());

function auxiliaryOf(csl: Library, { origin, size, root }: AnchorEntry) {
  const text = JSON.stringify({ origin, size, root: `0x${root}` });
  const metadata = csl.GeneralTransactionMetadata.new();
  metadata.insert(
    csl.BigNum.from_str(`${ANCHOR_LABEL}`),
    csl.encode_json_str_to_metadatum(text, csl.MetadataJsonSchema.BasicConversions),
  );
  const auxiliary = csl.AuxiliaryData.new();
  auxiliary.set_metadata(metadata);
  return auxiliary;
}

function signWithFee(csl: Library, draft: AnchorDraft, fee: bigint) {
  const { input, key, networkId } = draft;
  const [hash = "", index = ""] = input.ref.split("#");
  const inputs = csl.TransactionInputs.new();
  inputs.add(csl.TransactionInput.new(csl.TransactionHash.from_hex(hash), Number(index)));
  const rest = csl.Value.new(csl.BigNum.from_str(`${input.lovelace - fee}`));
  const outputs = csl.TransactionOutputs.new();
  outputs.add(csl.TransactionOutput.new(ownAddress(csl, key, networkId), rest));
  const body = csl.TransactionBody.new_tx_body(inputs, outputs, csl.BigNum.from_str(`${fee}`));
  body.set_ttl(csl.BigNum.from_str(`${draft.ttl}`));
  const auxiliary = auxiliaryOf(csl, draft.entry);
  body.set_auxiliary_data_hash(csl.hash_auxiliary_data(auxiliary));
  const transaction = csl.FixedTransaction.new_from_body_bytes(body.to_bytes());
  transaction.set_auxiliary_data(auxiliary.to_bytes());
  transaction.sign_and_add_vkey_signature(csl.PrivateKey.from_bech32(key));
  return transaction;
}

type Signed = { readonly id: string; readonly bytes: Buffer };

/** A signed, unsent anchor. Throws where the input does not cover fee and output, or the library refuses the entry. */
export const signAnchor = (draft: AnchorDraft): Signed => withLibrary((csl) => sign(csl, draft));

function sign(csl: Library, draft: AnchorDraft): Signed {
  const { minFeeA, minFeeB, coinsPerUtxoByte } = draft.parameters;
  const feeOf = (bytes: number) => minFeeB + minFeeA * BigInt(bytes);
  const sized = signWithFee(csl, draft, draft.input.lovelace / 2n);
  // The fee's own encoding may be longer than that of half the coins by a few bytes.
  const fee = feeOf(sized.to_bytes().length + 8);
  if (draft.input.lovelace - fee < coinsPerUtxoByte * 300n) throw new Error("the address has too few coins to anchor");
  const transaction = signWithFee(csl, draft, fee);
  return { id: transaction.transaction_hash().to_hex(), bytes: Buffer.from(transaction.to_bytes()) };
}
