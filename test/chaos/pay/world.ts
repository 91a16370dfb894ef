// A world for randomised payments: a ledger with blocks on demand, and api processes whose every step may fail or be their last.
import type { Payments } from "../../../api/pay/payment.ts";
import { openPayments } from "../../../api/pay/payments.ts";
import { openLog } from "../../../schema/io/log.ts";
import type { Chain } from "../../../schema/io/pay/blockfrost.ts";
import { openFacilitator } from "../../../schema/io/pay/facilitator.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import type { Redis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { keyHashOf } from "../../../schema/pay/address.ts";
import { makeWallet } from "../../../schema/pay/cardano.ts";
import { createLedger, type Ledger, PARAMETERS } from "../../../scripts/sandbox/cardano/ledger.ts";
import type { Draw } from "../../support/payment/drafted-payment.ts";

/** Short, so that what a killed process held is free again soon; a stalled one outlives it. */
export const LEASE_MS = 300;
const PATIENCE_MS = 5_000;

export const payee = makeWallet(Buffer.alloc(32, 99));
export const seller = {
  origin: "https://assay.example",
  network: "cardano:preprod",
  payTo: payee.address,
  confirmations: 0,
  isSandbox: true,
} as const;

export type Trouble = "drop-before" | "drop-after" | "slow" | "stall" | "wait" | "echo";
/** What goes wrong in one process: at which step it is killed, and what befalls other steps. */
export type Plan = {
  readonly kill: { readonly at: number; readonly isBefore: boolean } | null;
  trouble(step: string): Trouble | null;
};
export const CALM: Plan = { kill: null, trouble: () => null };

export type Clock = { at: number; now(): number };
export type World = {
  readonly redis: Redis;
  readonly ledger: Ledger;
  readonly draw: Draw;
  /** Counts by name: kills by step, troubles by kind. */
  readonly counts: Map<string, number>;
};
export type Process = {
  readonly payments: Payments;
  readonly chain: Chain;
  readonly redis: Redis;
  readonly facilitator: ReturnType<typeof openFacilitator>;
  /** Resolves when it is killed. */
  readonly death: Promise<void>;
  /** A step of its own, beside Redis and the ledger. */
  pass<T>(step: string, work: () => Promise<T>): Promise<T>;
};

export const count = ({ counts }: World, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);
export const openWorld = (redis: Redis, draw: Draw): World => ({
  redis,
  ledger: createLedger(1, Number.POSITIVE_INFINITY),
  draw,
  counts: new Map(),
});

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** The name of a script call, by the keys it takes. */
function scriptStep(args: readonly unknown[]): string {
  const keys = Number(args[1]);
  if (keys === 4) return "redis: write the end";
  if (args[3] === KEYS.paymentsPending) return "redis: keep the answer";
  return keys === 2 && args.length === 12 ? "redis: claim" : keys === 2 ? "redis: release" : "redis: renew";
}

const STEPS: Readonly<Record<string, string>> = { hgetallBuffer: "redis: look", hset: "redis: mark as delivered" };

function chainOf({ ledger }: World, clock: Clock): Chain {
  return {
    async readSpendable(refs) {
      return new Map(
        refs.flatMap((ref) => {
          const [id = "", index = ""] = ref.split("#");
          const found = ledger.outputs(id, clock.now())?.find((one) => `${one.index}` === index);
          if (found === undefined) return [];
          const { address, value } = found.output;
          return [[ref, { address, value, keyHash: keyHashOf(address), isSpent: found.spentBy !== null }]];
        }),
      );
    },
    readParameters: async () => PARAMETERS,
    async readConfirmations(id) {
      const seen = ledger.seen(id, clock.now());
      return seen === null ? null : ledger.height(clock.now()) - seen.height;
    },
    async submit(bytes) {
      const outcome = ledger.submit(bytes, clock.now());
      return "id" in outcome ? { kind: "accepted" } : { kind: "rejected", reason: outcome.reason };
    },
  };
}

/** Starts an api process, as far as payments go. Killed, it does nothing more, and nothing it waits for ever comes. */
export function startProcess(world: World, clock: Clock, plan: Plan): Process {
  let [isDead, steps] = [false, 0];
  let die: () => void = () => undefined;
  const death = new Promise<void>((resolve) => {
    die = resolve;
  });
  const kill = <T>(step: string, when: string): Promise<T> => {
    count(world, `killed ${when} ${step}`);
    isDead = true;
    die();
    return never<T>();
  };

  async function pass<T>(step: string, work: () => Promise<T>): Promise<T> {
    if (isDead) return never<T>();
    const mine = steps++;
    if (plan.kill?.at === mine && plan.kill.isBefore) return kill<T>(step, "before");
    const trouble = plan.trouble(step);
    if (trouble !== null) count(world, `${trouble}: ${step}`);
    if (trouble === "drop-before") throw new Error(`${step}: the connection was refused`);
    if (trouble === "stall") await pause(LEASE_MS * 2);
    if (trouble === "wait") await pause(LEASE_MS / 3);
    if (trouble === "echo") await work();
    if (isDead) return never<T>();
    const value = await work();
    if (plan.kill?.at === mine) return kill<T>(step, "after");
    if (isDead) return never<T>();
    if (trouble === "slow") clock.at += 20_000;
    if (trouble === "slow" || trouble === "drop-after") throw new Error(`${step}: the answer was lost`);
    return value;
  }

  const redis = new Proxy(world.redis, {
    get(target, name) {
      const held: unknown = Reflect.get(target, name, target);
      if (typeof held !== "function") return held;
      const call = (...args: unknown[]): Promise<unknown> => Reflect.apply(held, target, args) as Promise<unknown>;
      const isScript = name === "evalsha" || name === "eval";
      if (!isScript && !(name in STEPS)) return call;
      return (...args: unknown[]) => {
        const step = isScript ? scriptStep(args) : (STEPS[String(name)] ?? "");
        // Signs of life come by the clock and are no step; those of the dead and the stalled never come.
        if (step === "redis: renew") return isDead ? Promise.resolve(0) : call(...args);
        return pass(step, () => call(...args));
      };
    },
  });
  const raw = chainOf(world, clock);
  const chain: Chain = {
    readSpendable: (refs) => pass("ledger: look at inputs", () => raw.readSpendable(refs)),
    readParameters: raw.readParameters,
    readConfirmations: (id) => pass("ledger: look for the transaction", () => raw.readConfirmations(id)),
    submit: (bytes) => pass("ledger: send", () => raw.submit(bytes)),
  };
  const wait = async (ms: number) => {
    clock.at += ms;
    // A block comes at times, whoever waits for it.
    if (world.draw(16) === 0) world.ledger.addBlocks(1);
    await pause(1);
  };
  const facilitator = openFacilitator({ chain, clock, wait, patienceMs: PATIENCE_MS, pollMs: 1_000 });
  const doors = { redis, facilitator, clock, random: systemRandom, log: openLog("soak", "silent") };
  // A call that waits for another one waits in real time: the other's work is real.
  const queue = (ms: number) => {
    clock.at += ms;
    return pause(5);
  };
  const payments = openPayments({ seller, ...doors, wait: queue, patienceMs: PATIENCE_MS, leaseMs: LEASE_MS });
  return { payments, chain, redis, facilitator, death, pass };
}
