// Addresses of the chains that can be inspected: whether a text is one, its one spelling and what it says of itself; pure.
import { base58, bech32, bech32m, createBase58check } from "@scure/base";
import { addressBytes } from "../pay/address.ts";
import { keccak256, sha256 } from "../proof/curve.ts";
import { ADDRESS_LENGTH_MAX, CHAIN_IDS, type ChainId } from "./chain.ts";

/** What an address says without a look at its chain: what locks it. */
export type AddressForm = "account" | "key" | "script" | "stake";

/** What is wrong: letters of it, the network or the chain it is of, or that it is no address at all. */
export type AddressFault = "checksum" | "network" | "chain" | "form";

type ReadAddress =
  | { readonly address: string; readonly form: AddressForm }
  /** One sentence that says what is wrong. */
  | { readonly problem: string; readonly fault: AddressFault };

const CHAIN_NAMES: Readonly<Record<ChainId, string>> = {
  eth: "Ethereum",
  bsc: "BNB Smart Chain",
  btc: "Bitcoin",
  sol: "Solana",
  ada: "Cardano",
};

const CHECKSUM: ReadAddress = {
  problem: "Its checksum does not hold: a character is wrong or missing.",
  fault: "checksum",
};
const TEST_NETWORK: ReadAddress = { problem: "It is an address of a test network.", fault: "network" };
const OTHER_NETWORK: ReadAddress = { problem: "It is an address of no network that there is.", fault: "network" };
const base58check = createBase58check((bytes: Uint8Array) => sha256(bytes));

