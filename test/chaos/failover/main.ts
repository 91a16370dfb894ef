// npm run soak failover cluster|sentinel [SEED]: a service on several real servers of Redis is read and bought from while slots
// move and primaries are killed; it goes on by itself, and nothing is charged twice or without an answer.
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningService, startService } from "../../../scripts/bench/service.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { auditNumbers, auditPayments } from "../investigate/audit.ts";
import { offerOf, present, type Sent, type Shop, sign } from "../investigate/buyer.ts";
import { type Good, goodOf, MARKET_SEED, TOKENS } from "../investigate/goods.ts";
import { makeKey } from "../partner-key.ts";
import { whyLate } from "../why-late.ts";
import { type Harm, startSeveral } from "./harm.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [manner = "cluster", seedText = "7"] = process.argv.slice(2);
const seed = Number(seedText);
/** So many at once, with a pause between two reads: Redis, the engine and the market run on the same cores. */
const [READERS, READ_PAUSE_MS, BUYERS] = [4, 25, 3];
/** Also beside other work. */
const START_MS = 300_000;
const BACK_MS = 120_000;
/** Between two harms: what the first did must not be taken for the second's. */
const CALM_MS = 10_000;
const FAULTS_SHOWN = 20;
/** Of three kinds those that take little work, so that what is measured is Redis. */
const soldOf = (n: number): Good => goodOf(3 * Math.floor(n / 2) + 1 + (n % 2));

const faults: string[] = [];
const refusals = new Map<string, number>();
const all: Sent[] = [];
const state = { isDone: false, reads: 0, failed: 0, boughtFrom: 0, next: 0 };
const secondsOf = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Reads are answered from memory, whatever becomes of Redis. */
async function keepReading(service: RunningService, headers: Readonly<Record<string, string>>, at: number) {
  while (!state.isDone) {
    const path = at % 2 === 0 ? "/v1/market" : `/v1/state/${TOKENS[at % TOKENS.length]}`;
    const got = await service
      .place()
      .then(({ url }) => fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(10_000) }))
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch((error: Error) => ({ status: 0, text: error.message }));
    state.reads += 1;
    if (got.status !== 200) {
      state.failed += 1;
      const name = `read ${got.status} ${/"code":"(\w+)"/.exec(got.text)?.[1] ?? got.text.slice(0, 60)}`;
      refusals.set(name, (refusals.get(name) ?? 0) + 1);
    }
    await sleep(READ_PAUSE_MS);
  }
}

async function keepBuying(shop: Shop): Promise<void> {
  while (!state.isDone) {
    const from = performance.now();
    const sent = await sign(shop, soldOf(state.next++));
    all.push(sent);
    await present(shop, sent, false);
    if (sent.answer !== null) state.boughtFrom = Math.max(state.boughtFrom, from);
  }
}

const builtAt = async (service: RunningService, headers: Readonly<Record<string, string>>): Promise<number> => {
  const url = `${(await service.place()).url}/v1/state/bitcoin?sections=market`;
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
  return Date.parse(((await answer.json()) as { as_of?: string }).as_of ?? "");
};

/** When, after the moment, what `look` says of is so; null where it is not in time. */
async function within(from: number, look: () => Promise<boolean>): Promise<number | null> {
  while (performance.now() < from + BACK_MS) {
    if (await look().catch(() => false)) return performance.now() - from;
    await sleep(50);
  }
  return null;
}

/** When, from now, numbers are served that were built later. */
function untilNewer(service: RunningService, headers: Readonly<Record<string, string>>): Promise<number | null> {
  const from = Date.now();
  return within(performance.now(), async () => (await builtAt(service, headers)) > from);
}

