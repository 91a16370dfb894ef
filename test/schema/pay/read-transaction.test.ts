// The reader of signed transactions: as the Cardano library reads what payers write, and unmoved by what nobody should.
import { isDeepStrictEqual } from "node:util";
import t from "tap";
import { addressBytes, addressText, keyHashOf } from "../../../schema/pay/address.ts";
import { makeWallet } from "../../../schema/pay/cardano.ts";
import { type Library, withLibrary } from "../../../schema/pay/cardano-library.ts";
import { DEPTH_MAX, ITEMS_MAX, readItem } from "../../../schema/pay/cbor-item.ts";
import { readMetadata } from "../../../schema/pay/metadata.ts";
import { readTransaction, WITNESSES_MAX } from "../../../schema/pay/read-transaction.ts";
import { LOVELACE } from "../../../schema/pay/transaction.ts";
import { blake2b } from "../../support/payment/blake2b.ts";
import { type Cbor, head } from "../../support/payment/cbor.ts";
import { type Draft, draftOf, openDraw, payer, stranger, write } from "../../support/payment/drafted-payment.ts";
import { hostileTransactions } from "../../support/payment/hostile.ts";

const SEED = 13;
const DEPTHS = [10, 33, 100, 1_000, 1_400, 3_000, 10_000, 100_000];

/** The same facts by the library. */
function readByLibrary(csl: Library, bytes: Buffer) {
  const transaction = csl.FixedTransaction.from_bytes(bytes);
  const body = transaction.body();
  const [inputs, outputs] = [body.inputs(), body.outputs()];
  const list = <T>(length: number, make: (at: number) => T) => Array.from({ length }, (_, at) => make(at));
  const slot = (value: { to_str(): string } | undefined) => (value === undefined ? null : Number(value.to_str()));
  return {
    id: transaction.transaction_hash().to_hex(),
    isValid: transaction.is_valid(),
    networkId: body.network_id()?.kind() ?? null,
    inputs: list(inputs.len(), (at) => `${inputs.get(at).transaction_id().to_hex()}#${inputs.get(at).index()}`).sort(),
    outputs: list(outputs.len(), (at) => {
      const output = outputs.get(at);
      const assets: [string, bigint][] = [];
      const held = output.amount().multiasset();
      const policies = held?.keys();
      for (let p = 0; p < (policies?.len() ?? 0); p++) {
        const policy = policies?.get(p);
        const names = policy && held?.get(policy)?.keys();
        for (let n = 0; n < (names?.len() ?? 0); n++) {
          const name = names?.get(n);
          if (policy === undefined || name === undefined || held === undefined) continue;
          const unit = `${policy.to_hex()}${Buffer.from(name.name()).toString("hex")}`;
          assets.push([unit, BigInt(held.get_asset(policy, name).to_str())]);
        }
      }
      const coin = BigInt(output.amount().coin().to_str());
      return { address: output.address().to_bech32(), lovelace: coin, assets: assets.sort() };
    }),
    fee: BigInt(body.fee().to_str()),
    ttl: slot(body.ttl_bignum()),
    validFrom: slot(body.validity_start_interval_bignum()),
    signers: list(transaction.witness_set().vkeys()?.len() ?? 0, (at) =>
      transaction.witness_set().vkeys()?.get(at).vkey().public_key().hash().to_hex(),
    ),
  };
}

function readByUs(bytes: Buffer) {
  const read = readTransaction(bytes);
  if (read === null) return null;
  const { id, isValid, networkId, fee, ttl, validFrom } = read;
  return {
    ...{ id, isValid, networkId, fee, ttl, validFrom },
    inputs: [...read.inputs].sort(),
    outputs: read.outputs.map(({ address, value }) => ({
      address,
      lovelace: value.get(LOVELACE),
      assets: [...value].filter(([unit]) => unit !== LOVELACE).sort(),
    })),
    signers: read.witnesses.map(({ keyHash }) => keyHash),
  };
}

/** Coins with tokens of a policy or two. */
function giveTokens(draft: Draft, draw: ReturnType<typeof openDraw>): void {
  const output = draft.outputs[draw(draft.outputs.length)];
  if (output === undefined) return;
  const names = () =>
    new Map<Cbor, Cbor>(Array.from({ length: 1 + draw(3) }, (_, at) => [Buffer.alloc(draw(33), at + 1), 1 + draw(9)]));
  const assets = new Map<Cbor, Cbor>(
    Array.from({ length: 1 + draw(2) }, (_, at) => [Buffer.alloc(28, at + 1), names()]),
  );
  Object.assign(output, { lovelace: [output.lovelace, assets] });
}

t.test("400 payments of every form a payer may write read as the Cardano library reads them", async (t) => {
  const draw = openDraw(SEED);
  const wrong: unknown[] = [];
  for (let n = 0; n < 400; n++) {
    const draft = draftOf(draw);
    if (n % 2 === 1) giveTokens(draft, draw);
    if (n % 5 === 0) draft.signers.push(stranger);
    const { bytes } = write(draft);
    const [ours, theirs] = [readByUs(bytes), withLibrary((csl) => readByLibrary(csl, bytes))];
    if (!isDeepStrictEqual(ours, theirs)) wrong.push([n, ours, theirs]);
    const extras = readTransaction(bytes)?.extras;
    if (extras?.length !== 0) wrong.push([n, extras]);
  }
  t.same(wrong.slice(0, 2), []);
});

