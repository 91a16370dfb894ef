// npm run soak investigate [SEED [NUMBER [MINUTES]]]: paid investigations while processes are really killed; then payments, numbers and proofs are audited.
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../../schema/io/clickhouse.ts";
import { decodeBase64, encodeHeader, type PaymentRequired } from "../../../schema/pay/x402.ts";
import { readPins } from "../../../schema/proof/verify/pins.ts";
import { verifyProof } from "../../../schema/proof/verify/verify-proof.ts";
import { type RunningService, startService } from "../../../scripts/bench/service.ts";
import { openPayer, type Payer } from "../../../scripts/pay/wallet.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const wordAt = (at: number, usual: number) => Number(process.argv[2 + at] ?? usual);
const [seed, number, minutes] = [wordAt(0, 7), wordAt(1, 200), wordAt(2, 30)];
if (!Number.isInteger(seed) || !Number.isInteger(number) || number < 1 || !(minutes > 0)) {
  say("usage: npm run soak investigate [SEED [NUMBER [MINUTES]]]");
  process.exit(2);
}
const TOKENS = ["bitcoin", "ethereum", "chainlink", "uniswap"];
/** All but the market, which is no part of the service. */
const SPARED: ReadonlySet<string> = new Set(["sandbox"]);
const AT_ONCE = 2;
const READY_MS = 240_000;
const ANSWERED_MS = 180_000;
const PAUSE_MS = 700;
const BACK_MS = 60_000;
const FAULTS_SHOWN = 20;

type Sent = {
  readonly id: string;
  readonly header: string;
  readonly body: string;
  attempts: number;
  answer: string | null;
};
type Brief = {
  readonly id: string;
  readonly data: { readonly id: number; readonly hash: string; readonly run_id: string };
};

const draw = openDraw(seed);
const faults: string[] = [];
let answered = 0;
const service = await startService({
  TRACKED_TOKENS: TOKENS.join(","),
  BACKFILL_DAYS: "1",
  METERING: "on",
  RATE_FACTOR: "1000",
});

const post = async (body: string, headers: Record<string, string> = {}) =>
  fetch(`${(await service.place()).url}/v1/explain`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    signal: AbortSignal.timeout(120_000),
  });
const bodyOf = (n: number) => JSON.stringify({ token: TOKENS[n % TOKENS.length], hours: 1 + (n % 24) });

/** Free calls until one is to be paid: what it asks for. */
async function offerOf(body: string): Promise<PaymentRequired> {
  const until = performance.now() + READY_MS;
  while (performance.now() < until) {
    const answer = await post(body).catch(() => null);
    if (answer?.status === 402) {
      const header = decodeBase64(answer.headers.get("payment-required") ?? "");
      if (header) return JSON.parse(header.toString("utf8")) as PaymentRequired;
    }
    if (answer?.status !== 200) await sleep(500);
  }
  throw new Error("nothing was offered for sale");
}

async function sign(payer: Payer, body: string): Promise<Sent> {
  const required = await offerOf(body);
  const offer = required.accepts.find(({ scheme, asset }) => scheme === "exact" && asset === "lovelace");
  if (!offer) throw new Error("nothing that play money buys");
  const { id, payload } = await payer.pay(offer.payTo, offer.amount);
  const header = encodeHeader({ x402Version: 2, resource: required.resource, accepted: offer, payload });
  return { id, header, body, attempts: 0, answer: null };
}

/** Sends the payment until it is answered, as a caller would whose connection was cut. */
async function present(sent: Sent): Promise<void> {
  const until = performance.now() + ANSWERED_MS;
  while (performance.now() < until) {
    sent.attempts += 1;
    const answer = await post(sent.body, { "payment-signature": sent.header }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (answer?.status === 200 && typeof text === "string") {
      if (sent.answer !== null && sent.answer !== text) faults.push(`${sent.id}: another answer for the same payment`);
      sent.answer = text;
      answered += 1;
      return;
    }
    if (answer?.status === 402) {
      faults.push(`${sent.id}: refused after ${sent.attempts} attempts: ${text?.slice(0, 200)}`);
      return;
    }
    await sleep(300);
  }
}

let [isDone, inFlight, killedInFlight] = [false, 0, 0];
const killed = new Map<string, number>();
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
    killed.set(name, (killed.get(name) ?? 0) + 1);
    const [until, answeredBefore] = [performance.now() + BACK_MS, answered];
    const isBack = async () => {
      const now = (await running.place()).children[name];
      return now !== undefined && now !== pid && answered > answeredBefore;
    };
    while (!isDone && performance.now() < until && !(await isBack())) await sleep(100);
  }
}

