// Ways to break one rule each of a payment that holds.
import { type Cbor, encode, Raw, Tagged } from "./cbor.ts";
import {
  AMOUNT,
  coin,
  type Draft,
  type Draw,
  hex,
  type Output,
  P,
  payer,
  SCRIPT_ADDRESS,
  SLOT,
  seller,
  stranger,
} from "./drafted-payment.ts";
import type { Coin } from "./second-opinion.ts";

const paying = (draft: Draft): Output =>
  draft.outputs.find(({ raw }) => raw === seller.raw) ?? (draft.outputs[0] as Output);
const change = (draft: Draft): Output =>
  draft.outputs.find(({ raw }) => raw === payer.raw) ?? (draft.outputs[0] as Output);
/** Moves coins between what is paid and what comes back. */
function pay(draft: Draft, lovelace: bigint): void {
  change(draft).lovelace += paying(draft).lovelace - lovelace;
  paying(draft).lovelace = lovelace;
}
const first = (draft: Draft) => draft.inputs[0] ?? { id: "", index: 0, coin: null, isListed: true };
const addInput = (draft: Draft, draw: Draw, held: Coin | null) =>
  draft.inputs.push({ id: hex(draw), index: draw(9), coin: held, isListed: true });
const POLICY = Buffer.alloc(28, 3);
const reward = Buffer.concat([Buffer.from([0xe0]), payer.raw.subarray(1)]);

type Mutation = (draft: Draft, draw: Draw) => void;
const bodyKey =
  (key: number, value: Cbor): Mutation =>
  ({ body }) => {
    body.set(key, value);
  };

