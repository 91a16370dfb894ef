// npm run soak investigate [SEED [NUMBER [MINUTES]]]: paid investigations while processes are really killed; then payments, numbers and proofs are audited.
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningService, startService } from "../../../scripts/bench/service.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { auditObjects, auditPayments } from "./audit.ts";
import { offerOf, present, type Sent, type Shop, sign } from "./buyer.ts";
import { goodOf, MARKET_SEED, TOKENS } from "./goods.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const wordAt = (at: number, usual: number) => Number(process.argv[2 + at] ?? usual);
const [seed, number, minutes] = [wordAt(0, 7), wordAt(1, 200), wordAt(2, 30)];
if (!Number.isInteger(seed) || !Number.isInteger(number) || number < 1 || !(minutes > 0)) {
  say("usage: npm run soak investigate [SEED [NUMBER [MINUTES]]]");
  process.exit(2);
}
/** All but the market, which is no part of the service. */
const SPARED: ReadonlySet<string> = new Set(["sandbox"]);
/** More than so many callers may have at once, two each: some are refused. */
const [AT_ONCE, CALLERS] = [8, 3];
const PAUSE_MS = 700;
const BACK_MS = 60_000;
const FAULTS_SHOWN = 20;

const draw = openDraw(seed);
const faults: string[] = [];
const refusals = new Map<string, number>();
const killed = new Map<string, number>();
const all: Sent[] = [];
const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
const told = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, times]) => `${name} ${times}`).join(", ") || "none";
let [isDone, inFlight, killedInFlight, answered, slowestMs] = [false, 0, 0, 0, 0];

/** One process after another, in an order of its own each round, each once it is back and something was bought again. */
async function killOn(running: RunningService): Promise<void> {
  const order: string[] = [];
  while (!isDone) {
    await sleep(PAUSE_MS + draw(PAUSE_MS * 3));
    const { children } = await running.place();
    if (order.length === 0) order.push(...Object.keys(children).filter((name) => !SPARED.has(name)));
    const [name = "api"] = order.splice(draw(order.length), 1);
    const pid = children[name];
    if (pid === undefined) continue;
    killedInFlight += inFlight > 0 ? 1 : 0;
    process.kill(pid, "SIGKILL");
    add(killed, name);
    const [from, answeredBefore] = [performance.now(), answered];
    const isBack = async () => {
      const now = (await running.place()).children[name];
      return now !== undefined && now !== pid && answered > answeredBefore;
    };
    while (!isDone && performance.now() < from + BACK_MS && !(await isBack())) await sleep(100);
    if (!isDone) slowestMs = Math.max(slowestMs, performance.now() - from);
  }
}

const service = await startService({
  TRACKED_TOKENS: TOKENS.join(","),
  BACKFILL_DAYS: "1",
  SANDBOX_SEED: String(MARKET_SEED),
  METERING: "on",
  RATE_FACTOR: "1000",
});
try {
  const from = performance.now();
  const seconds = () => `${((performance.now() - from) / 1_000).toFixed(0)} s`;
  const ledger = await service.origin("cardano");
  const payerOf = (n: number) => openPayer(ledger, Buffer.alloc(32, 1 + ((seed + (n % CALLERS) * 83) % 250)));
  const shop: Omit<Shop, "payer"> = {
    draw,
    url: async () => (await service.place()).url,
    found: (fault) => void faults.push(fault),
    refused: (said) => void add(refusals, said),
  };
  const shopOf = (n: number): Shop => ({ ...shop, payer: payerOf(n) });
  await offerOf(shopOf(0), goodOf(0));
  say(`for sale after ${seconds()}; processes ${Object.keys((await service.place()).children).join(" ")}`);
  const killing = killOn(service);
  let next = 0;
  const buy = async (n: number) => {
    for (let isBought = false; !isBought; ) {
      const sent = await sign(shopOf(n), goodOf(n));
      all.push(sent);
      inFlight += 1;
      await present(shopOf(n), sent, true);
      inFlight -= 1;
      isBought = !sent.isGivenUp;
    }
    answered += 1;
    if (answered % 20 === 0) say(`  ${answered} bought after ${seconds()}`);
  };
  const buyer = async () => {
    while (next < number && performance.now() - from < minutes * 60_000) await buy(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buyer));
  isDone = true;
  await killing;
  say(
    `killed ${told(killed)}; ${killedInFlight} times while a payment was under way, back after ${(slowestMs / 1_000).toFixed(0)} s at most`,
  );
  say(`calls that got no answer: ${told(refusals)}`);
  await sleep(3_000);

  // Once more, when all is quiet: what was bought is given again, and what had no answer gets it.
  for (const sent of all) if (!sent.isGivenUp && !sent.isFree) await present(shopOf(0), sent, false);
  const settled = await auditPayments(ledger, all, shop.found);
  const count = (is: (sent: Sent) => boolean) => all.filter(is).length;
  const attempts = all.reduce((sum, one) => sum + one.attempts, 0);
  const kinds = (["explain", "ask", "inspect"] as const).map(
    (kind) => `${kind} ${count(({ good, answer }) => good.kind === kind && answer !== null)}`,
  );
  say(
    `${all.length} payments in ${attempts} attempts: ${count(({ answer }) => answer !== null)} answered (${kinds.join(", ")}; ${count(({ isFree }) => isFree)} cost nothing), ${count(({ isGivenUp }) => isGivenUp)} refused and given up, ${settled} settled`,
  );
  const { briefs, answers, proven } = await auditObjects(service, all, shop.found);
  say(
    `briefs 1 to ${briefs} and ${answers} answers issued; ${proven} proofs of ${2 * briefs + answers} hold, after ${seconds()}`,
  );
} catch (error) {
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  isDone = true;
  await service.stop();
}
for (const fault of faults.slice(0, FAULTS_SHOWN)) say(`  FOUND ${fault}`);
say(
  `${faults.length === 0 ? "HOLDS" : "BROKEN"}: each payment has its answer or no settlement, no number twice, no hole, all proofs hold; ${faults.length} faults, seed ${seed}`,
);
process.exit(faults.length === 0 ? 0 : 1);
