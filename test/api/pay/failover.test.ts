// A primary of Redis that the network cut off while a replica took its place: no transaction buys on both sides.
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import type { PaidRequest, StoredAnswer, Taken } from "../../../api/pay/payment.ts";
import { openPayments } from "../../../api/pay/payments.ts";
import { isFault } from "../../../schema/fault.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { openLog } from "../../../schema/io/log.ts";
import { type Chain, openBlockfrost } from "../../../schema/io/pay/blockfrost.ts";
import { openFacilitator } from "../../../schema/io/pay/facilitator.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { openRedis, type Redis } from "../../../schema/io/redis.ts";
import { markRestored } from "../../../schema/io/restored.ts";
import { KEYS } from "../../../schema/key.ts";
import { makeWallet } from "../../../schema/pay/cardano.ts";
import { requirementsOf } from "../../../schema/pay/offer.ts";
import { encodeHeader } from "../../../schema/pay/x402.ts";
import { redisUrlOf } from "../../../schema/setting/redis-place.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { startSentinels } from "../../support/payment/sentinel.ts";
import { until } from "../../support/until.ts";

const LEASE_MS = 5_000;
const CALLER = "ip:203.0.113.7";
const ledger = createCardano(9, createLedger(9, 60));
const origin = await openOrigin({ provider: ledger, port: 0, now: Date.now, gzip: false });
const http = openHttp({ clock: systemClock, random: systemRandom });
t.teardown(async () => {
  await origin.close();
  await http.close();
});

const payTo = makeWallet(Buffer.alloc(32, 98)).address;
const about = { network: "cardano:preprod", payTo, confirmations: 0, isSandbox: true } as const;
const seller = { origin: "https://assay.example", ...about };
const chain = openBlockfrost({ http, url: `${origin.url}/api/v0`, projectId: "" });
const payer = openPayer(origin.url, Buffer.alloc(32, 15));
const wait = (ms: number) => sleep(ms).then(() => undefined);

function open(t: Test, url: string, over: Chain = chain) {
  const redis: Redis = openRedis(url, "patient", "test");
  t.teardown(() => redis.disconnect());
  const facilitator = openFacilitator({ chain: over, clock: systemClock, wait, patienceMs: 5_000, pollMs: 30 });
  const doors = { redis, clock: systemClock, random: systemRandom, log: openLog("pay", "silent"), wait };
  return { redis, payments: openPayments({ seller, facilitator, ...doors, patienceMs: 500, leaseMs: LEASE_MS }) };
}

const paid = (path: string): PaidRequest => ({
  ...{ method: "GET", path, query: "", bodyDigest: "", tier: "data", description: "One call." },
});
const answerOf = (text: string): StoredAnswer => ({
  ...{ status: 200, headers: [["content-type", "application/json"]], body: Buffer.from(text) },
});
async function signed() {
  const accepted = requirementsOf(seller, "data");
  const { id, payload } = await payer.pay(accepted.payTo, accepted.amount);
  return { id, header: encodeHeader({ x402Version: 2, accepted, payload }) };
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (isFault(error) ? error.code : String(error)),
  );
const finish = async (taken: Taken, text: string) =>
  taken.kind === "replay" ? taken.answer : taken.settle(answerOf(text));

t.test(
  "what a cut-off primary alone knows is neither settled nor given; what was kept is given once more",
  async (t) => {
    const set = await startSentinels(t);
    const url = redisUrlOf({ REDIS_SENTINELS: set.setting }) ?? "";
    let port = 0;
    // The network breaks when the first payment is on its way to the ledger.
    const breaking: Chain = {
      ...chain,
      async submit(bytes) {
        port = await set.split();
        return chain.submit(bytes);
      },
    };
    const old = open(t, url, breaking);
    await markRestored(old.redis, "1");
    const [kept, lost, bare] = [await signed(), await signed(), await signed()];
    const [one, two, three] = [paid("/v1/cut/kept"), paid("/v1/cut/lost"), paid("/v1/cut/bare")];
    // On a machine that is busy a replica may be late: nothing is charged then, and the payer asks again.
    const insist = <T>(work: () => Promise<T>) => until(() => work().catch(() => null), 60_000);
    const second = await insist(() => old.payments.take(two, lost.header, CALLER));
    t.equal(second.kind, "claimed");
    // One that was charged for, and whose answer was lost: it is made anew, for nothing.
    const whole = open(t, url);
    await insist(async () => finish(await whole.payments.take(three, bare.header, CALLER), '"first"'));
    await old.redis.hdel(KEYS.payment(bare.id), "answer", "delivered");
    const third = await insist(() => old.payments.take(three, bare.header, CALLER));
    t.equal(third.kind, "claimed");
    const given = await insist(async () => finish(await old.payments.take(one, kept.header, CALLER), '"kept"'));
    t.equal(given.body.toString(), '"kept"');
    t.equal(await codeOf(finish(second, '"lost"')), "settlement_pending");
    t.equal(await codeOf(old.payments.take(two, lost.header, CALLER)), "settlement_pending");
    t.equal(await codeOf(finish(third, '"never given"')), "settlement_pending");
    t.equal(await chain.readConfirmations(lost.id), null, "its money did not move");

    const { payments } = open(t, `redis://127.0.0.1:${port}`);
    const again = await finish(await payments.take(one, kept.header, CALLER), '"made anew"');
    t.equal(again.body.toString(), '"kept"', "the same answer");
    t.equal(await codeOf(payments.take(paid("/v1/cut/other"), kept.header, CALLER)), "duplicate_settlement");
    await sleep(LEASE_MS);
    const renewed = await finish(await payments.take(three, bare.header, CALLER), '"made anew"');
    t.equal(renewed.body.toString(), '"made anew"', "what the old primary alone kept was given to nobody");
    const anew = await finish(await payments.take(two, lost.header, CALLER), '"anew"');
    t.equal(anew.body.toString(), '"anew"', "bought for the first time");
    t.equal(await codeOf(payments.take(paid("/v1/cut/other"), lost.header, CALLER)), "duplicate_settlement");
  },
);
