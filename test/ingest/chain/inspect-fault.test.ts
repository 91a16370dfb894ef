// An address whose node fails in part, forgets, or answers something else: what was not read costs its own members, and no trace is said that was not looked for.
import t from "tap";
import { evmTokens } from "../../../ingest/chain/evm/evm.ts";
import { decodeAggregate, MULTICALL3 } from "../../../ingest/chain/evm/multicall.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { createEvmLedger } from "../../../scripts/sandbox/chain/evm-ledger.ts";
import { adaAddresses } from "../../../scripts/sandbox/chain/koios.ts";
import { createSolLedger, solAddresses } from "../../../scripts/sandbox/chain/solana.ts";
import { BASE } from "../../support/base.ts";
import { away, failing, known, model, NODES, openChain, retold, without } from "../../support/chain-look.ts";

const SYMBOL = "95d89b41";
const ledger = createEvmLedger(model, "eth");
const stranger = ledger.addressOf(-1);
const nobody = `0x${"12".repeat(20)}`;

t.test("code that burns the gas of a call costs what it says of itself, not the balances beside it", async (t) => {
  const burning = failing(
    NODES.eth,
    ({ method, params }) => method === "eth_call" && JSON.stringify(params).includes(SYMBOL),
  );
  const { reading } = await (await openChain(t, "eth", burning))(MULTICALL3, "account", false);
  t.ok(known(reading.holdings), "balances are known");
  t.match([known(reading.kind), reading.contract?.isToken], [null, false]);
});

t.test("what is no answer of Multicall3 costs its own members", async (t) => {
  for (const answer of ["0x", "0x12", `0x${"00".repeat(64)}`, `0x${"ff".repeat(96)}`, "no hex"])
    t.equal(decodeAggregate(answer, 2), null, answer);
  const odd = retold(NODES.eth, ({ method }, result) => (method === "eth_call" ? "0x" : result));
  const { reading } = await (await openChain(t, "eth", odd))(stranger, "account", false);
  t.equal(known(reading.holdings), null);
  t.equal(known(reading.count), ledger.nonce(stranger, ledger.heightAt(BASE)));
});

/** An answer of Multicall3 in which one call failed. */
function withFailed(answer: string, call: number): string {
  const hex = answer.slice(2);
  const wordAt = (byte: number) => Number(`0x${hex.slice(byte * 2, byte * 2 + 64)}`);
  const list = wordAt(0) + 32;
  const tuple = (list + wordAt(list + call * 32)) * 2;
  return `0x${hex.slice(0, tuple)}${"0".repeat(64)}${hex.slice(tuple + 64)}`;
}

t.test("a token whose contract does not tell a balance is named, and may be an address's only trace", async (t) => {
  const tokens = evmTokens("eth");
  const whole = (await (await openChain(t, "eth"))(stranger, "account", false)).reading;
  const held = known(whole.holdings)?.find(({ contract }) => contract !== null)?.token ?? "";
  const at = tokens.findIndex(({ id }) => id === held);
  const silent = retold(NODES.eth, ({ method, params }, result) =>
    method === "eth_call" && typeof result === "string" && !JSON.stringify(params).includes(SYMBOL)
      ? withFailed(result, at)
      : result,
  );
  const look = await openChain(t, "eth", silent);
  const { reading } = await look(stranger, "account", false);
  t.same(
    known(reading.holdings),
    known(whole.holdings)?.filter(({ token }) => token !== held),
  );
  t.same(
    [whole, reading].map(({ holdingGaps }) => holdingGaps.map(({ reason, detail }) => [reason, detail.includes(held)])),
    [[], [["source_error", true]]],
  );
  await t.rejects(look(nobody, "account", false), /would show a trace/);
});

t.test("a node that goes away after all was read costs the pin alone", async (t) => {
  const heads = /eth_getBlockByNumber","params":\["0x/;
  const { reading } = await (
    await openChain(
      t,
      "eth",
      away(NODES.eth, (_, body) => heads.test(body)),
    )
  )(stranger, "account", false);
  t.equal(reading.pinned, false);
  t.ok(known(reading.holdings));
});

t.test("what may be an address's only trace was looked for, or nothing is said", async (t) => {
  const eth = await openChain(t, "eth", without(NODES.eth, "eth_getTransactionCount"));
  await t.rejects(eth(nobody, "account", false), /would show a trace/);
  t.equal((await eth(stranger, "account", false)).reading.isSeen, true);
  const { addressOf } = adaAddresses(model);
  const ada = await openChain(
    t,
    "ada",
    away(NODES.ada, (path) => path.endsWith("/address_txs")),
  );
  await t.rejects(ada("addr1vyfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyyst7cvqz", "key", false), /503/);
  t.equal((await ada(addressOf(2), "account", false)).reading.isSeen, true);
});

t.test("sol: what a node has forgotten the time of is counted, and reaches no further back", async (t) => {
  const sol = createSolLedger(model);
  const days = [0, 1, 2].map((back) => Math.floor(BASE / DAY_MS) - back);
  const moves = days.flatMap((day) => sol.day(day)).filter(({ atMs }) => atMs <= BASE - HOUR_MS);
  const senders = moves.map(({ from }) => from).filter((one) => one < 0);
  const party = senders.find((one, at) => senders.indexOf(one) < at) ?? -1;
  const address = solAddresses(model)(party);
  const whole = (await (await openChain(t, "sol"))(address)).reading;
  const forget = (from: number) =>
    retold(NODES.sol, ({ method }, result) =>
      method === "getSignaturesForAddress" && Array.isArray(result)
        ? result.map((row, at) => (at < from ? row : { ...row, blockTime: null }))
        : result,
    );
  const part = (await (await openChain(t, "sol", forget(1)))(address)).reading;
  t.equal(known(part.count), known(whole.count));
  t.equal(known(part.lastSeenAt), known(whole.lastSeenAt));
  t.equal(known(part.firstSeenAt), null);
  t.ok((part.spans[0]?.from ?? 0) > (whole.spans[0]?.from ?? 0), "moves are told as far as times are known");
  t.ok(part.moveGaps.length > 0);
  const all = (await (await openChain(t, "sol", forget(0)))(address)).reading;
  t.match([known(all.count), known(all.lastSeenAt), all.moves, all.isSeen], [known(whole.count), null, [], true]);
});
