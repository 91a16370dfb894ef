// Seeded Cardano payments, written byte by byte.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { keyHashOf } from "../../../schema/pay/address.ts";
import { makeWallet } from "../../../schema/pay/cardano.ts";
import { blake2b } from "./blake2b.ts";
import { type Cbor, encode, Raw, Tagged } from "./cbor.ts";
import type { Case, Coin } from "./second-opinion.ts";

export const NOW = 1_790_000_000_000;
export const SLOT = 86_400 + Math.floor((NOW - 1_655_769_600_000) / 1_000);
export const AMOUNT = 2_000_000n;
export const P = "invalid_exact_cardano_payload_";

export type Draw = (below: number) => number;

/** Numbers below a bound, the same for the same seed (mulberry32). */
export function openDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const person = (byte: number) => {
  const seed = Buffer.alloc(32, byte);
  const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const key = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  const open = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32);
  const hash = Buffer.from(blake2b(open, 28));
  return { key, open, raw: Buffer.concat([Buffer.from([0x60]), hash]), address: makeWallet(seed).address };
};
export const payer = person(7);
export const stranger = person(8);
export const seller = person(9);
if (keyHashOf(payer.address) !== payer.raw.subarray(1).toString("hex"))
  throw new Error("the hash of a key is not that");
/** Locked by a script: the same hash under another kind of address. */
export const SCRIPT_ADDRESS = "addr_test1wpnlxv2xv9a9ucvnvzqakwepzl9ltx7jzgm53av2e9ncv4sysemm8";

export type Output = { raw: Buffer; lovelace: bigint; more?: readonly (readonly [number, Cbor])[]; isMap: boolean };
export type Draft = {
  inputs: { id: string; index: number; coin: Coin | null; isListed: boolean }[];
  outputs: Output[];
  fee: bigint;
  body: Map<number, Cbor>;
  witnesses: Map<number, Cbor>;
  signers: { open: Buffer; key: KeyObject }[];
  isTagged: boolean;
  isValid: boolean;
  auxiliary: Cbor;
  nonce: string | null;
  /** Last change to the finished bytes. */
  spoil(bytes: Buffer): Buffer;
  /** Last change to a signature. */
  forge(signature: Buffer): Buffer;
};

export const hex = (draw: Draw) => Buffer.from(Array.from({ length: 32 }, () => draw(256))).toString("hex");
export const coin = (lovelace: bigint, address = payer.address): Coin => ({ address, lovelace, isSpent: false });

/** A payment that holds, of any of the forms a payer may write. */
export function draftOf(draw: Draw): Draft {
  const count = 1 + draw(3);
  const inputs = Array.from({ length: count }, () => ({
    id: hex(draw),
    index: draw(40),
    coin: coin(6_000_000n + BigInt(draw(5_000_000))),
    isListed: true,
  }));
  const fee = 200_000n + BigInt(draw(50_000));
  const paid = AMOUNT + BigInt(draw(3) === 0 ? draw(1_000_000) : 0);
  const rest = inputs.reduce((sum, input) => sum + input.coin.lovelace, 0n) - fee - paid;
  const isMap = draw(2) === 0;
  const outputs: Output[] = [
    { raw: seller.raw, lovelace: paid, isMap },
    { raw: payer.raw, lovelace: rest, isMap },
  ];
  if (draw(2) === 0) outputs.reverse();
  const body = new Map<number, Cbor>([[3, SLOT + 1 + draw(605)]]);
  if (draw(3) === 0) body.set(8, SLOT - draw(1_000));
  if (draw(3) === 0) body.set(15, 0);
  const auxiliary: Cbor = draw(4) === 0 ? new Map([[674, new Map([["msg", ["a payment"]]])]]) : null;
  return {
    inputs,
    outputs,
    fee,
    body,
    witnesses: new Map(),
    signers: [payer],
    isTagged: draw(2) === 0,
    isValid: true,
    auxiliary,
    nonce: null,
    spoil: (bytes) => bytes,
    forge: (signature) => signature,
  };
}

function writeOutput({ raw, lovelace, more = [], isMap }: Output): Cbor {
  if (isMap || more.length > 0) return new Map<Cbor, Cbor>([[0, raw], [1, lovelace], ...more]);
  return [raw, lovelace];
}

/** Signs and writes what the draft says. */
export function write(draft: Draft): Case {
  const set = (list: readonly Cbor[]): Cbor => (draft.isTagged ? new Tagged(258, list) : list);
  const listed = draft.inputs.map(({ id, index }): Cbor => [Buffer.from(id, "hex"), index]);
  const auxiliary = encode(draft.auxiliary);
  const body = new Map<Cbor, Cbor>([
    [0, set(listed)],
    [1, draft.outputs.map(writeOutput)],
    [2, draft.fee],
  ]);
  if (draft.auxiliary !== null) body.set(7, Buffer.from(blake2b(auxiliary, 32)));
  for (const [key, value] of draft.body) body.set(key, value);
  const raw = encode(body);
  const id = blake2b(raw, 32);
  const signed = draft.signers.map(({ open, key }): Cbor => [open, draft.forge(sign(null, id, key))]);
  const witnesses = new Map<Cbor, Cbor>(signed.length === 0 ? [] : [[0, set(signed)]]);
  for (const [key, value] of draft.witnesses) witnesses.set(key, value);
  const bytes = encode([new Raw(raw), witnesses, draft.isValid, new Raw(auxiliary)]);
  const [first] = draft.inputs;
  const coins = new Map<string, Coin>();
  for (const { id: of, index, coin: held } of draft.inputs) if (held !== null) coins.set(`${of}#${index}`, held);
  return {
    bytes: draft.spoil(bytes),
    nonce: draft.nonce ?? `${first?.id}#${first?.index}`,
    payTo: seller.address,
    amount: AMOUNT,
    coins,
    now: NOW,
  };
}