/** Does the harm, and says how long it was until a payment begun after it was answered, and numbers of later were served. */
async function harmOnce(
  service: RunningService,
  headers: Readonly<Record<string, string>>,
  { name, run }: Harm,
): Promise<void> {
  const [readsBefore, failedBefore] = [state.reads, state.failed];
  const began = performance.now();
  await run();
  const at = performance.now();
  const [bought, built] = await Promise.all([
    within(at, async () => state.boughtFrom > at),
    untilNewer(service, headers),
  ]);
  const told = (ms: number | null) => (ms === null ? `not within ${secondsOf(BACK_MS)}` : `after ${secondsOf(ms)}`);
  say(
    `${name} (took ${secondsOf(at - began)}): bought again ${told(bought)}, newer numbers served ${told(built)}; ${state.failed - failedBefore} of ${state.reads - readsBefore} reads failed`,
  );
  if (bought === null || built === null) {
    faults.push(`${name}: it did not go on by itself`);
    say(await whyLate(service).catch(String));
  }
  await sleep(CALM_MS);
}

const ends: (() => unknown)[] = [];
process.once("SIGTERM", async () => {
  for (const end of ends) await end();
  process.exit(143);
});
const several = await startSeveral(manner, { teardown: (end) => void ends.unshift(end) });
try {
  const settings = {
    ...several.settings,
    ...{ TRACKED_TOKENS: TOKENS.join(","), BACKFILL_DAYS: "1", SANDBOX_SEED: String(MARKET_SEED) },
    ...{ METERING: "on", RATE_FACTOR: "100000" },
  };
  const service = await startService(settings, START_MS);
  ends.unshift(() => service.stop());
  const ledger = await service.origin("cardano");
  const shopOf = (n: number): Shop => ({
    ...{ payer: openPayer(ledger, Buffer.alloc(32, 1 + ((seed + n * 83) % 250))), draw: openDraw(seed + n) },
    url: async () => (await service.place()).url,
    found: (fault) => void faults.push(fault),
    refused: (said) => void refusals.set(said, (refusals.get(said) ?? 0) + 1),
  });
  await offerOf(shopOf(0), soldOf(0));
  say(`for sale on ${several.servers} servers of Redis, seed ${seed}`);
  const headers = { authorization: `Bearer ${await makeKey(service)}` };
  const running = [
    ...Array.from({ length: READERS }, (_, at) => keepReading(service, headers, at)),
    ...Array.from({ length: BUYERS }, (_, n) => keepBuying(shopOf(n))),
  ];
  await within(performance.now(), async () => state.boughtFrom > 0);
  for (const harm of several.harms) await harmOnce(service, headers, harm);
  state.isDone = true;
  await Promise.all(running);
  // Once more, when all is quiet: what was bought is given again, and what had no answer gets it.
  for (const sent of all) if (!sent.isFree) await present(shopOf(0), sent, false);
  const settled = await auditPayments(ledger, all, (fault) => void faults.push(fault));
  const answered = all.filter(({ answer }) => answer !== null).length;
  const attempts = all.reduce((sum, one) => sum + one.attempts, 0);
  say(`${all.length} payments in ${attempts} attempts: ${answered} answered, ${settled} settled`);
  say(`refused meanwhile: ${[...refusals].map(([name, times]) => `${name} ${times}`).join(", ") || "nothing"}`);
  const { briefs, answers } = await auditNumbers(service, all, (fault) => void faults.push(fault));
  say(`briefs 1 to ${briefs} and ${answers} answers issued; ${state.reads} reads`);
  const wrong = [...new Set(service.said().match(/CROSSSLOT[^"\n]{0,80}/g) ?? [])];
  if (wrong.length > 0) faults.push(...wrong);
} catch (error) {
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  for (const end of ends) await end();
}
for (const fault of faults.slice(0, FAULTS_SHOWN)) say(`  FOUND ${fault}`);
say(
  `${faults.length === 0 ? "HOLDS" : "BROKEN"}: it goes on by itself, nothing is charged twice; ${faults.length} faults`,
);
process.exit(faults.length === 0 ? 0 : 1);
