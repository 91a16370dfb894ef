// Addresses as the simulated nodes tell them: balances, counts and moves are the ledger's at the block of the answer.
import { bech32 } from "@scure/base";
import t from "tap";
import { MULTICALL3 } from "../../../ingest/chain/evm/multicall.ts";
import type { AddressMove, AddressReading } from "../../../ingest/chain/reading.ts";
import { tokenAccountOf } from "../../../ingest/chain/sol/node.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { LABELS } from "../../../schema/label/index.ts";
import { readAddress } from "../../../schema/token/address.ts";
import { createBtcLedger } from "../../../scripts/sandbox/chain/btc-ledger.ts";
import type { DayMove } from "../../../scripts/sandbox/chain/day-ledger.ts";
import { createEvmLedger, type EvmLedger } from "../../../scripts/sandbox/chain/evm-ledger.ts";
import {
  adaAddresses,
  adaBalance,
  CARRIED,
  createAdaLedger,
  REMEMBERED_BLOCKS,
} from "../../../scripts/sandbox/chain/koios.ts";
import { createSolLedger, solAddresses } from "../../../scripts/sandbox/chain/solana.ts";
import { BASE } from "../../support/base.ts";
import { known, model, NODES, openChain, without } from "../../support/chain-look.ts";

const WEEK_MS = 7 * DAY_MS;
const ADDRESSES = 30;
const ROUNDS_MAX = 6;

const unitsOf = (reading: AddressReading, token: string): bigint =>
  known(reading.holdings)?.find((one) => one.token === token)?.units ?? 0n;

type Seen = { readonly tx: string; readonly token: string; readonly units: bigint; readonly at: number };
const plain = (moves: readonly Seen[]) =>
  moves.map(({ tx, token, units, at }) => `${at} ${tx} ${token} ${units}`).sort((a, b) => (a < b ? -1 : 1));
const since = (moves: readonly AddressMove[], from: number) => moves.filter(({ at }) => at >= from);
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

function evmTruth(ledger: EvmLedger, addresses: ReadonlySet<string>, from: number, to: number) {
  const found = new Map<string, Seen[]>([...addresses].map((address) => [address, []]));
  for (let height = from; height <= to; height += 1) {
    for (const { token, index, amount, ...ends } of ledger.transfers(height)) {
      if (token.contract === null) continue;
      const [sender, receiver] = [ledger.addressOf(ends.from), ledger.addressOf(ends.to)];
      const tx = ledger.transactionHash(height, index);
      const move = { tx, token: token.asset.token.id, at: ledger.timeOf(height) };
      found.get(sender)?.push({ ...move, units: -amount });
      if (receiver !== sender) found.get(receiver)?.push({ ...move, units: amount });
    }
  }
  return found;
}

for (const [chain, days] of [
  ["eth", 0.5],
  ["bsc", 0.1],
] as const) {
  t.test(`${chain}: one block, all tracked balances, the nonce and token moves`, async (t) => {
    const inspect = await openChain(t, chain);
    const ledger = createEvmLedger(model, chain);
    const strangers = range(ADDRESSES).map((i) => ledger.addressOf(-1 - i));
    const labelled = LABELS[chain].slice(0, 3).map(({ address }) => address);
    // Moves of exchanges' wallets are taken from the scans.
    const isLabelled = (address: string) => labelled.includes(address);
    const head = ledger.heightAt(BASE);
    const first = head - Math.round((days * DAY_MS) / ledger.chain.blockMs);
    const truth = evmTruth(ledger, new Set(strangers), first, head);
    for (const [i, address] of [...strangers, ...labelled].entries()) {
      // More than is compared of a few: of the slower chain days, of the faster one a week, which is too much at once.
      const isWeek = i < 3;
      const spanMs = isWeek ? (chain === "eth" ? 2 * DAY_MS : WEEK_MS) : days * DAY_MS;
      const { reading, tip, rounds } = await inspect(address, "account", !isLabelled(address), spanMs);
      t.equal(tip.number, head);
      t.equal(reading.block.hash, ledger.blockHash(head));
      t.equal(reading.pinned, true);
      t.ok(rounds <= ROUNDS_MAX, `${rounds} rounds`);
      t.equal(known(reading.count), ledger.nonce(address, head));
      const kind = ledger.isContract(address) ? "contract" : "eoa";
      t.equal(known(reading.kind), kind);
      if (reading.contract) t.equal(known(reading.contract.isProxy), ledger.implementationOf(address) !== null);
      t.same(
        ledger.tokens.filter(
          (token) => unitsOf(reading, token.asset.token.id) !== ledger.balance(token, address, head),
        ),
        [],
        "balances",
      );
      if (isLabelled(address)) continue;
      const from = Math.max(ledger.timeOf(first), (reading.moves.length === 60 && reading.moves.at(-1)?.at) || 0);
      const moved = (truth.get(address) ?? []).filter(({ at }) => at > from);
      t.same(plain(reading.moves.filter(({ at }) => at > from)), plain(moved), `${moved.length} moves`);
      const [span] = reading.spans;
      t.equal(span?.assets, "tokens");
      t.ok((span?.from ?? BASE) <= BASE - days * DAY_MS + 2 * ledger.chain.blockMs);
      const isWhole = (span?.from ?? BASE) <= tip.at - spanMs + ledger.chain.blockMs;
      t.equal(isWhole, chain === "eth" || !isWeek, "a week of bsc is more than is read at once");
      t.equal(reading.moveGaps.length, isWhole ? 1 : 2);
    }
    const token = ledger.tokens.find(({ contract }) => contract !== null);
    const contract = await inspect(token?.contract ?? "");
    t.equal(known(contract.reading.kind), "token");
    t.equal(contract.reading.contract?.token, token?.asset.token.id);
    t.equal(contract.reading.contract?.symbol, token?.asset.token.symbol);
    t.equal(known((await inspect(MULTICALL3)).reading.kind), "contract");
    const silent = (await (await openChain(t, chain, without(NODES[chain], "eth_call")))(MULTICALL3)).reading;
    t.match([known(silent.kind), silent.contract?.isToken], [null, false], "nobody could ask whether it is a token");
    const nobody = await inspect(`0x${"12".repeat(20)}`);
    t.equal(nobody.reading.isSeen, false);
  });
}

