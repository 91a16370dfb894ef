// A second verifier of Cardano payments, written from the ledger's CDDL and the rules of the scheme, sharing no code with ours.
import { createPublicKey, verify } from "node:crypto";
import { Decoder } from "cbor-x";
import { blake2b } from "./blake2b.ts";
import { readSpan, type Span } from "./cbor.ts";

export type Coin = { readonly address: string; readonly lovelace: bigint; readonly isSpent: boolean };
export type Case = {
  readonly bytes: Buffer;
  readonly nonce: string;
  readonly payTo: string;
  readonly amount: bigint;
  readonly coins: ReadonlyMap<string, Coin>;
  /** Epoch milliseconds. */
  readonly now: number;
};

const P = "invalid_exact_cardano_payload_";
/** Inputs, outputs, fee, time to live, hash of auxiliary data, begin of validity, network. */
const PLAIN_KEYS = new Set([0, 1, 2, 3, 7, 8, 15]);
/** Every key of a Conway transaction body. */
const BODY_KEYS = new Set([0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]);
const FEE = { perByte: 44n, fixed: 155_381n, perOutputByte: 4_310n, bytesMax: 16_384 } as const;
const WINDOW_S = 610;
const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const cbor = new Decoder({ mapsAsObjects: false, useRecords: false, int64AsType: "bigint" } as never);

class Refusal extends Error {}
const refuse: (code: string) => never = (code) => {
  throw new Refusal(code);
};
const malformed: () => never = () => refuse(`${P}transaction_decode_failed`);

/** Bytes of a bech32 address (BIP 173; the checksum is not looked at). */
function addressBytes(text: string): Buffer {
  const digits = [...text.slice(text.lastIndexOf("1") + 1, -6)].map((c) => CHARSET.indexOf(c));
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const digit of digits) {
    held = ((held << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
    }
  }
  return Buffer.from(bytes);
}

const slice = (bytes: Buffer, span: Span) => bytes.subarray(span.from, span.to);
const value = (bytes: Buffer, span: Span): unknown => cbor.decode(slice(bytes, span));
/** A set may carry tag 258 or not. */
const members = (span: Span): readonly Span[] => {
  const [inner] = span.inside;
  const list = span.major === 6 && span.argument === 258n && inner !== undefined ? inner : span;
  return list.major === 4 ? list.inside : malformed();
};
function entries(span: Span | undefined, keysOf: (key: Span) => number): Map<number, Span> {
  if (span?.major !== 5) return malformed();
  const found = new Map<number, Span>();
  for (let i = 0; i + 1 < span.inside.length; i += 2) {
    const [key, held] = [span.inside[i], span.inside[i + 1]];
    if (key === undefined || held === undefined || key.major !== 0) return malformed();
    if (found.has(keysOf(key))) return malformed();
    found.set(keysOf(key), held);
  }
  return found;
}
const numberOf = (span: Span): number => Number(span.argument);
const whole = (span: Span | undefined): bigint => (span?.major === 0 ? span.argument : malformed());

type Paid = { readonly address: Buffer; readonly lovelace: bigint; readonly bytes: number; readonly isPlain: boolean };

function readOutput(bytes: Buffer, span: Span): Paid {
  const parts = span.major === 4 ? new Map(span.inside.entries()) : entries(span, numberOf);
  const [address, amount] = [parts.get(0), parts.get(1)];
  if (address?.major !== 2 || amount === undefined) return malformed();
  const coin = amount.major === 4 ? amount.inside[0] : amount;
  const isPlain = parts.size === 2;
  const raw = value(bytes, address) as Uint8Array;
  return { address: Buffer.from(raw), lovelace: whole(coin), bytes: span.to - span.from, isPlain };
}

function readInput(bytes: Buffer, span: Span): string {
  const [id, index] = span.inside;
  if (span.major !== 4 || span.inside.length !== 2 || id?.major !== 2 || index?.major !== 0) return malformed();
  const raw = Buffer.from(value(bytes, id) as Uint8Array);
  return raw.length === 32 ? `${raw.toString("hex")}#${index.argument}` : malformed();
}

/** Hashes of the keys that signed. */
function signers(bytes: Buffer, span: Span | undefined, id: Buffer): Set<string> {
  const witnesses = span === undefined ? [] : members(span);
  if (witnesses.length === 0) refuse(`${P}unsigned`);
  return new Set(
    witnesses.map((witness) => {
      const [key, signature] = witness.inside.map((part) => Buffer.from(value(bytes, part) as Uint8Array));
      if (key?.length !== 32 || signature?.length !== 64) return malformed();
      const made = createPublicKey({ key: Buffer.concat([SPKI, key]), format: "der", type: "spki" });
      if (!verify(null, id, made, signature)) refuse(`${P}invalid_signature`);
      return blake2b(key, 28).toString("hex");
    }),
  );
}

function checkWindow(body: Map<number, Span>, now: number): undefined {
  const slot = BigInt(86_400 + Math.floor((now - 1_655_769_600_000) / 1_000));
  const [end, begin] = [body.get(3), body.get(8)];
  if (end === undefined) return refuse(`${P}ttl_too_far`);
  if (whole(end) <= slot) refuse(`${P}ttl_expired`);
  if (whole(end) > slot + BigInt(WINDOW_S)) refuse(`${P}ttl_too_far`);
  if (begin !== undefined && whole(begin) > slot) refuse(`${P}not_yet_valid`);
  return undefined;
}

