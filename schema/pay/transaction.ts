// What the rules of payment need to know of a Cardano transaction and of the outputs it spends.

/** Unit (`lovelace`, or policy and name in hex) to quantity. */
export type Value = ReadonlyMap<string, bigint>;

export type Output = {
  /** Bech32. */
  readonly address: string;
  readonly value: Value;
  /** Bytes of the output as sent. */
  readonly bytes: number;
};

export type Witness = { readonly keyHash: string; readonly isValid: boolean };

export type Transaction = {
  /** Blake2b-256 of the body's bytes as sent, hex. */
  readonly id: string;
  readonly bytes: number;
  readonly networkId: number | null;
  /** False where the transaction says of itself that its scripts fail. */
  readonly isValid: boolean;
  /** `<transaction id>#<index>` each, as sent: not sorted, repeated where repeated. */
  readonly inputs: readonly string[];
  readonly outputs: readonly Output[];
  readonly fee: bigint;
  /** First slot it no longer holds in; null where it holds for ever. */
  readonly ttl: number | null;
  readonly validFrom: number | null;
  readonly witnesses: readonly Witness[];
  /** Mint, withdrawals, certificates, votes, proposals, donation: what a plain payment has none of. */
  readonly extras: readonly string[];
};

/** An output that a transaction wants to spend, as the ledger has it. */
export type Spendable = {
  readonly address: string;
  /** Hash of the key it is locked by; null where a script or a Byron address locks it. */
  readonly keyHash: string | null;
  readonly value: Value;
  readonly isSpent: boolean;
};

export type ProtocolParameters = {
  readonly minFeeA: bigint;
  readonly minFeeB: bigint;
  readonly coinsPerUtxoByte: bigint;
  readonly transactionBytesMax: number;
};

export const LOVELACE = "lovelace";
