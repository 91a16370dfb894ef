// Callers never met: asked about together, counted exactly over processes, and kept nowhere.
import { isIPv4 } from "node:net";
import t from "tap";
import { accessOf } from "../../../api/gate/access-of.ts";
import { addressOf, openTrust, plainAddress } from "../../../api/gate/address.ts";
import { openLeases } from "../../../api/gate/lease.ts";
import { type Entered, openStrangers, type Strangers } from "../../../api/gate/stranger.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { openLog } from "../../../schema/io/log.ts";
import { openRedis, type Redis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { RATE_POLICIES } from "../../../schema/limit.ts";
import { readTest } from "../../support/api/gate-route.ts";
import { BASE } from "../../support/base.ts";
import { startTestRedis } from "../../support/redis.ts";

const server = await startTestRedis(t);
const redis = openRedis(server.url, "patient", "test");
t.teardown(() => redis.disconnect());
const access = accessOf(readTest, {});
/** Noon of a day, and it stays: long over by the clock of Redis, which is another's. */
const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - DAY_MS + 43_200_000;
const clock = { now: () => NOON };
const log = openLog("test", "silent");
const DAY = Math.floor(NOON / DAY_MS);
const WINDOW = KEYS.permitsEnd("data-free", DAY);
const EXPIRES = NOON + DAY_MS;
const IN = { day: DAY, expiresAt: EXPIRES };
const dayOf = (caller: string, keyEnd = WINDOW) => {
  return { key: caller + keyEnd, caller, keyEnd, kind: "journalled" as const, expiresAt: EXPIRES, in: IN };
};
/** What is used of the day's free calls, as any other process is told. */
const usedOf = async (caller: string) =>
  (await openLeases(redis, "reader", clock).take(dayOf(caller), { quota: 25, needed: 0, held: 0, spent: 0 })).used;

function openProcess(holder: string, rateFactor = 1_000, door: Pick<Redis, "evalsha" | "eval"> = redis) {
  const leases = openLeases(door as Redis, holder, clock);
  let messages = 0;
  const counted = {
    ...leases,
    enter: (...args: Parameters<typeof leases.enter>) => {
      messages += 1;
      return leases.enter(...args);
    },
    say: (...args: Parameters<typeof leases.say>) => {
      messages += 1;
      return leases.say(...args);
    },
  };
  return {
    leases,
    strangers: openStrangers({ leases: counted, clock, log, rateFactor }),
    messages: () => messages,
  };
}
const ask = (strangers: Strangers, id: string, uses = true) =>
  new Promise<Entered | null>((resolve) => strangers.ask(id, access, uses, resolve));

t.test("every window of a policy lies within one UTC day, whose permits are kept together", async (t) => {
  for (const [name, { windowS }] of Object.entries(RATE_POLICIES)) t.equal(86_400 % windowS, 0, name);
});

t.test("all of one turn are asked about in one message, and told what is left", async (t) => {
  const one = openProcess("one");
  const ids = Array.from({ length: 100 }, (_, at) => `ip:10.0.0.${at}`);
  const told = await Promise.all(ids.map((id) => ask(one.strangers, id)));
  t.equal(one.messages(), 2, "and what they used is told in another");
  t.ok(told.every((entered) => entered?.outcome === "open"));
  t.match(told[0]?.limits, /"data-free";r=24;t=43200\r\nratelimit-policy: "burst";q=30000;w=10, /);
  t.notOk(one.strangers.isOne("ip:10.0.0.1", access), "who comes again is kept from then on");
});

t.test("what was used is told with whom else is asked about, and a caller is one field of its day", async (t) => {
  const one = openProcess("along");
  const first = ask(one.strangers, "ip:10.5.1.1");
  // The first is under way by then, and one alone is not worth another message.
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, ask(one.strangers, "ip:10.5.1.2")]);
  await redis.ping();
  t.equal(one.messages(), 3, "of each a question, and one message more for the last use");
  t.same(await Promise.all(["ip:10.5.1.1", "ip:10.5.1.2"].map(usedOf)), [1, 1]);
  t.ok(await redis.hexists(KEYS.permits(DAY), "ip:10.5.1.1"));
});

