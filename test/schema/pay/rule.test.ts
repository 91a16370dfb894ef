// Signed transactions against the rules: a plain payment holds, and every mutation is refused with its own code.
import { createPublicKey, verify } from "node:crypto";
import { Decoder, Encoder } from "cbor-x";
import t from "tap";
import { keyHashOf } from "../../../schema/pay/address.ts";
import { makeWallet, signPayment } from "../../../schema/pay/cardano.ts";
import { slotAt } from "../../../schema/pay/network.ts";
import { readTransaction } from "../../../schema/pay/read-transaction.ts";
import { checkLedger, checkTransaction, REASONS, type Reason } from "../../../schema/pay/rule.ts";
import { LOVELACE, type Spendable } from "../../../schema/pay/transaction.ts";
import type { Requirements } from "../../../schema/pay/x402.ts";

const NOW = 1_790_000_000_000;
const SLOT = slotAt("cardano:preprod", NOW);
const payer = makeWallet(Buffer.alloc(32, 7));
const stranger = makeWallet(Buffer.alloc(32, 8));
const seller = makeWallet(Buffer.alloc(32, 9));
const REF = `${"ab".repeat(32)}#1`;
const OTHER = `${"cd".repeat(32)}#0`;
const FEE = 200_000n;
const PARAMETERS = { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, transactionBytesMax: 16_384 };
const OFFER: Requirements = {
  scheme: "exact",
  network: "cardano:preprod",
  amount: "2000000",
  asset: LOVELACE,
  payTo: seller.address,
  maxTimeoutSeconds: 600,
  extra: { confirmationPolicy: { l1Confirmations: 0 } },
};

const spendable = (lovelace: bigint, change: Partial<Spendable> = {}): Spendable => ({
  address: payer.address,
  keyHash: keyHashOf(payer.address),
  value: new Map([[LOVELACE, lovelace]]),
  isSpent: false,
  ...change,
});

type Draft = Partial<Parameters<typeof signPayment>[0]>;
const draft = (change: Draft = {}) =>
  signPayment({
    wallet: payer,
    inputs: [{ ref: REF, lovelace: 10_000_000n }],
    payTo: seller.address,
    amount: 2_000_000n,
    fee: FEE,
    ttl: SLOT + 600,
    ...change,
  }).bytes;

type Case = {
  bytes: Buffer;
  nonce?: string;
  offer?: Partial<Requirements>;
  held?: Map<string, Spendable>;
  now?: number;
};
function judge({ bytes, nonce = REF, offer = {}, held, now = NOW }: Case): Reason | null {
  const transaction = readTransaction(bytes);
  if (transaction === null) return REASONS.decode;
  const early = checkTransaction(transaction, nonce, { ...OFFER, ...offer }, now);
  if (early !== null) return early;
  return checkLedger(transaction, nonce, held ?? new Map([[REF, spendable(10_000_000n)]]), PARAMETERS);
}

t.test("a plain signed payment holds, also one that pays more, ends at once or has a payer ahead of us", async (t) => {
  t.equal(judge({ bytes: draft() }), null);
  t.equal(judge({ bytes: draft({ amount: 3_000_000n }) }), null);
  t.equal(judge({ bytes: draft({ ttl: SLOT + 1 }) }), null);
  t.equal(judge({ bytes: draft({ ttl: SLOT + 605 }) }), null);
});

