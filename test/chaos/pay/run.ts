// One randomised payment: a client that pays, loses answers, comes again, comes late, comes twice; and others who interfere.
import type { PaidRequest, StoredAnswer } from "../../../api/pay/payment.ts";
import { isFault } from "../../../schema/fault.ts";
import { KEYS } from "../../../schema/key.ts";
import { makeWallet, signPayment } from "../../../schema/pay/cardano.ts";
import { slotAt } from "../../../schema/pay/network.ts";
import { requirementsOf } from "../../../schema/pay/offer.ts";
import { encodeHeader } from "../../../schema/pay/x402.ts";
import {
  CALM,
  type Clock,
  count,
  LEASE_MS,
  type Plan,
  seller,
  startProcess,
  type Trouble,
  type World,
} from "./world.ts";

const BASE_MS = 1_790_000_000_000;
const FEE = 200_000n;
const COINS = 20_000_000n;
const ATTEMPTS_MAX = 14;
/** Who pays in every run, and who found the payment on the ledger. */
export const PAYER = "ip:192.0.2.1";
const THIEF = "ip:192.0.2.2";
const payer = makeWallet(Buffer.alloc(32, 41));
const rival = makeWallet(Buffer.alloc(32, 42));

type Sent = {
  readonly id: string;
  readonly header: string;
  /** As the header says it, without an id. */
  readonly payment: object;
  readonly ref: string;
  /** Bodies of the answers the client got for it. */
  readonly bodies: string[];
};
export type Run = {
  readonly kind: string;
  readonly request: PaidRequest;
  readonly clock: Clock;
  readonly sent: Sent[];
  attempts: number;
  /** How often another request got something for this payment. */
  stolen: number;
};

type Outcome = { readonly kind: "answer"; readonly body: string } | { readonly kind: "fault"; readonly code: string };
const LOST: Outcome = { kind: "fault", code: "lost" };

/** What a run is mostly about, and how often. */
const KINDS = [
  ["calm", 4],
  ["killed", 30],
  ["faulty", 22],
  ["killed and faulty", 16],
  ["twins", 12],
  ["thief", 6],
  ["late", 6],
  ["double spend", 4],
] as const;
type Kind = (typeof KINDS)[number][0];
const TOTAL = KINDS.reduce((sum, [, weight]) => sum + weight, 0);

function kindOf({ draw }: World): Kind {
  let left = draw(TOTAL);
  for (const [kind, weight] of KINDS) {
    left -= weight;
    if (left < 0) return kind;
  }
  return "calm";
}

function troubleOf({ draw }: World, step: string): Trouble | null {
  if (step === "ledger: send" && draw(100) < 30) return "echo";
  if (draw(100) >= 12) return null;
  if (step === "work") return draw(4) === 0 ? "stall" : null;
  return (["drop-before", "drop-after", "slow", "drop-after", "stall"] as const)[draw(50) === 0 ? 4 : draw(4)] ?? null;
}

function planOf(world: World, kind: Kind): Plan {
  const { draw } = world;
  const isKilled = kind === "calm" ? false : kind.startsWith("killed") ? draw(10) < 8 : draw(10) < 2;
  const isFaulty = kind === "faulty" || kind === "killed and faulty" || (kind !== "calm" && draw(8) === 0);
  return {
    kill: isKilled ? { at: draw(14), isBefore: draw(2) === 0 } : null,
    trouble(step) {
      // One of two that came together looks at the ledger when the other is done.
      if (kind === "twins" && step === "ledger: look at inputs" && draw(4) === 0) return "wait";
      return isFaulty ? troubleOf(world, step) : null;
    },
  };
}

/** A new payment of the run, signed and not sent. */
export function signFor({ ledger, draw }: World, run: Run): Sent {
  const { id, index } = ledger.give(payer.address, COINS, run.clock.now());
  const ref = `${id}#${index}`;
  const offer = requirementsOf(seller, run.request.tier);
  const ttl = slotAt("cardano:preprod", run.clock.now()) + 600;
  const inputs = [{ ref, lovelace: COINS }];
  const made = signPayment({ wallet: payer, inputs, payTo: offer.payTo, amount: BigInt(offer.amount), fee: FEE, ttl });
  const payload = { transaction: made.bytes.toString("base64"), nonce: ref };
  const payment = { x402Version: 2, accepted: offer, payload };
  const named = draw(2) === 0 ? { extensions: { "payment-identifier": { info: { id: `pay_${made.id}` } } } } : {};
  const sent: Sent = {
    id: made.id,
    ref,
    header: encodeHeader({ ...payment, ...named }),
    payment,
    bodies: [],
  };
  run.sent.push(sent);
  return sent;
}