t.test("who comes in the very turn in which Redis answers is asked about together with what was used", async (t) => {
  const second: Promise<Entered | null>[] = [];
  const door: Pick<Redis, "evalsha" | "eval"> = {
    eval: redis.eval.bind(redis),
    evalsha: (async (...args: Parameters<Redis["evalsha"]>) => {
      const told = await redis.evalsha(...args);
      // Behind whatever is done with the answer at once, and in the same turn.
      const later = async () => {
        for (let step = 0; step < 50; step++) await null;
        second.push(ask(one.strangers, "ip:10.5.2.2"));
      };
      if (second.length === 0) void later();
      return told;
    }) as Redis["evalsha"],
  };
  const one = openProcess("turn", 1_000, door);
  t.equal((await ask(one.strangers, "ip:10.5.2.1"))?.outcome, "open");
  t.equal((await second[0])?.outcome, "open");
  await redis.ping();
  t.equal(one.messages(), 3, "of each a question, and one message more for the last use");
  t.same(await Promise.all(["ip:10.5.2.1", "ip:10.5.2.2"].map(usedOf)), [1, 1]);
});

t.test("who is kept from the second call on goes on from what was counted before", async (t) => {
  const { strangers, leases } = openProcess("kept");
  for (let call = 0; call < 3; call++) await ask(strangers, "ip:10.6.0.1");
  const { key = "", uses = 0 } = strangers.leave("ip:10.6.0.1") ?? {};
  t.equal(uses, 3);
  const at = dayOf("ip:10.6.0.1");
  t.equal(key, at.key);
  await leases.tell({ keyEnd: WINDOW, expiresAt: EXPIRES, in: IN, callers: [at.caller], uses: [4] });
  t.match(await leases.take(at, { quota: 25, needed: 1, held: 0, spent: 0 }), { used: 4, uses: 4, others: 0 });
  const burst = { ...at, keyEnd: KEYS.permitsEnd("burst", Math.floor(NOON / 10_000)), kind: "counted" as const };
  const told = await leases.take(
    { ...burst, key: at.caller + burst.keyEnd },
    { quota: 30, needed: 1, held: 0, spent: 0 },
  );
  t.match(told, { used: 3, others: 0 }, "the rates stand beside it");
  t.equal((await ask(openProcess("third").strangers, "ip:10.6.0.1"))?.limits.includes('"data-free";r=20'), true);
});

t.test("a caller's 26th data call is told to pay, whichever processes answered", async (t) => {
  const processes = ["a", "b", "c"].map((holder) => openProcess(holder).strangers);
  const outcomes: (string | undefined)[] = [];
  for (let call = 0; call < 30; call++) {
    const process = processes[call % 3] as Strangers;
    process.leave("ip:10.1.0.1");
    outcomes.push((await ask(process, "ip:10.1.0.1"))?.outcome);
  }
  t.equal(outcomes.filter((outcome) => outcome === "open").length, 25);
  t.same(outcomes.slice(25), Array(5).fill("spent"));
  const at = Array.from({ length: 60 }, (_, call) => ask(processes[call % 3] as Strangers, "ip:10.1.0.2"));
  const all = (await Promise.all(at)).filter((entered) => entered?.outcome === "open").length;
  t.equal(all, 25, "also all at once");
  t.equal(await usedOf("ip:10.1.0.2"), 25);
});

t.test("a process that is killed before it answers takes no free call with it", async (t) => {
  const dead = openLeases(redis, "dead", clock);
  const policies = [{ keyEnd: WINDOW, kind: "journalled" as const, quota: 25, in: IN }];
  const expiresAt = EXPIRES;
  for (let call = 0; call < 25; call++)
    await dead.enter(
      ["ip:10.2.0.1"],
      policies.map((one) => ({ ...one, expiresAt })),
      true,
    );
  const { strangers } = openProcess("alive");
  t.equal(await ask(strangers, "ip:10.2.0.1"), null, "who holds what is left has to be asked");
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  t.equal((await ask(strangers, "ip:10.2.0.1"))?.outcome, "open", "what a silent one held is free again");
});

t.test("over a rate it is told so and uses nothing; a holder of the answer uses no free call", async (t) => {
  const { strangers } = openProcess("rates", 1);
  const told = await Promise.all(Array.from({ length: 31 }, () => ask(strangers, "ip:10.3.0.1", false)));
  t.equal(told.filter((entered) => entered?.outcome === "open").length, 30);
  t.match(told[30], { outcome: "limited", over: [{ policy: "burst" }] });
  t.equal(await usedOf("ip:10.3.0.1"), 0);
});

t.test("what Redis lost is told again", async (t) => {
  const { strangers } = openProcess("lost");
  await ask(strangers, "ip:10.4.0.1");
  await redis.flushall();
  strangers.tellAgain();
  await redis.ping();
  t.equal((await ask(openProcess("other").strangers, "ip:10.4.0.1"))?.limits.includes('"data-free";r=23'), true);
  t.same(strangers.leave("ip:10.4.0.1"), { key: `ip:10.4.0.1${WINDOW}`, uses: 1 });
});

