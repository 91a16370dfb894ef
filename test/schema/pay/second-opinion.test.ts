// Our verification and a second one that shares no code with it, over payments that hold and payments that break one rule.
import t from "tap";
import { keyHashOf } from "../../../schema/pay/address.ts";
import { readTransaction } from "../../../schema/pay/read-transaction.ts";
import { checkLedger, checkTransaction, REASONS } from "../../../schema/pay/rule.ts";
import { LOVELACE, type Spendable } from "../../../schema/pay/transaction.ts";
import { draftOf, NOW, openDraw, write } from "../../support/payment/drafted-payment.ts";
import { MUTATIONS } from "../../support/payment/mutation.ts";
import { type Case, judgeAgain } from "../../support/payment/second-opinion.ts";

const PARAMETERS = { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, transactionBytesMax: 16_384 };
const SEED = 402;
const MUTATED = 1_020;
const FLIPPED = 300;

function judge({ bytes, nonce, payTo, amount, coins }: Case): string | null {
  const transaction = readTransaction(bytes);
  if (transaction === null) return REASONS.decode;
  const offer = { scheme: "exact", network: "cardano:preprod", amount: `${amount}`, asset: LOVELACE, payTo };
  const early = checkTransaction(transaction, nonce, { ...offer, maxTimeoutSeconds: 600 }, NOW);
  if (early !== null) return early;
  const spendable = new Map<string, Spendable>();
  for (const [ref, { address, lovelace, isSpent }] of coins) {
    spendable.set(ref, { address, keyHash: keyHashOf(address), value: new Map([[LOVELACE, lovelace]]), isSpent });
  }
  return checkLedger(transaction, nonce, spendable, PARAMETERS);
}

t.test("200 payments of every form a payer may write hold for both", async (t) => {
  const draw = openDraw(SEED);
  const wrong: unknown[] = [];
  for (let n = 0; n < 200; n++) {
    const made = write(draftOf(draw));
    const [ours, theirs] = [judge(made), judgeAgain(made)];
    if (ours !== null || theirs !== null) wrong.push([n, ours, theirs, made.bytes.toString("hex")]);
  }
  t.same(wrong, []);
});

t.test("1,020 mutated payments are refused with the right code by both", async (t) => {
  const draw = openDraw(SEED + 1);
  const wrong = new Map<string, unknown>();
  for (let n = 0; n < MUTATED; n++) {
    const [what, code, change] = MUTATIONS[n % MUTATIONS.length] ?? (["", "", () => undefined] as const);
    const draft = draftOf(draw);
    change(draft, draw);
    const made = write(draft);
    const [ours, theirs] = [judge(made), judgeAgain(made)];
    if (ours !== code || theirs !== code) wrong.set(what, { code, ours, theirs, bytes: made.bytes.toString("hex") });
  }
  t.same([...wrong], []);
});

t.test("300 payments with a flipped bit anywhere hold for neither", async (t) => {
  const draw = openDraw(SEED + 2);
  const wrong: unknown[] = [];
  let same = 0;
  for (let n = 0; n < FLIPPED; n++) {
    const made = write(draftOf(draw));
    const [at, bit] = [draw(made.bytes.length), draw(8)];
    made.bytes[at] = (made.bytes[at] ?? 0) ^ (1 << bit);
    const [ours, theirs] = [judge(made), judgeAgain(made)];
    if (ours === null || theirs === null) wrong.push([n, at, bit, ours, theirs, made.bytes.toString("hex")]);
    if (ours === theirs) same += 1;
  }
  t.same(wrong, []);
  // What one cannot read the other may read and find badly signed; a bit can do both.
  t.ok(same > 0.85 * FLIPPED, `for the same reason: ${same} of ${FLIPPED}`);
});
