// What the hour of faults does at random: cases of the fault matrix, each with a length of its own, drawn by the seed.
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultKind } from "../../../scripts/sandbox/fault.ts";
import type { Ground } from "../matrix/ground.ts";

type Harm = {
  /** Of what kind, for the figures. */
  readonly kind: string;
  readonly about: string;
  /** Ends once what was taken away is back, but for providers: they fail on while other things happen. */
  run(): Promise<unknown>;
};

/** The market is no part of the service. */
const SPARED: ReadonlySet<string> = new Set(["sandbox"]);
const PROVIDERS = ["binance", "bybit", "okx", "kraken", "coinbase", "coingecko"];
/** What an answer may be in place of the right one: F7, and of F8 to F10 what the simulated market can do. */
const ANSWERS: readonly FaultKind[] = [
  ...(["latency", "429", "418", "5xx", "html", "empty", "truncated", "nan", "void", "stale"] as const),
];
const HELD_S_MAX = 32;
const AWAY_S_MAX = 20;
const FAILING_S_MAX = 60;
/** Cases come as often as they stand here. */
const KINDS = ["kill", "kill", "hold", "away", "hung", "cut", "full", "emptied", "provider", "provider"] as const;

const of = <T>(list: readonly [T, ...T[]] | readonly T[], at: number): T => {
  const one = list[at % list.length];
  if (one === undefined) throw new Error("nothing to draw from");
  return one;
};

const seconds = (ground: Ground, most: number) => 1 + ground.draw(most);

/** A process may have been started anew meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone.
  }
}

async function withRedis(ground: Ground, work: (redis: ReturnType<Ground["redis"]["open"]>) => Promise<unknown>) {
  const redis = ground.redis.open();
  try {
    await work(redis);
  } finally {
    redis.disconnect();
  }
}

const holding = (pid: number, ms: number) => async () => {
  signal(pid, "SIGSTOP");
  await sleep(ms);
  signal(pid, "SIGCONT");
};

export async function drawHarm(ground: Ground): Promise<Harm> {
  const { draw, redis } = ground;
  const { children } = await ground.service.place();
  const names = Object.keys(children).filter((name) => !SPARED.has(name));
  const kind = of(KINDS, draw(KINDS.length));
  switch (kind) {
    case "kill": {
      const child = of(names, draw(names.length));
      return { kind, about: `${child} is killed`, run: () => ground.killChild(child) };
    }
    case "hold": {
      // Of the api reads are expected meanwhile.
      const held = names.filter((name) => !name.startsWith("api"));
      const child = of(held, draw(held.length));
      const s = seconds(ground, HELD_S_MAX);
      return { kind, about: `${child} stands still for ${s} s`, run: holding(children[child] ?? 0, s * 1_000) };
    }
    case "away": {
      const s = seconds(ground, AWAY_S_MAX);
      const run = async () => {
        await redis.kill();
        await sleep(s * 1_000);
        await redis.start();
      };
      return { kind, about: `Redis is killed, away for ${s} s`, run };
    }
    case "hung": {
      const s = seconds(ground, AWAY_S_MAX);
      const run = async () => {
        redis.signal("SIGSTOP");
        await sleep(s * 1_000);
        redis.signal("SIGCONT");
      };
      return { kind, about: `Redis hangs for ${s} s`, run };
    }
    case "cut": {
      const run = () =>
        withRedis(ground, async (open) => {
          await open.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
          await open.call("CLIENT", "KILL", "TYPE", "pubsub");
        });
      return { kind, about: "every connection of Redis is cut", run };
    }
    case "full": {
      const s = seconds(ground, AWAY_S_MAX);
      const run = () =>
        withRedis(ground, async (open) => {
          const used = Number(/used_memory:(\d+)/.exec(await open.info("memory"))?.[1] ?? 0);
          await open.config("SET", "maxmemory", String(Math.round(used * 0.9)));
          await sleep(s * 1_000);
          await open.config("SET", "maxmemory", "0");
        });
      return { kind, about: `Redis is full for ${s} s`, run };
    }
    case "emptied":
      return { kind, about: "Redis is emptied", run: () => withRedis(ground, (open) => open.flushall()) };
    case "provider": {
      const provider = of(PROVIDERS, draw(PROVIDERS.length));
      const answer = of(ANSWERS, draw(ANSWERS.length));
      const s = seconds(ground, FAILING_S_MAX);
      const fault = { provider, kind: answer, for_s: s, share: (1 + draw(4)) / 4 };
      const more = { ...(answer === "latency" ? { latency_ms: 12_000 } : {}), retry_after_s: s };
      const run = () => ground.control("POST", "/sandbox/fault", { ...fault, ...more });
      return { kind, about: `${provider} answers ${answer} for ${s} s, ${fault.share * 100} %`, run };
    }
  }
}