const CASES: readonly (readonly [string, Reason, (n: number) => Case])[] = [
  ["too little", REASONS.amount, (n) => ({ bytes: draft({ amount: 1_999_999n - BigInt(n) }) })],
  ["to somebody else", REASONS.recipient, (n) => ({ bytes: draft({ payTo: stranger.address, ttl: SLOT + 1 + n }) })],
  ["too late", REASONS.expired, (n) => ({ bytes: draft({ ttl: SLOT - n }) })],
  ["for too long", REASONS.tooFar, (n) => ({ bytes: draft({ ttl: SLOT + 611 + n }) })],
  ["a nonce it does not spend", REASONS.nonceAbsent, (n) => ({ bytes: draft(), nonce: `${"ef".repeat(32)}#${n}` })],
  ["a nonce that is none", REASONS.nonce, (n) => ({ bytes: draft(), nonce: `${REF}0${n}x` })],
  ["a fee below the floor", REASONS.fee, (n) => ({ bytes: draft({ fee: 150_000n - BigInt(n) }) })],
  [
    "inputs the ledger values otherwise",
    REASONS.value,
    (n) => ({ bytes: draft(), held: new Map([[REF, spendable(10_000_001n + BigInt(n))]]) }),
  ],
  [
    "spent inputs",
    REASONS.nonceUnknown,
    (n) => ({ bytes: draft({ ttl: SLOT + 1 + n }), held: new Map([[REF, spendable(10_000_000n, { isSpent: true })]]) }),
  ],
  [
    "a second input that is gone",
    REASONS.input,
    (n) => ({
      bytes: draft({
        ttl: SLOT + 1 + n,
        inputs: [
          { ref: REF, lovelace: 10_000_000n },
          { ref: OTHER, lovelace: 1n },
        ],
      }),
    }),
  ],
  [
    "somebody else's output",
    REASONS.payer,
    (n) => ({
      bytes: draft({ ttl: SLOT + 1 + n }),
      held: new Map([[REF, spendable(10_000_000n, { keyHash: keyHashOf(stranger.address) })]]),
    }),
  ],
  [
    "an output a script locks",
    REASONS.phase1,
    (n) => ({
      bytes: draft({ ttl: SLOT + 1 + n }),
      held: new Map([[REF, spendable(10_000_000n, { keyHash: null })]]),
    }),
  ],
  ["change that is too small", REASONS.minUtxo, (n) => ({ bytes: draft({ amount: 9_300_000n + BigInt(n) }) })],
];

const decoder = new Decoder({ mapsAsObjects: false, useRecords: false });
const encoder = new Encoder({ mapsAsObjects: false, useRecords: false });
type Body = Map<number, unknown>;
const parts = (bytes: Buffer) => decoder.decode(bytes) as [Body, Map<number, unknown>, boolean, unknown];

/** Ed25519 by node:crypto over the id the library computed: a second opinion on the signature. */
function isSigned(bytes: Buffer): boolean {
  const id = readTransaction(bytes)?.id;
  if (id === undefined) return false;
  const [, witnesses] = parts(bytes);
  const raw: unknown = witnesses.get(0);
  const pairs = [
    ...((raw as { value?: unknown }).value === undefined ? (raw as []) : ((raw as { value: [] }).value as [])),
  ];
  return (pairs as [Uint8Array, Uint8Array][]).every(([key, signature]) => {
    const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), key]);
    return verify(null, Buffer.from(id, "hex"), createPublicKey({ key: der, format: "der", type: "spki" }), signature);
  });
}

/** Bytes the second decoder cannot even read are not signed. */
function isReadSigned(bytes: Buffer): boolean {
  try {
    return isSigned(bytes);
  } catch {
    return false;
  }
}

t.test("130 payments that break one rule each are refused with its code, and are well signed", async (t) => {
  for (const [what, reason, make] of CASES) {
    const wrong: unknown[] = [];
    for (let n = 0; n < 10; n++) {
      const made = make(n);
      const said = judge(made);
      if (said !== reason) wrong.push([n, said]);
      if (n % 5 === 0 && !isSigned(made.bytes)) wrong.push([n, "not signed"]);
    }
    t.same(wrong, [], what);
  }
});

t.test("60 flipped bits of body, key or signature never pay; both decoders say so", async (t) => {
  const good = draft();
  const wrong: unknown[] = [];
  for (let n = 0; n < 60; n++) {
    const bytes = Buffer.from(good);
    const at = Math.floor((n * bytes.length) / 60);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (n % 8));
    const said = judge({ bytes });
    if (said === null) wrong.push([at, "taken"]);
    if (said === REASONS.signature && isReadSigned(bytes)) wrong.push([at, "node:crypto takes the signature"]);
  }
  t.same(wrong, []);
});

t.test(
  "what is signed but not a plain payment is refused: mint, withdrawal, failed scripts, other networks",
  async (t) => {
    const [body, witnesses] = parts(draft());
    const made = (change: (body: Body) => void, isValid = true) => {
      const copy = new Map(body);
      change(copy);
      return Buffer.from(encoder.encode([copy, witnesses, isValid, null]));
    };
    t.equal(judge({ bytes: made(() => undefined, false) }), REASONS.phase2, "a payment whose scripts fail");
    t.equal(judge({ bytes: made((b) => b.set(15, 1)) }), REASONS.networkId, "mainnet in the body");
    t.equal(judge({ bytes: Buffer.concat([draft(), Buffer.from([0])]) }), REASONS.decode, "a byte behind the end");
    t.equal(
      judge({ bytes: made((b) => b.delete(3)) }),
      REASONS.signature,
      "a lifted time limit is not what was signed",
    );
    t.equal(judge({ bytes: Buffer.from("80", "hex") }), REASONS.decode, "no transaction");
  },
);
