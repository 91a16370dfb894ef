// npm run soak chaos -- --minutes 60: a service is read and bought from while cases of the fault matrix come at random; nothing
// that was stored is lost, nothing is stored or charged twice, no charge is without its answer, and memory does not grow.
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { countOf, missingOf, readKeptRows } from "../backup/kept-rows.ts";
import { auditObjects, auditPayments } from "../investigate/audit.ts";
import { offerOf, present, type Sent, type Shop, sign } from "../investigate/buyer.ts";
import { goodOf, MARKET_SEED, TOKENS } from "../investigate/goods.ts";
import { type Ground, onGround, say, secondsOf, spread } from "../matrix/ground.ts";
import { drawHarm } from "./harm.ts";
import { openMemory } from "./memory.ts";

const minutes = Number(process.argv[2] ?? 60);
const seed = Number(process.env.CHAOS_SEED ?? 1);
const BUYERS = 2;
const BUY_PAUSE_MS = 1_500;
const CALM_MS_MAX = 6_000;
const LOOK_MS = 15_000;
const KEPT_MS = 10 * MINUTE_MS;
/** What a process holds may rise by so much from the second third of the run to the last. */
const GROWTH_MAX = 1.1;
const FAULTS_SHOWN = 20;
const settings = {
  ...{ TRACKED_TOKENS: TOKENS.join(","), SANDBOX_SEED: String(MARKET_SEED) },
  ...{ METERING: "on", RATE_FACTOR: "100000" },
};

const faults: string[] = [];
const found = (fault: string) => void faults.push(fault);
const told = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, times]) => `${name} ${times}`).join(", ") || "none";

function openBuyers(ground: Ground, ledger: string) {
  const state = { isDone: false, next: 0 };
  const refusals = new Map<string, number>();
  const all: Sent[] = [];
  const shopOf = (n: number): Shop => ({
    ...{ payer: openPayer(ledger, Buffer.alloc(32, 1 + ((seed + n * 83) % 250))), draw: openDraw(seed + n) },
    url: async () => (await ground.service.place()).url,
    found,
    refused: (said) => void refusals.set(said, (refusals.get(said) ?? 0) + 1),
  });
  const buy = async (shop: Shop) => {
    while (!state.isDone) {
      const sent = await sign(shop, goodOf(state.next++));
      all.push(sent);
      await present(shop, sent, true);
      await sleep(BUY_PAUSE_MS);
    }
  };
  const start = () =>
    Promise.all(Array.from({ length: BUYERS }, (_, n) => buy(shopOf(n)))).catch((error: Error) =>
      found(`a buyer: ${error.message}`),
    );
  const stop = () => {
    state.isDone = true;
  };
  return { all, refusals, shopOf, start, stop };
}

/** Does harm after harm until the time is over, and says of each how long it was until newer numbers were served. */
async function harmOn(ground: Ground, until: number): Promise<{ readonly emptiedAt: number }> {
  let emptiedAt = 0;
  const back = new Map<string, number[]>();
  const reads = { count: 0, failed: 0, unserved: 0, slowestMs: 0 };
  let kept = await ground.withStore(readKeptRows);
  let keptAt = performance.now();
  const look = async () => {
    const now = await ground.withStore(readKeptRows);
    const lost = missingOf(kept, now);
    say(`  ${countOf(kept)} keys of rows looked for, of ${countOf(now)} there: ${lost.length} tables lack some`);
    faults.push(...lost);
    [kept, keptAt] = [now, performance.now()];
  };
  ground.takeReads();
  while (performance.now() < until) {
    const { kind, about, run } = await drawHarm(ground);
    await run();
    if (kind === "emptied") emptiedAt = performance.now();
    const newer = await ground.untilNewer();
    const { count, failed, slowestMs } = ground.takeReads();
    const isServed = !about.startsWith("api");
    reads.count += count;
    reads[isServed ? "failed" : "unserved"] += failed;
    reads.slowestMs = Math.max(reads.slowestMs, slowestMs);
    say(`  ${about}: a newer price after ${secondsOf(newer)}; ${failed} of ${count} reads failed`);
    if (newer === null) found(`${about}: it did not go on by itself`);
    else back.set(kind, [...(back.get(kind) ?? []), newer]);
    if (isServed && failed > 0) found(`${about}: ${failed} of ${count} reads failed`);
    if (performance.now() > keptAt + KEPT_MS) await look();
    await sleep(ground.draw(CALM_MS_MAX));
  }
  await ground.control("DELETE", "/sandbox/fault");
  for (const [kind, list] of back) say(`${kind} ${list.length} times: a newer price ${spread(list)}`);
  say(
    `${reads.count} reads, the slowest ${Math.round(reads.slowestMs)} ms; ${reads.failed} failed, ${reads.unserved} more while the api was started again`,
  );
  const whole = await ground.untilWhole(Math.max(30, Math.round(minutes)));
  say(`every candle stored once and as the market was: after ${secondsOf(whole)}`);
  if (whole === null) found("candles are missing, doubled or false");
  await look();
  return { emptiedAt };
}