/** What is changed, the code that must come of it, and the change. */
const BROKEN: readonly (readonly [what: string, code: string, change: Mutation])[] = [
  ["pays too little", "amount_insufficient", (d, draw) => pay(d, AMOUNT - 1n - BigInt(draw(900_000)))],
  [
    "pays a token instead",
    "amount_insufficient",
    (d) => {
      pay(d, 1_200_000n);
    },
  ],
  [
    "pays in two pieces",
    "amount_insufficient",
    (d, draw) => {
      const piece = 1_000_000n + BigInt(draw(900_000));
      pay(d, piece);
      change(d).lovelace -= 1_000_000n;
      d.outputs.push({ raw: seller.raw, lovelace: 1_000_000n, isMap: false });
    },
  ],
  [
    "pays somebody else",
    "recipient_mismatch",
    (d) => {
      paying(d).raw = stranger.raw;
    },
  ],
  [
    "pays the same hash on mainnet",
    "recipient_mismatch",
    (d) => {
      paying(d).raw = Buffer.concat([Buffer.from([0x61]), seller.raw.subarray(1)]);
    },
  ],
  ["is of mainnet", "network_id_mismatch", bodyKey(15, 1)],
  ["is too late", "ttl_expired", (d, draw) => d.body.set(3, SLOT - draw(5_000))],
  ["holds for too long", "ttl_too_far", (d, draw) => d.body.set(3, SLOT + 611 + draw(100_000))],
  ["holds for ever", "ttl_too_far", (d) => d.body.delete(3)],
  ["begins later", "not_yet_valid", (d, draw) => d.body.set(8, SLOT + 1 + draw(300))],
  [
    "has a flipped bit in a signature",
    "invalid_signature",
    (d, draw) => {
      const [at, bit] = [draw(64), draw(8)];
      d.forge = (signature) => {
        signature[at] = (signature[at] ?? 0) ^ (1 << bit);
        return signature;
      };
    },
  ],
  [
    "is signed with another key than it shows",
    "invalid_signature",
    (d) => {
      d.signers = [{ open: payer.open, key: stranger.key }];
    },
  ],
  [
    "was changed after it was signed",
    "invalid_signature",
    (d) => {
      d.spoil = (bytes) => {
        const [copy, fee] = [Buffer.from(bytes), encode(d.fee)];
        const at = copy.indexOf(fee) + fee.length - 1;
        copy[at] = (copy[at] ?? 0) ^ 1;
        return copy;
      };
    },
  ],
  [
    "is signed by nobody",
    "unsigned",
    (d) => {
      d.signers = [];
    },
  ],
  [
    "is signed by a stranger",
    "payer_not_witness",
    (d) => {
      d.signers = [stranger];
    },
  ],
  [
    "spends what is not the payer's",
    "payer_not_witness",
    (d, draw) => {
      addInput(d, draw, coin(3_000_000n, stranger.address));
      change(d).lovelace += 3_000_000n;
    },
  ],
  ["spends what no ledger knows", "input_not_available", (d, draw) => addInput(d, draw, null)],
  [
    "spends what was spent",
    "input_not_available",
    (d, draw) => {
      addInput(d, draw, { ...coin(3_000_000n), isSpent: true });
      change(d).lovelace += 3_000_000n;
    },
  ],
  [
    "spends what a script locks",
    "phase1_invalid",
    (d, draw) => {
      addInput(d, draw, coin(3_000_000n, SCRIPT_ADDRESS));
      change(d).lovelace += 3_000_000n;
    },
  ],
  ["spends one more than it says", "value_not_conserved", (d, draw) => addInput(d, draw, coin(3_000_000n))],
  [
    "gives back more than there is",
    "value_not_conserved",
    (d, draw) => {
      change(d).lovelace += 1n + BigInt(draw(1_000_000));
    },
  ],
  ["names an input twice", "transaction_decode_failed", (d) => d.inputs.push(first(d))],
  [
    "has no input",
    "transaction_decode_failed",
    (d) => {
      d.nonce = `${first(d).id}#${first(d).index}`;
      d.inputs = [];
    },
  ],
  [
    "has a spent nonce",
    "nonce_not_on_chain",
    (d) => {
      first(d).coin = { ...coin(6_000_000n), isSpent: true };
    },
  ],
  [
    "has a nonce it does not spend",
    "nonce_not_in_inputs",
    (d, draw) => {
      d.nonce = `${hex(draw)}#0`;
    },
  ],
  [
    "has a nonce in capitals",
    "nonce_invalid",
    (d) => {
      d.nonce = `${"AB".repeat(32)}#0`;
    },
  ],
  [
    "has a nonce with a leading zero",
    "nonce_invalid",
    (d) => {
      d.nonce = `${first(d).id}#0${first(d).index}`;
    },
  ],
  [
    "pays a fee below the floor",
    "fee_below_minimum",
    (d, draw) => {
      const less = d.fee - 155_000n + BigInt(draw(5_000));
      d.fee -= less;
      change(d).lovelace += less;
    },
  ],
  [
    "gives back dust",
    "min_utxo_insufficient",
    (d, draw) => {
      pay(d, paying(d).lovelace + change(d).lovelace - 100_000n - BigInt(draw(500_000)));
    },
  ],
  [
    "says that its scripts fail",
    "phase2_invalid",
    (d) => {
      d.isValid = false;
    },
  ],
  [
    "carries a datum",
    "phase1_invalid",
    (d) => {
      paying(d).more = [[2, [1, new Tagged(24, encode(42))]]];
    },
  ],
  [
    "carries the hash of a datum",
    "phase1_invalid",
    (d) => {
      paying(d).more = [[2, [0, Buffer.alloc(32, 5)]]];
    },
  ],
  [
    "carries a script",
    "phase1_invalid",
    (d) => {
      const native = [0, [0, payer.raw.subarray(1)]] as const;
      change(d).more = [[3, new Tagged(24, encode(native))]];
    },
  ],
  ["mints", "phase1_invalid", bodyKey(9, new Map([[POLICY, new Map([[Buffer.from("x"), 5]])]]))],
  ["withdraws", "phase1_invalid", bodyKey(5, new Map([[reward, 1_000_000]]))],
  ["registers a stake key", "phase1_invalid", bodyKey(4, [[0, [0, payer.raw.subarray(1)]]])],
  ["donates", "phase1_invalid", bodyKey(22, 1_000_000)],
  ["names a treasury", "phase1_invalid", bodyKey(21, 1_000_000)],
  ["has collateral", "phase1_invalid", bodyKey(13, [[Buffer.alloc(32, 6), 0]])],
  ["returns collateral", "phase1_invalid", bodyKey(16, [payer.raw, 2_000_000])],
  ["counts collateral", "phase1_invalid", bodyKey(17, 2_000_000)],
  ["looks at other outputs", "phase1_invalid", bodyKey(18, [[Buffer.alloc(32, 6), 0]])],
  ["wants other signers", "phase1_invalid", bodyKey(14, [stranger.raw.subarray(1)])],
  ["has data of scripts", "phase1_invalid", bodyKey(11, Buffer.alloc(32, 4))],
  [
    "brings a script",
    "phase1_invalid",
    (d) => {
      d.witnesses.set(1, [[0, payer.raw.subarray(1)]]);
    },
  ],
  [
    "brings data",
    "phase1_invalid",
    (d) => {
      d.witnesses.set(4, [42]);
    },
  ],
  [
    "has auxiliary data nobody vouches for",
    "phase1_invalid",
    (d) => {
      d.auxiliary = new Map([[1, "x"]]);
      d.body.set(7, Buffer.alloc(32, 1));
    },
  ],
  [
    "vouches for auxiliary data that is not there",
    "phase1_invalid",
    (d) => {
      d.auxiliary = null;
      d.body.set(7, Buffer.alloc(32, 1));
    },
  ],
  [
    "is larger than the ledger takes",
    "phase1_invalid",
    (d) => {
      d.auxiliary = new Map([[1, Array.from({ length: 270 }, () => Buffer.alloc(62, 1))]]);
      pay(d, AMOUNT);
      change(d).lovelace -= 900_000n;
      d.fee += 900_000n;
    },
  ],
  [
    "is cut off",
    "transaction_decode_failed",
    (d, draw) => {
      d.spoil = (bytes) => bytes.subarray(0, bytes.length - 1 - draw(bytes.length - 1));
    },
  ],
  [
    "has bytes behind its end",
    "transaction_decode_failed",
    (d, draw) => {
      d.spoil = (bytes) => Buffer.concat([bytes, Buffer.alloc(1 + draw(9))]);
    },
  ],
  [
    "has no length",
    "transaction_decode_failed",
    (d) => {
      d.spoil = (bytes) => Buffer.concat([Buffer.from([0x9f]), bytes.subarray(1), Buffer.from([0xff])]);
    },
  ],
  [
    "has a longer length than it needs",
    "transaction_decode_failed",
    (d) => {
      d.spoil = (bytes) => Buffer.concat([Buffer.from([0x98, 4]), bytes.subarray(1)]);
    },
  ],
  [
    "has three parts",
    "transaction_decode_failed",
    (d) => {
      d.auxiliary = null;
      d.spoil = (bytes) => Buffer.concat([Buffer.from([0x83]), bytes.subarray(1, -1)]);
    },
  ],
  [
    "has a body with a key twice",
    "transaction_decode_failed",
    (d) => {
      const fee = encode(d.fee);
      // Two more members than the map has keys: the fee once more, under the same key.
      d.body.set(2, new Raw(Buffer.concat([fee, Buffer.from([2]), fee])));
      d.spoil = (bytes) => {
        const copy = Buffer.from(bytes);
        copy[1] = (copy[1] ?? 0) + 1;
        return copy;
      };
    },
  ],
  ["has a key no body has", "transaction_decode_failed", bodyKey(99, 1)],
  ["has a fee that is no number", "transaction_decode_failed", bodyKey(2, Buffer.from([1]))],
  ["has a negative fee", "transaction_decode_failed", bodyKey(2, -5)],
  [
    "has an output without coins",
    "transaction_decode_failed",
    (d) => {
      d.body.set(1, [[seller.raw]]);
    },
  ],
  [
    "has an input with a short id",
    "transaction_decode_failed",
    (d) => {
      const { id, index } = first(d);
      d.body.set(0, [[Buffer.from(id, "hex").subarray(1), index]]);
    },
  ],
];
export const MUTATIONS = BROKEN.map(([what, code, change]) => [what, `${P}${code}`, change] as const);