t.test("addresses of every kind are as the library writes them; what is altered is none", async (t) => {
  const draw = openDraw(SEED);
  const hash = () => Buffer.from(Array.from({ length: 28 }, () => draw(256)));
  for (let kind = 0; kind < 8; kind++) {
    for (const network of [0, 1]) {
      const tail = kind < 4 ? hash() : kind < 6 ? Buffer.from([5, 2, 1]) : Buffer.alloc(0);
      const raw = Buffer.concat([Buffer.from([(kind << 4) | network]), hash(), tail]);
      const text = withLibrary((csl) => csl.Address.from_bytes(raw).to_bech32());
      t.equal(addressText(raw), text);
      t.same(addressBytes(text), raw);
      const key = withLibrary((csl) => csl.Address.from_bech32(text).payment_cred()?.to_keyhash()?.to_hex() ?? null);
      t.equal(keyHashOf(text), key);
      const at = 12 + draw(text.length - 12);
      const other = text[at] === "q" ? "p" : "q";
      t.equal(addressBytes(`${text.slice(0, at)}${other}${text.slice(at + 1)}`), null, "a changed letter");
    }
  }
  for (const text of ["", "addr1", "addr_test1", "addr1qqqqqq", "a".repeat(100_000), `addr1${"q".repeat(100_000)}`]) {
    t.equal(keyHashOf(text), null);
  }
  t.equal(keyHashOf(payer.address), blake2b(payer.open, 28).toString("hex"));
});

t.test("metadata read as the library shows them", async (t) => {
  const metadata: Cbor = new Map<Cbor, Cbor>([
    [674, new Map<Cbor, Cbor>([["msg", ["a payment", 7, -3, Buffer.from([1, 255])]]])],
    [1, 18_446_744n],
  ]);
  const draft = { ...draftOf(openDraw(1)), auxiliary: metadata };
  const { bytes } = write(draft);
  t.same(readMetadata(bytes), [
    { label: "674", json_metadata: { msg: ["a payment", 7, -3, "0x01ff"] } },
    { label: "1", json_metadata: 18_446_744 },
  ]);
  t.same(readMetadata(write({ ...draft, auxiliary: null }).bytes), []);
});

t.test("an item is as deep and as many as a payment may be, and no more", async (t) => {
  const deep = (levels: number) => Buffer.concat([Buffer.alloc(levels - 1, 0x81), Buffer.from([0])]);
  t.ok(readItem(deep(DEPTH_MAX)));
  t.equal(readItem(deep(DEPTH_MAX + 1)), null);
  const wide = (count: number) => Buffer.concat([head(4, BigInt(count)), Buffer.alloc(count)]);
  t.ok(readItem(wide(ITEMS_MAX - 1)));
  t.equal(readItem(wide(ITEMS_MAX)), null);
  t.equal(readItem(Buffer.from([0, 0])), null, "one item, not two");
  t.equal(readItem(Buffer.from([0xbf, 0, 0xff])), null, "a name without a value");
});

t.test("nobody pays for checks of more signatures than a payment needs", async (t) => {
  const draft = draftOf(openDraw(2));
  draft.signers = Array.from({ length: WITNESSES_MAX }, () => payer);
  t.equal(readTransaction(write(draft).bytes)?.witnesses.length, WITNESSES_MAX);
  draft.signers.push(payer);
  t.equal(readTransaction(write(draft).bytes), null);
});

t.test("no hostile transaction is a payment, ends the reader, or costs more than a few payments", async (t) => {
  const corpus = hostileTransactions(openDraw(SEED), DEPTHS);
  t.ok(corpus.length >= 200, `${corpus.length} transactions`);
  const draw = openDraw(SEED);
  const plain = corpus.map(() => write(draftOf(draw)).bytes);
  const costOf = (work: () => void) => {
    const from = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  };
  const readPlain = () => {
    for (const bytes of plain) t.not(readTransaction(bytes), null);
  };
  readPlain();
  const taken: string[] = [];
  const hostile = costOf(() => {
    for (const { what, bytes } of corpus) {
      const read = readTransaction(bytes);
      // Ten lists deep are metadata like any other.
      const isSigned = read !== null && read.witnesses.length > 0;
      if (isSigned && read.extras.length === 0 && Number.parseInt(what, 10) > DEPTH_MAX) taken.push(what);
    }
  });
  const reference = costOf(readPlain);
  t.comment(`${hostile} ms for ${corpus.length} hostile, ${reference} ms for as many payments`);
  t.same(taken, []);
  t.ok(hostile < reference * 5, `${hostile} ms against ${reference} ms`);
});

t.test(
  "where the library fails in a way it does not document, that use ends and the next one has another",
  async (t) => {
    const before = withLibrary((csl) => csl);
    const draft = draftOf(openDraw(3));
    draft.witnesses.set(0, [null]);
    const { bytes } = write(draft);
    t.throws(() => withLibrary((csl) => csl.FixedTransaction.from_bytes(bytes)), { code: "upstream_unavailable" });
    t.equal(readTransaction(bytes), null);
    t.not(
      withLibrary((csl) => csl),
      before,
    );
    t.equal(makeWallet(Buffer.alloc(32, 7)).address, payer.address, "the next use works");
    const same = withLibrary((csl) => csl);
    t.throws(() => withLibrary((csl) => csl.Address.from_bech32("none")));
    t.equal(
      withLibrary((csl) => csl),
      same,
      "a refusal is no failure",
    );
  },
);