/** Blocks of a week are many: a chain that is told whole at once is as well told of fewer days. */
const BTC_MS = 3 * DAY_MS;

t.test("btc: sums, count and the moves of days, change and fee netted out", async (t) => {
  const inspect = await openChain(t, "btc");
  const ledger = createBtcLedger(model);
  const head = ledger.heightAt(BASE);
  const parties = range(ADDRESSES).map((i) => -1 - i);
  const truth = new Map<number, Seen[]>(parties.map((party) => [party, []]));
  for (let height = head; ledger.timeOf(height) >= BASE - BTC_MS; height -= 1) {
    for (const move of ledger.moves(height)) {
      for (const party of new Set([...move.inputs, ...move.outputs].map((one) => one.party))) {
        const sum = (side: typeof move.inputs) =>
          side.filter((one) => one.party === party).reduce((all, { sats }) => all + sats, 0);
        const units = BigInt(sum(move.outputs) - sum(move.inputs));
        const tx = ledger.transactionId(height, move.index);
        if (units !== 0n) truth.get(party)?.push({ tx, token: "bitcoin", units, at: ledger.timeOf(height) });
      }
    }
  }
  for (const party of parties) {
    const { reading, rounds } = await inspect(ledger.addressOf(party), "key", true, BTC_MS);
    const { fundedSats, spentSats, moves } = ledger.totals(party, head);
    t.equal(unitsOf(reading, "bitcoin"), BigInt(fundedSats - spentSats));
    t.equal(known(reading.count), moves);
    t.equal(reading.block.number, head);
    t.equal(reading.pinned, true);
    t.ok(rounds <= ROUNDS_MAX, `${rounds} rounds`);
    const from = reading.spans[0]?.from ?? BASE;
    t.same(reading.moveGaps, []);
    const moved = (truth.get(party) ?? []).filter(({ at }) => at >= from);
    t.same(plain(since(reading.moves, from)), plain(moved), `${moved.length} moves`);
  }
  t.equal((await inspect("1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "key")).reading.isSeen, false);
});

/** What a payment brings or takes a party of the chain's own coin and of a token; `fee` of whoever sends. */
function broughtBy(move: DayMove, party: number, fee: bigint, carried: bigint): [string, bigint][] {
  const [isFrom, isTo] = [move.from === party, move.to === party];
  const isNative = move.coin.contract === null;
  const moved = (amount: bigint): bigint => (isTo ? amount : 0n) - (isFrom ? amount : 0n);
  const own = moved(isNative ? move.amount : carried) - (isFrom ? fee : 0n);
  const tokens: [string, bigint][] = isNative ? [] : [[move.coin.asset.token.id, moved(move.amount)]];
  return [["own", own], ...tokens].filter(([, units]) => units !== 0n) as [string, bigint][];
}

const coinsBrought = (moves: readonly AddressMove[], own: string): string[] =>
  moves.map(({ token, units }) => `${token === own ? "own" : token} ${units}`).sort();

t.test("sol: an account and its tokens by slots, signatures counted, payments of SOL and tokens", async (t) => {
  const inspect = await openChain(t, "sol");
  const ledger = createSolLedger(model);
  const addressOf = solAddresses(model);
  const days = range(13).map((i) => Math.floor(BASE / DAY_MS) - i);
  const all = days.flatMap((day) => ledger.day(day)).filter(({ atMs }) => atMs <= BASE - 32 * 400);
  const strangers = [...new Set(all.flatMap(({ from, to }) => [from, to]).filter((party) => party < 0))];
  for (const party of [...strangers.slice(0, ADDRESSES), 0, 1]) {
    const { reading, rounds } = await inspect(addressOf(party));
    t.ok(rounds <= ROUNDS_MAX, `${rounds} rounds`);
    t.equal(reading.slots?.from === reading.slots?.to, reading.pinned);
    t.same(
      ledger.coins.filter(
        (coin) => party >= 0 && unitsOf(reading, coin.asset.token.id) !== ledger.balance(coin, party, BASE),
      ),
      [],
      "balances",
    );
    const own = all.filter((move) => move.from === party || move.to === party);
    if (party < 0)
      t.equal(known(reading.count), own.filter(({ atMs }) => atMs >= ((days.at(-2) ?? 0) - 0) * DAY_MS).length);
    const from = reading.spans[0]?.from ?? BASE;
    const due = own.filter(({ atMs, failed }) => !failed && Math.floor(atMs / 1_000) * 1_000 >= from);
    const expected = due.flatMap((move) => broughtBy(move, party, 5_000n, 0n));
    t.same(
      coinsBrought(since(reading.moves, from), "solana"),
      expected.map(([token, units]) => `${token} ${units}`).sort(),
    );
  }
  const stranger = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
  t.equal((await inspect(stranger)).reading.isSeen, false);
  const silent = await openChain(t, "sol", without(NODES.sol, "getSignaturesForAddress"));
  await t.rejects(silent(stranger), /would show a trace/, "what was not listed may be its only trace");
  t.equal(known((await silent(addressOf(strangers[0] ?? -1))).reading.count), null);
});

t.test("sol: decimals are a byte, whatever a node says", async (t) => {
  const info = (decimals: number) => ({ mint: "A", owner: "B", tokenAmount: { amount: "5", decimals } });
  const account = (decimals: number) => ({ pubkey: "C", account: { data: { parsed: { info: info(decimals) } } } });
  t.equal(tokenAccountOf(account(9)).decimals, 9);
  t.throws(() => tokenAccountOf(account(100_000_000)), /decimals are no byte/);
});

t.test("ada: an address and a stake address, assets, count and the moves of a week", async (t) => {
  const inspect = await openChain(t, "ada");
  const ledger = createAdaLedger(model);
  const { addressOf, stakeHash } = adaAddresses(model);
  const native = ledger.coins.find(({ contract }) => contract === null);
  const balance = (party: number): bigint => (native ? adaBalance(ledger, native, party, BASE) : -1n);
  const head = Math.floor(BASE / 20_000) * 20_000;
  const days = range(17).map((i) => Math.floor(BASE / DAY_MS) - i);
  const all = days.flatMap((day) => ledger.day(day)).filter(({ atMs }) => atMs <= head);
  const strangers = [...new Set(all.flatMap(({ from, to }) => [from, to]).filter((party) => party < 0))];
  for (const party of [...strangers.slice(0, ADDRESSES), 2]) {
    const read = readAddress("ada", addressOf(party));
    const { reading, rounds } = await inspect(addressOf(party), "form" in read ? read.form : "account");
    t.ok("form" in read && rounds <= ROUNDS_MAX, `${rounds} rounds`);
    t.equal(reading.pinned, true);
    t.equal(unitsOf(reading, "cardano"), balance(party));
    const own = all.filter(({ from, to }) => from === party || to === party);
    t.equal(known(reading.count), own.filter(({ atMs }) => atMs >= head - REMEMBERED_BLOCKS * 20_000).length);
    const from = reading.spans[0]?.from ?? BASE;
    const due = own.filter(({ atMs, failed }) => !failed && atMs >= from);
    const expected = due.flatMap((move) => broughtBy(move, party, 172_000n, CARRIED));
    t.same(coinsBrought(reading.moves, "cardano"), expected.map(([token, units]) => `${token} ${units}`).sort());
  }
  const address = (prefix: string, hex: string) => bech32.encode(prefix, bech32.toWords(Buffer.from(hex, "hex")), 128);
  const { reading } = await inspect(address("stake", `e1${stakeHash(-5)}`), "stake");
  t.equal(known(reading.kind), "stake");
  t.equal(unitsOf(reading, "cardano"), balance(-5));
  t.equal((await inspect(address("addr", `61${"12".repeat(28)}`), "key")).reading.isSeen, false);
});