/** The spelling of EIP-55, in which the case of letters is a checksum; of 40 hex digits in lower case behind 0x. */
export function checksummed(address: string): string {
  const digits = address.slice(2);
  const hash = Buffer.from(keccak256(Buffer.from(digits, "ascii"))).toString("hex");
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit)).join("")}`;
}

function readEvm(text: string): ReadAddress | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
  const address = checksummed(text.toLowerCase());
  const digits = text.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return isMixed && text !== address ? CHECKSUM : { address, form: "account" };
}

type Decoded = { readonly words: number[]; readonly bytes: Uint8Array | null; readonly isM: boolean };

/** Bech32 or bech32m of a prefix; null where the checksum of neither holds. */
function decodeBech32(text: string, prefix: string, skip: number): Decoded | null {
  for (const [coder, isM] of [[bech32, false] as const, [bech32m, true] as const]) {
    const found = coder.decodeUnsafe(text, ADDRESS_LENGTH_MAX);
    if (found === undefined || found.prefix !== prefix) continue;
    return { words: found.words, bytes: coder.fromWordsUnsafe(found.words.slice(skip)) ?? null, isM };
  }
  return null;
}

const isOneCase = (text: string): boolean => text === text.toLowerCase() || text === text.toUpperCase();

/** Later ones mean nothing yet: whoever had coins there could not be told, and they are not indexed. */
const WITNESS_VERSION_MAX = 1;

/** Witness programs: version 0 by BIP 173 with 20 or 32 bytes, later ones by BIP 350. */
function readWitness(text: string): ReadAddress {
  const lower = text.toLowerCase();
  const decoded = isOneCase(text) && lower.length <= 90 ? decodeBech32(lower, "bc", 1) : null;
  if (decoded === null) return CHECKSUM;
  const { bytes, isM } = decoded;
  const version = decoded.words[0] ?? 99;
  const length = bytes?.length ?? 0;
  const holds = version === 0 ? !isM && (length === 20 || length === 32) : isM && version <= 16 && length >= 2;
  if (!holds || length > 40 || (version === 1 && length !== 32))
    return { problem: "It is no witness program.", fault: "checksum" };
  if (version > WITNESS_VERSION_MAX)
    return { problem: `Its witness version, ${version}, has no meaning on Bitcoin yet.`, fault: "form" };
  return { address: lower, form: version === 0 && length === 32 ? "script" : "key" };
}

function readBtc(text: string): ReadAddress | null {
  if (/^bc1/i.test(text)) return readWitness(text);
  if (/^(tb1|bcrt1)/i.test(text)) return TEST_NETWORK;
  if (!/^[123mn][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return null;
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(text);
  } catch {
    return CHECKSUM;
  }
  if (bytes.length !== 21) return CHECKSUM;
  if (bytes[0] === 0x00) return { address: text, form: "key" };
  if (bytes[0] === 0x05) return { address: text, form: "script" };
  return TEST_NETWORK;
}

function readSol(text: string): ReadAddress | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return null;
  return base58.decode(text).length === 32 ? { address: text, form: "account" } : null;
}

const STAKE_BYTES = 29;
/** The low half of the first byte: 0 is of the test networks, and there are no others. */
const MAIN_NETWORK = 1;

/** Hash that a stake address of the main network names, hex; null for any other text. */
export function stakeHashOf(text: string): string | null {
  const { bytes, isM } = decodeBech32(text.toLowerCase(), "stake", 0) ?? { bytes: null, isM: false };
  if (bytes === null || isM || bytes.length !== STAKE_BYTES || (bytes[0] !== 0xe1 && bytes[0] !== 0xf1)) return null;
  return Buffer.from(bytes.subarray(1)).toString("hex");
}

function readAda(text: string): ReadAddress | null {
  const lower = text.toLowerCase();
  if (/^(addr|stake)_test1/.test(lower)) return TEST_NETWORK;
  if (!/^(addr|stake)1/.test(lower)) return null;
  if (!isOneCase(text)) return CHECKSUM;
  if (lower.startsWith("addr1")) {
    const bytes = addressBytes(lower);
    if (bytes === null) return CHECKSUM;
    if (((bytes[0] ?? 0) & 15) !== MAIN_NETWORK) return OTHER_NETWORK;
    // The low bit of an address's kind says that a script locks it.
    return { address: lower, form: (((bytes[0] ?? 0) >> 4) & 1) === 1 ? "script" : "key" };
  }
  return stakeHashOf(lower) === null ? CHECKSUM : { address: lower, form: "stake" };
}

const READERS: Readonly<Record<ChainId, (text: string) => ReadAddress | null>> = {
  eth: readEvm,
  bsc: readEvm,
  btc: readBtc,
  sol: readSol,
  ada: readAda,
};

const FORMS: Readonly<Record<ChainId, string>> = {
  eth: "0x and 40 hexadecimal digits",
  bsc: "0x and 40 hexadecimal digits",
  btc: "base58 (1…, 3…) or bech32 (bc1…) of the main network",
  sol: "base58 of 32 bytes",
  ada: "bech32 of the main network (addr1…, stake1…)",
};

/** Reads an address of a chain; a problem where it is none, and whose it is where it is another chain's. */
export function readAddress(chain: ChainId, text: string): ReadAddress {
  const read = text.length > ADDRESS_LENGTH_MAX ? null : READERS[chain](text);
  if (read !== null) return read;
  const other = CHAIN_IDS.find((one) => {
    const found = text.length > ADDRESS_LENGTH_MAX ? null : READERS[one](text);
    return found !== null && "address" in found;
  });
  const whose = other === undefined ? "" : `It is an address of ${CHAIN_NAMES[other]}. `;
  return {
    problem: `${whose}An address of ${CHAIN_NAMES[chain]} is ${FORMS[chain]}.`,
    fault: other === undefined ? "form" : "chain",
  };
}

/** Addresses that no one has a key of: what they hold is burned. EVM in lower case. */
export const BURN_ADDRESSES: Readonly<Record<ChainId, readonly string[]>> = {
  eth: ["0x0000000000000000000000000000000000000000", "0x000000000000000000000000000000000000dead"],
  bsc: ["0x0000000000000000000000000000000000000000", "0x000000000000000000000000000000000000dead"],
  btc: ["1BitcoinEaterAddressDontSendf59kuE", "1CounterpartyXXXXXXXXXXXXXXXUWLpVr"],
  sol: ["1nc1nerator11111111111111111111111111111111"],
  ada: [],
};