t.test("a call that cannot be told how it ends takes no other with it", async (t) => {
  const { strangers } = openProcess("throws");
  const broken = () => {
    throw new Error("its connection is gone");
  };
  strangers.ask("ip:10.7.0.1", access, true, broken);
  t.equal((await ask(strangers, "ip:10.7.0.2"))?.outcome, "open");
  t.equal(await usedOf("ip:10.7.0.1"), 1, "its call was answered as far as is known");
});

t.test("who stays silent for too long and was answered is counted when it speaks", async (t) => {
  const slow = openLeases(redis, "slow", clock);
  const policies = [{ keyEnd: WINDOW, kind: "journalled" as const, quota: 25, expiresAt: EXPIRES, in: IN }];
  const { batch } = await slow.enter(["ip:10.8.0.1"], policies, true);
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  t.equal(await usedOf("ip:10.8.0.1"), 0, "held no longer");
  await ask(openProcess("meanwhile").strangers, "ip:10.8.0.1");
  if (batch !== null) await slow.say(batch);
  t.equal(await usedOf("ip:10.8.0.1"), 2);
});

t.test("callers met together share their text; each goes on by itself, also where one is there twice", async (t) => {
  const { strangers } = openProcess("shared");
  const ids = Array.from({ length: 40 }, (_, at) => `ip:10.10.0.${at}`);
  const told = await Promise.all([...ids, ids[0] as string].map((id) => ask(strangers, id)));
  t.ok(told.every((entered) => entered?.outcome === "open"));
  t.match([told[0]?.limits, told[40]?.limits], [/"burst";r=29999;/, /"burst";r=29998;/]);
  const texts = await redis.hmget(KEYS.permits(DAY), ...ids);
  t.match(texts[1], /^=\d+$/, "a word for each");
  t.equal(new Set(texts.slice(1)).size, 1);
  t.match(await redis.hget(KEYS.permits(DAY), `#${texts[1]?.slice(1)}`), new RegExp(`${WINDOW}~`));
  await redis.ping();
  const other = openProcess("shared-other");
  t.match((await ask(other.strangers, "ip:10.10.0.2"))?.limits, /"data-free";r=23;/);
  t.same(await Promise.all([0, 1, 2].map((at) => usedOf(`ip:10.10.0.${at}`))), [2, 1, 2]);
});

t.test(
  "of whom rates alone are known is kept until they are over; who uses the day's calls, for the day",
  async (t) => {
    const leases = openLeases(redis, "forgets", clock);
    const counted = { keyEnd: KEYS.permitsEnd("burst", 1), kind: "counted" as const, quota: 30, in: IN };
    const over = { ...counted, expiresAt: NOON + 1 };
    const running = { ...counted, keyEnd: KEYS.permitsEnd("burst", 2), expiresAt: NOON + 60_000 };
    const day = { keyEnd: WINDOW, kind: "journalled" as const, quota: 25, expiresAt: EXPIRES, in: IN };
    const ids = [1, 2, 3, 4, 5, 6].map((at) => `ip:10.11.0.${at}`);
    const [, , user = "", again = "", slow = "", late = ""] = ids;
    await leases.enter(ids.slice(0, 4), [over, day], false);
    await leases.enter([user], [over, day], true);
    await leases.take({ ...over, key: slow, caller: slow }, { quota: 30, needed: 1, held: 0, spent: 0 });
    await leases.enter([again, late], [running], false);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await leases.forget();
    const texts = await redis.hmget(KEYS.permits(DAY), ...ids);
    t.same(
      ids.filter((_, at) => texts[at] !== null),
      [user, again, late],
    );
    const listed = await redis.lrange(KEYS.permitRates(DAY), 0, -1);
    t.match(listed.slice(-2), [/ ip:10.11.0.4 ip:10.11.0.6$/, / ip:10.11.0.4$/]);
  },
);

type Sent = {
  readonly run: () => Promise<unknown>;
  readonly done: (value: unknown) => void;
  readonly lost: (e: Error) => void;
};
/** Redis behind a connection that breaks: of what is under way some was done, some will be, and nobody is told which. */
function openFaulty(random: () => number) {
  let queue: Sent[] = [];
  let late: Sent[] = [];
  let isRunning = false;
  const told = { lost: 0, breaks: 0.15 };
  const lose = async () => {
    const all = queue;
    queue = [];
    const known = Math.floor(random() * (all.length + 1));
    const now = Math.floor(random() * (known + 1));
    for (const { run } of all.slice(0, now)) await run();
    late.push(...all.slice(now, known));
    told.lost += all.length;
    for (const { lost } of all) lost(new Error("Connection is closed."));
  };
  const work = async () => {
    isRunning = true;
    for (let [first] = queue; first !== undefined; [first] = queue) {
      if (random() < 0.2 || told.breaks === 0) {
        const some = late;
        late = [];
        for (const { run } of some) await run();
      }
      if (random() < told.breaks) {
        await lose();
        continue;
      }
      const value = await first.run();
      // Others may have been sent, but none can have been lost meanwhile.
      queue.shift();
      first.done(value);
    }
    isRunning = false;
  };
  const send = (run: () => Promise<unknown>) =>
    new Promise((done, lost) => {
      queue.push({ run, done, lost });
      if (!isRunning) void work();
    });
  const door = {
    evalsha: (...args: Parameters<Redis["evalsha"]>) =>
      send(() => redis.evalsha(...args).catch(() => Promise.reject(new Error("unknown script")))),
  };
  return { door: door as unknown as Pick<Redis, "evalsha" | "eval">, told };
}