try {
  const from = performance.now();
  const ledger = await service.origin("cardano");
  const payer = openPayer(ledger, Buffer.alloc(32, 1 + (seed % 250)));
  await offerOf(bodyOf(0));
  say(
    `for sale after ${((performance.now() - from) / 1_000).toFixed(0)} s; processes ${Object.keys((await service.place()).children).join(" ")}`,
  );
  const killing = killOn(service);
  const all: Sent[] = [];
  let next = 0;
  const buyer = async () => {
    while (next < number && performance.now() - from < minutes * 60_000) {
      const n = next++;
      const sent = await sign(payer, bodyOf(n));
      all.push(sent);
      inFlight += 1;
      await present(sent);
      inFlight -= 1;
      if ((n + 1) % 20 === 0) say(`  ${n + 1} bought after ${((performance.now() - from) / 1_000).toFixed(0)} s`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buyer));
  isDone = true;
  await killing;
  await sleep(3_000);

  // Once more, when all is quiet: what was bought is given again, and what had no answer gets it.
  for (const sent of all) await present(sent);
  const place = await service.place();
  const isOnLedger = async (id: string) => (await fetch(`${ledger}/api/v0/txs/${id}`)).status === 200;
  let settled = 0;
  for (const { id, answer } of all) {
    const isSettled = await isOnLedger(id);
    settled += isSettled ? 1 : 0;
    if (isSettled !== (answer !== null))
      faults.push(`${id}: ${isSettled ? "settled without an answer" : "answered and not settled"}`);
  }
  const briefs = all.flatMap(({ answer }) => (answer === null ? [] : [JSON.parse(answer) as Brief]));
  const numbers = briefs.map(({ data }) => data.id);
  if (new Set(numbers).size !== numbers.length) faults.push("a number was given twice");
  const store = openStore({
    ...{ url: place.clickhouseUrl, user: place.clickhouseUser, password: place.clickhousePassword },
    ...{ database: place.clickhouseDatabase, process: "soak" },
  });
  const counted = {
    name: "soak",
    sql: "SELECT count() AS n, uniqExact(id) AS ids, max(toUInt64(id)) AS last, uniqExact(run_id) AS runs FROM issued_object WHERE kind = 'brief'",
  };
  const [{ n, ids, last, runs } = { n: 0, ids: 0, last: 0, runs: 0 }] = (await store.query(counted, {})) as Record<
    "n" | "ids" | "last" | "runs",
    number
  >[];
  if (new Set([n, ids, last, runs].map(Number)).size !== 1)
    faults.push(`${n} briefs, ${ids} numbers up to ${last}, ${runs} runs`);
  await store.close();
  let proven = 0;
  for (const { data } of briefs) {
    const answer = await fetch(`${place.url}/v1/verify/${data.id}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const report = verifyProof(bytes, readPins({ id: String(data.id) }));
    const hash =
      answer.status === 200
        ? (JSON.parse(Buffer.from(bytes).toString("utf8")) as { data: { hash: string } }).data.hash
        : "";
    if (report.exit === 1 || hash !== data.hash)
      faults.push(`brief ${data.id}: ${answer.status} ${report.reasons.join()}`);
    else proven += 1;
  }
  const attempts = all.reduce((sum, one) => sum + one.attempts, 0);
  say(
    `killed ${[...killed].map(([name, times]) => `${name} ${times}`).join(", ")}; ${killedInFlight} times while a payment was under way`,
  );
  say(
    `${all.length} payments in ${attempts} attempts: ${briefs.length} answered, ${settled} settled; briefs 1 to ${last}; ${proven} proofs hold`,
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
