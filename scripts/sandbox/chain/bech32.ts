// Bech32 v0 addresses for wallets the simulation invents, so that they pass every address check.
import { bech32 } from "@scure/base";

const HASH_BYTES = 20;

/** The mainnet P2WPKH address of a 20-byte hash in hex. */
export const witnessAddress = (hash160: string): string =>
  bech32.encode("bc", [0, ...bech32.toWords(Buffer.from(hash160, "hex"))]);

/** The 20-byte hash in hex of such an address as witnessAddress makes; null for any other text. */
export const hashOfWitness = (address: string): string | null => {
  const { prefix, words: [version, ...words] = [] } = bech32.decodeUnsafe(address) ?? {};
  const hash = bech32.fromWordsUnsafe(words);
  if (prefix !== "bc" || version !== 0 || !hash || hash.length !== HASH_BYTES) return null;
  // In upper case it is a spelling that the simulation does not make.
  return address === address.toLowerCase() ? Buffer.from(hash).toString("hex") : null;
};