// A script that Redis does not know would be one more way to fail.
await openLeases(redis, "loads", clock).forget();
for (const seed of [1, 2, 3, 4, 5, 6]) {
  t.test(`every answer is counted once, whatever messages are lost, late or told twice (${seed})`, async (t) => {
    // A linear congruence is random enough here, and the same each time.
    let state = seed * 7_919;
    const random = () => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return state / 4_294_967_296;
    };
    const faulty = openFaulty(random);
    const processes = ["x", "y", "z"].map((name) => openProcess(`${name}${seed}`, 1_000, faulty.door).strangers);
    const answered = new Map<string, number>();
    const callers = Array.from({ length: 24 }, (_, at) => `ip:10.9.${seed}.${at}`);
    const call = async (strangers: Strangers, id: string) => {
      if ((await ask(strangers, id))?.outcome === "open") answered.set(id, (answered.get(id) ?? 0) + 1);
    };
    for (let turn = 0; turn < 60; turn++) {
      const calls = Array.from({ length: 12 }, async () => {
        const [strangers, id] = [processes[Math.floor(random() * 3)], callers[Math.floor(random() * callers.length)]];
        if (random() < 0.5) await new Promise((resolve) => setImmediate(resolve));
        if (strangers !== undefined && id !== undefined) await call(strangers, id);
      });
      await Promise.all(calls);
      if (random() < 0.3) for (const strangers of processes) strangers.sweep();
    }
    faulty.told.breaks = 0;
    // Twice: what was under way may have been lost after the first.
    for (const again of [254, 255]) {
      for (const strangers of processes) strangers.sweep();
      await Promise.all(processes.map((strangers) => ask(strangers, `ip:10.9.${seed}.${again}`)));
    }
    t.ok(faulty.told.lost > 100, `${faulty.told.lost} messages were lost`);
    t.ok([...answered.values()].some((times) => times > 10));
    for (const id of callers) t.equal(await usedOf(id), answered.get(id) ?? 0, id);
  });
}

t.test("behind a proxy that writes ports the caller is the address before it, not the proxy", (t) => {
  const isTrusted = openTrust("10.0.0.0/8,fd00::/8");
  const seen: readonly (readonly [string, string])[] = [
    ["203.0.113.7:51234", "203.0.113.7"],
    ["[2001:db8::7]:443", "2001:db8::7"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["198.51.100.1, 203.0.113.7:51234, 10.1.2.3:80", "203.0.113.7"],
    ["203.0.113.7", "203.0.113.7"],
  ];
  for (const [forwarded, caller] of seen) t.equal(addressOf("10.0.0.1", forwarded, isTrusted), caller, forwarded);
  for (const none of ["203.0.113.7:", "203.0.113.7:1234567", "203.0.113:80", "a:80", ":80", "1.2.3.4:80:90"]) {
    t.equal(plainAddress(none), null, none);
  }
  t.equal(addressOf("192.0.2.1", "203.0.113.7:51234", isTrusted), "192.0.2.1", "who is no proxy is not believed");
  t.end();
});

t.test("what is taken for an IPv4 address is what Node takes for one", (t) => {
  const numbers = ["0", "9", "10", "099", "255", "256", "01", "1000", "", "-1", " 1", "a", "١"];
  const parts = [...numbers.map((number) => [number]), ["1", "2"], ["1", "", "2"]].map((part) => part.join("."));
  for (const a of parts) {
    for (const b of parts) {
      for (const text of [`${a}.${b}.3.4`, `1.2.${a}.${b}`, `${a}.2.3.${b}`, `${a}.${b}`, `${a}.1.2.3.${b}`]) {
        const isOne = plainAddress(text) === text;
        if (isOne !== isIPv4(text)) t.fail(JSON.stringify(text));
      }
    }
  }
  t.equal(plainAddress("203.0.113.7"), "203.0.113.7");
  t.end();
});