function checkPlain(bytes: Buffer, body: Map<number, Span>, witnesses: Map<number, Span>, auxiliary: Span): void {
  const phase1 = () => refuse(`${P}phase1_invalid`);
  if ([...body.keys()].some((key) => !PLAIN_KEYS.has(key))) phase1();
  if ([...witnesses.keys()].some((key) => key !== 0)) phase1();
  const said = body.get(7);
  const isNull = bytes[auxiliary.from] === 0xf6;
  if (isNull !== (said === undefined)) phase1();
  if (said !== undefined) {
    const hash = Buffer.from(value(bytes, said) as Uint8Array);
    if (!hash.equals(blake2b(slice(bytes, auxiliary), 32))) phase1();
  }
}

function checkCoins(
  one: Case,
  inputs: readonly string[],
  outputs: readonly Paid[],
  fee: bigint,
  by: Set<string>,
): void {
  const free = (ref: string) => {
    const coin = one.coins.get(ref);
    return coin === undefined || coin.isSpent ? undefined : coin;
  };
  if (free(one.nonce) === undefined) refuse(`${P}nonce_not_on_chain`);
  const spent = inputs.map((ref) => free(ref) ?? refuse(`${P}input_not_available`));
  const owners = spent.map(({ address }) => addressBytes(address));
  // The low bit of an address's kind says that a script locks it; kinds from 8 on have no payment key.
  if (owners.some((owner) => ((owner[0] ?? 0) >> 4) % 2 === 1 || (owner[0] ?? 0) >> 4 > 7))
    refuse(`${P}phase1_invalid`);
  if (owners.some((owner) => !by.has(owner.subarray(1, 29).toString("hex")))) refuse(`${P}payer_not_witness`);
  if (one.bytes.length > FEE.bytesMax) refuse(`${P}phase1_invalid`);
  const sum = (list: readonly { readonly lovelace: bigint }[]) =>
    list.reduce((all, { lovelace }) => all + lovelace, 0n);
  if (sum(spent) !== sum(outputs) + fee) refuse(`${P}value_not_conserved`);
  if (fee < FEE.fixed + FEE.perByte * BigInt(one.bytes.length)) refuse(`${P}fee_below_minimum`);
  const isDust = ({ lovelace, bytes }: Paid) => lovelace < (160n + BigInt(bytes)) * FEE.perOutputByte;
  if (outputs.some(isDust)) refuse(`${P}min_utxo_insufficient`);
}

function check(one: Case): undefined {
  const { bytes, nonce } = one;
  if (!/^[0-9a-f]{64}#(0|[1-9][0-9]{0,4})$/.test(nonce)) refuse(`${P}nonce_invalid`);
  const all = readSpan(bytes);
  const [bodySpan, witnessSpan, valid, auxiliary] = all.inside;
  const isShaped = bytes[0] === 0x84;
  if (!isShaped || all.to !== bytes.length || bodySpan === undefined || auxiliary === undefined) return malformed();
  const flag = bytes[valid?.from ?? 0];
  if (flag !== 0xf5 && flag !== 0xf4) return malformed();
  const body = entries(bodySpan, numberOf);
  if ([...body.keys()].some((key) => !BODY_KEYS.has(key))) malformed();
  const witnesses = entries(witnessSpan, numberOf);
  const [inputSpan, outputSpan] = [body.get(0), body.get(1)];
  if (inputSpan === undefined || outputSpan?.major !== 4) return malformed();
  const inputs = members(inputSpan).map((span) => readInput(bytes, span));
  if (inputs.length === 0 || inputs.length > 256 || new Set(inputs).size !== inputs.length) malformed();
  const outputs = outputSpan.inside.map((span) => readOutput(bytes, span));
  const fee = whole(body.get(2));
  const network = body.get(15);
  if (network !== undefined && whole(network) !== 0n) refuse(`${P}network_id_mismatch`);
  const by = signers(bytes, witnesses.get(0), blake2b(slice(bytes, bodySpan), 32));
  if (!inputs.includes(nonce)) refuse(`${P}nonce_not_in_inputs`);
  if (flag === 0xf4) refuse(`${P}phase2_invalid`);
  checkWindow(body, one.now);
  checkPlain(bytes, body, witnesses, auxiliary);
  if (outputs.some(({ isPlain }) => !isPlain)) refuse(`${P}phase1_invalid`);
  const to = addressBytes(one.payTo);
  const paying = outputs.filter(({ address }) => address.equals(to));
  if (paying.length === 0) refuse(`${P}recipient_mismatch`);
  if (!paying.some(({ lovelace }) => lovelace >= one.amount)) refuse(`${P}amount_insufficient`);
  checkCoins(one, inputs, outputs, fee, by);
  return undefined;
}

/** The code of the refusal; null where the payment holds. */
export function judgeAgain(one: Case): string | null {
  try {
    check(one);
    return null;
  } catch (error) {
    // Whatever cannot be read is no transaction.
    return error instanceof Refusal ? error.message : `${P}transaction_decode_failed`;
  }
}