/** `emptiedAt`: when Redis lost all it held last, and with it answers. */
async function auditSold(
  ground: Ground,
  { all, refusals, shopOf }: ReturnType<typeof openBuyers>,
  { ledger, emptiedAt }: { readonly ledger: string; readonly emptiedAt: number },
): Promise<void> {
  // Once more, when all is quiet: what was bought is given again, what had no answer gets it, and so does who paid for one
  // that is lost.
  let anew = 0;
  for (const sent of all) {
    if (sent.isGivenUp || sent.isFree) continue;
    // An answer that was kept before and came after is lost as well.
    const isLost = (sent.askedAt ?? 0) < emptiedAt;
    const again = isLost ? { ...sent, answer: null } : sent;
    await present(shopOf(0), again, false);
    if (isLost && again.answer !== null && again.answer !== sent.answer) anew += 1;
    if (again.answer === null) found(`${sent.good.kind} ${sent.id}: no answer for the same payment`);
    sent.attempts = again.attempts;
    sent.answer ??= again.answer;
  }
  say(`answered anew for the same payment, after Redis lost the answer: ${anew}`);
  const settled = await auditPayments(ledger, all, found);
  const count = (is: (sent: Sent) => boolean) => all.filter(is).length;
  say(
    `${all.length} payments in ${all.reduce((sum, one) => sum + one.attempts, 0)} attempts: ${count(({ answer }) => answer !== null)} answered (${count(({ isFree }) => isFree)} cost nothing), ${count(({ isGivenUp }) => isGivenUp)} refused and given up, ${settled} settled`,
  );
  say(`refused meanwhile: ${told(refusals)}`);
  const { briefs, answers, proven } = await auditObjects(ground.service, all, found);
  say(`briefs 1 to ${briefs} and ${answers} answers issued; ${proven} proofs of ${2 * briefs + answers} hold`);
}

async function sayStore(ground: Ground): Promise<void> {
  const [{ parts = 0 } = {}] = await ground.sql<{ parts: number }>(
    "SELECT toUInt32(max(n)) AS parts FROM (SELECT count() AS n FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table, partition)",
  );
  const redis = ground.redis.open();
  const used = Number(/used_memory:(\d+)/.exec(await redis.info("memory"))?.[1] ?? 0);
  redis.disconnect();
  say(`at most ${parts} parts a partition; Redis holds ${(used / 1_048_576).toFixed(0)} MB`);
}

async function play(ground: Ground): Promise<void> {
  const ledger = await ground.service.origin("cardano");
  const buyers = openBuyers(ground, ledger);
  await offerOf(buyers.shopOf(0), goodOf(0));
  say(`for sale, seed ${seed}; processes ${Object.keys((await ground.service.place()).children).join(" ")}`);
  const memory = openMemory();
  const looking = setInterval(() => void memory.look(ground.service).catch(() => undefined), LOOK_MS);
  const bought = buyers.start();
  let emptiedAt = 0;
  try {
    const from = performance.now();
    ({ emptiedAt } = await harmOn(ground, from + minutes * MINUTE_MS));
    clearInterval(looking);
    for (const { name, pid, samples, firstMb, lastMb, slopeMbPerHour } of memory.growth()) {
      say(
        `memory of ${name} (${pid}): ${firstMb.toFixed(0)} MB, later ${lastMb.toFixed(0)} MB (${slopeMbPerHour.toFixed(1)} MB an hour over ${samples} looks)`,
      );
      if (lastMb > firstMb * GROWTH_MAX) found(`${name} held ${firstMb.toFixed(0)} MB, later ${lastMb.toFixed(0)} MB`);
    }
    await sayStore(ground);
  } finally {
    clearInterval(looking);
    buyers.stop();
    await bought;
  }
  await auditSold(ground, buyers, { ledger, emptiedAt });
}

try {
  await onGround({ seed, settings }, play);
} catch (error) {
  found(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
for (const fault of faults.slice(0, FAULTS_SHOWN)) say(`  FOUND ${fault}`);
say(
  `${faults.length === 0 ? "HOLDS" : "BROKEN"}: nothing stored is lost or doubled, no charge is without its answer; ${faults.length} faults, ${minutes} minutes, seed ${seed}`,
);
process.exit(faults.length === 0 ? 0 : 1);