/** One call to one process, as the gate makes it. */
async function call(
  world: World,
  run: Run,
  request: PaidRequest,
  header: string,
  plan: Plan,
  by = PAYER,
): Promise<Outcome> {
  const { payments, pass, death } = startProcess(world, run.clock, plan);
  const flow = async (): Promise<Outcome> => {
    const taken = await payments.take(request, header, by);
    let answer: StoredAnswer;
    if (taken.kind === "replay") answer = taken.answer;
    else {
      const isBroken = plan !== CALM && world.draw(20) === 0;
      try {
        const made = await pass("work", async () => {
          count(world, "worked");
          if (isBroken) throw new Error("the work failed");
          return Buffer.from(`${request.path} ${world.draw(1_000_000_000)}`);
        });
        answer = { status: 200, headers: [], body: made };
      } catch (error) {
        await taken.release();
        throw error;
      }
      answer = await taken.settle(answer);
    }
    await pass("answer", async () => undefined);
    return { kind: "answer", body: Buffer.from(answer.body).toString("utf8") };
  };
  const told = flow().catch(
    (error: unknown): Outcome => ({ kind: "fault", code: isFault(error) ? error.code : "lost" }),
  );
  return Promise.race([told, death.then(() => LOST)]);
}

/** The payer spends the same coins elsewhere. */
function spendTwice({ ledger }: World, run: Run, { ref }: Sent): void {
  const ttl = slotAt("cardano:preprod", run.clock.now()) + 600;
  const inputs = [{ ref, lovelace: COINS }];
  const other = signPayment({ wallet: payer, inputs, payTo: rival.address, amount: 3_000_000n, fee: FEE, ttl });
  ledger.submit(other.bytes, run.clock.now());
}

const PAY_AGAIN = new Set(["payment_required", "payment_invalid", "settlement_failed", "duplicate_settlement"]);

/** Sends the payment until there is an answer, no hope, or no patience. Pays anew where, and only where, it is told to. */
async function runClient(world: World, run: Run, kind: Kind): Promise<void> {
  const { draw } = world;
  let sent = signFor(world, run);
  for (; run.attempts < ATTEMPTS_MAX; run.attempts++) {
    if (kind === "double spend" && run.attempts === 1) spendTwice(world, run, sent);
    if (kind === "late" && run.attempts > 0 && draw(2) === 0) {
      // Time makes blocks: nothing waits for one longer than it holds.
      world.ledger.addBlocks(1);
      run.clock.at += 900_000;
    }
    const isCalm = run.attempts >= ATTEMPTS_MAX - 3;
    const plan = () => (isCalm ? CALM : planOf(world, kind));
    const calls = Array.from({ length: kind === "twins" ? 2 + draw(3) : 1 }, () =>
      call(world, run, run.request, sent.header, plan()),
    );
    // Until its answer is kept a payment is for who brings it first; from then on it is one request's alone.
    const state = kind === "thief" ? await world.redis.hget(KEYS.payment(sent.id), "state") : null;
    if (state === "prepared" || state === "settled") {
      const other = { ...run.request, path: `${run.request.path}/stolen` };
      count(world, "thief: tried");
      if ((await call(world, run, other, sent.header, CALM)).kind === "answer") run.stolen += 1;
      const copied = encodeHeader({ ...sent.payment, extensions: {} });
      if ((await call(world, run, run.request, copied, CALM, THIEF)).kind === "answer") run.stolen += 1;
    }
    const outcomes = await Promise.all(calls);
    for (const outcome of outcomes) if (outcome.kind === "answer") sent.bodies.push(outcome.body);
    const outcome = outcomes[draw(outcomes.length)] ?? LOST;
    if (outcome.kind === "answer") {
      count(world, "client: answered");
      if (draw(4) > 0) return;
      continue;
    }
    count(world, `client: ${outcome.code}`);
    if (PAY_AGAIN.has(outcome.code)) {
      if (kind === "double spend" || run.sent.length >= 4 || draw(4) === 0) return;
      sent = signFor(world, run);
      continue;
    }
    if (draw(30) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, draw(3) === 0 ? LEASE_MS : 10));
  }
}

export async function playRun(world: World, number: number): Promise<Run> {
  const kind = kindOf(world);
  const clock = {
    at: BASE_MS,
    now() {
      return this.at;
    },
  };
  const tier = (["data", "premium", "pro"] as const)[world.draw(3)] ?? "data";
  const request = { method: "GET", path: `/v1/soak/${number}`, query: "", bodyDigest: "", tier, description: "" };
  const run: Run = { kind, request, clock, sent: [], attempts: 0, stolen: 0 };
  await runClient(world, run, kind);
  return run;
}
