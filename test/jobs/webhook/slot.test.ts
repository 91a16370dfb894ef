// Turns and slots: whoever hangs or fails holds up itself, at a host that it shares with others as anywhere else.
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { type Sent, takeTurn } from "../../../jobs/webhook/host-turn.ts";
import { enter, takeSlot } from "../../../jobs/webhook/slot.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { BASE } from "../../support/base.ts";
import { startTestRedis } from "../../support/redis.ts";

const redis = openRedis((await startTestRedis(t)).url, "patient", "test");
t.teardown(() => redis.disconnect());
const HOST = "hooks.example.com";
let count = 0;
const take = (owner: string) => {
  count += 1;
  return takeTurn(redis, { host: HOST, owner, message: `message ${count}`, attempt: 1, holder: `holder ${count}` });
};
const sent = (ms: number, isSick: boolean): Sent => ({
  ...{ ms, isSick },
  row: {
    ...{ monitor: "monitor", message: `message ${count}`, attempt: 1, at: BASE, status: 200, outcome: "answered" },
    ...{ took_ms: ms, state: "delivered", next_at: null },
  },
});
async function took(owner: string) {
  const turn = await take(owner);
  if (turn.kind !== "taken") throw new Error(`${owner} has to wait: ${JSON.stringify(turn)}`);
  return turn;
}

t.test(
  "one delivery at a time to a host; whoever failed there waits for others who did, and nobody for them",
  async (t) => {
    const first = await took("a");
    const later = await take("b");
    t.ok(later.kind === "later" && later.waitMs >= 100, "as long as a turn is taken to last, and as it has lasted");
    await first.give(sent(15_000, true));
    const again = await took("a");
    t.ok(again.failedAt !== null && again.failedAt > 0);
    const other = await took("b");
    t.equal(other.failedAt, null, "while it hangs again the others have their turn");
    t.match(await take("a"), { kind: "later" }, "its own wait for it");
    await other.give(sent(5, false));
    await again.give(sent(5, false));
    const well = await took("a");
    t.equal(well.failedAt, null, "well again");
    await well.give();
    t.equal((await took("a")).failedAt, null, "a turn in which nothing was sent says nothing");
  },
);

t.test(
  "what hangs once at a host that others share keeps them waiting for seconds, not for as long again",
  async (t) => {
    await redis.del(KEYS.webhookTurn(HOST));
    const hangs = await took("hangs");
    const key = KEYS.webhookTurn(HOST);
    // It has hung for 14 s.
    await redis.hset(key, { "well:since": Number(await redis.hget(key, "well:since")) - 14_000 });
    const waits: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      const turn = await take(`other ${n}`);
      if (turn.kind === "later") waits.push(turn.waitMs);
    }
    t.equal(waits.length, 50, "none is left to the sweep");
    t.ok(Math.max(...waits) <= 2_000 + 50 * 101, `${Math.max(...waits)} ms`);
    await hangs.give(sent(15_000, true));
    const next = await took("other 1");
    const after = await take("other 2");
    t.ok(after.kind === "later" && after.waitMs <= 2_000, "the line has learnt nothing of what left it");
    await next.give(sent(5, false));
  },
);

t.test("where turns at a host become shorter, less is waited for", async (t) => {
  await redis.del(KEYS.webhookTurn(HOST));
  await (await took("slow")).give(sent(14_000, false));
  const holder = await took("slow");
  for (let n = 0; n < 6; n += 1) await take("slow");
  await holder.give(sent(5, false));
  for (let n = 0; n < 6; n += 1) await (await took("slow")).give(sent(5, false));
  const again = await took("slow");
  const later = await take("slow");
  t.ok(later.kind === "later" && later.waitMs < 5_000, JSON.stringify(later));
  await again.give();
});

t.test("where more wait for a host than two minutes take, who comes now is left to the sweep", async (t) => {
  await redis.del(KEYS.webhookTurn(HOST));
  await (await took("slow")).give(sent(14_000, false));
  const holder = await took("slow");
  const kinds: string[] = [];
  for (let n = 0; n < 12; n += 1) kinds.push((await take("slow")).kind);
  t.same(kinds, [...Array(8).fill("later"), ...Array(4).fill("full")]);
  await holder.give(sent(14_000, false));
});

let messages = 0;
const slotOf = (store: Store, owner: string, isSick: boolean, now = BASE) => {
  messages += 1;
  return takeSlot(
    store,
    { owner, host: `${owner}.example`, message: `m${messages}`, failedAt: isSick ? BASE : null },
    now,
  );
};

t.test("an owner has sixteen that last, those that fail have five in all, and others the rest", async (t) => {
  const store = {} as Store;
  const kinds = (owner: string, isSick: boolean, times: number) =>
    Array.from({ length: times }, () => slotOf(store, owner, isSick)).map(({ kind }) => kind);
  const many = Array.from({ length: 17 }, () => slotOf(store, "hangs", false));
  t.same(
    many.map(({ kind }) => kind),
    Array(17).fill("taken"),
    "who answers soon waits for no other",
  );
  // Timers go off in the order of their times.
  await sleep(1_200);
  t.equal(slotOf(store, "hangs", false).kind, "later");
  t.same(kinds("other", false, 16), Array(16).fill("taken"));
  t.same([...kinds("a", true, 3), ...kinds("b", true, 3)], [...Array(5).fill("taken"), "later"]);
  t.same(kinds("b", true, 3), Array(3).fill("full"), "one of a receiver stands in line, the sweep finds the others");
  const ended = many.slice(0, 2);
  for (const slot of ended) if (slot.kind === "taken") slot.leave(BASE + 15_000);
  t.equal(slotOf(store, "hangs", false).kind, "taken", "when some have ended");
  const waits = Array.from({ length: 400 }, (_, at) => slotOf(store, `c${at}`, true));
  const later = waits.flatMap((slot) => (slot.kind === "later" ? [slot.waitMs] : []));
  t.equal(later.length, 400, "each receiver has its place");
  t.ok(Math.min(...later) >= 1_000 && Math.max(...later) <= 300_000, "asked for again within five minutes");
  const many16 = Array.from({ length: 20 }, (_, at) =>
    takeSlot(store, { owner: "d", host: `d${at}.example`, message: `d${at}`, failedAt: BASE }, BASE),
  );
  t.same(
    many16.map(({ kind }) => kind),
    [...Array(16).fill("later"), ...Array(4).fill("full")],
    "of one owner so many stand in line",
  );
});

/**
 * Receivers that hang for 15 s and have more messages than can be sent, by a clock of its own; each job comes to whichever
 * process. The gaps between tries of each.
 */
function hanging(receivers: number, hours: number, processes = 1): number[] {
  const stores = Array.from({ length: processes }, () => ({}) as Store);
  let drawn = 1;
  const anyStore = (): Store => {
    drawn = (drawn * 48_271) % 0x7fffffff;
    return stores[(drawn >> 8) % processes] ?? ({} as Store);
  };
  type Due = { readonly at: number; readonly run: () => void };
  const due: Due[] = [];
  const at = (when: number, run: () => void) => void due.push({ at: when, run });
  const asleep = new Set<string>();
  const last = Array<number>(receivers).fill(BASE);
  const gaps = Array<number>(receivers).fill(0);
  const ask = (receiver: number, message: string, now: number): void => {
    const own = { owner: `o${receiver}`, host: `h${receiver}`, message, failedAt: last[receiver] ?? BASE };
    const slot = takeSlot(anyStore(), own, now);
    // A message whose job sleeps is not asked for again: the job has its name.
    if (slot.kind === "later") asleep.add(message);
    else asleep.delete(message);
    if (slot.kind === "later") at(now + slot.waitMs, () => ask(receiver, message, now + slot.waitMs));
    if (slot.kind !== "taken") return;
    gaps[receiver] = Math.max(gaps[receiver] ?? 0, now - (last[receiver] ?? 0));
    last[receiver] = now;
    at(now + 15_000, () => slot.leave(now + 15_000));
  };
  const end = BASE + hours * 3_600_000;
  for (let sweep = BASE; sweep < end; sweep += 60_000) {
    at(sweep, () => {
      for (let n = 0; n < receivers; n += 1)
        for (const one of ["a", "b", "c"]) if (!asleep.has(`${n}${one}`)) ask(n, `${n}${one}`, sweep);
    });
  }
  due.sort((a, b) => b.at - a.at);
  for (let next = due.pop(); next !== undefined && next.at < end; next = due.pop()) {
    const before = due.length;
    next.run();
    // What it asked for is put where its time is.
    for (const added of due.splice(before)) {
      let [low, high] = [0, due.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((due[middle]?.at ?? 0) > added.at) low = middle + 1;
        else high = middle;
      }
      due.splice(low, 0, added);
    }
  }
  return gaps;
}

t.test("who asks before its time keeps its place, and a place that nobody comes for holds up nobody", async (t) => {
  const store = {} as Store;
  const take = (line: string, now: number, message = line) =>
    takeSlot(store, { owner: line, host: line, message, failedAt: BASE }, now);
  const held = Array.from({ length: 5 }, (_, at) => take(`held ${at}`, BASE));
  const first = take("first", BASE);
  t.match(first, { kind: "later", waitMs: 3_000 });
  t.match(take("first", BASE + 1_000), { kind: "later", waitMs: 2_000 }, "the rest of its wait");
  t.equal(take("first", BASE + 1_000, "another").kind, "full");
  for (const slot of held.slice(1)) if (slot.kind === "taken") slot.leave(BASE + 10_000);
  for (const [at, line] of ["a", "b", "c", "d"].entries()) {
    t.equal(take(line, BASE + 10_000 + at).kind, "taken", `${line}: the first asked elsewhere`);
  }
  t.equal(take("first", BASE + 10_010).kind, "later", "and stands before who comes now");
});

t.test("receivers that hang take turns: who is well again waits for each of the others about once", async (t) => {
  for (const [receivers, hours, processes] of [
    [30, 1, 1],
    [100, 1, 1],
    [200, 2, 1],
    [30, 1, 2],
    [100, 1, 2],
    [200, 2, 4],
  ] as const) {
    const roundMs = (receivers / 5) * 15_000;
    const gaps = hanging(receivers, hours, processes);
    const worst = Math.max(...gaps);
    const said = `${receivers} in ${processes}: ${worst / 60_000} of ${roundMs / 60_000} minutes`;
    // Each process knows but the places that were taken in it.
    const most = processes === 1 ? 2 * roundMs + 120_000 : 3 * roundMs + 300_000;
    t.ok(worst > 0 && worst <= most, said);
  }
});

t.test("a hundred and twenty-eight that hang at once hold up the others for a second", async (t) => {
  const store = {} as Store;
  const from = performance.now();
  const hanging = await Promise.all(Array.from({ length: 128 }, () => enter(store)));
  const others = Promise.all(Array.from({ length: 200 }, () => enter(store).then((leave) => leave())));
  let isThrough = false;
  void others.then(() => {
    isThrough = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(isThrough, false, "there is room for so many");
  await others;
  const ms = performance.now() - from;
  t.ok(ms >= 900 && ms < 10_000, `${ms} ms`);
  // Whoever was lent from gives nothing back twice.
  for (const leave of hanging) leave();
  await Promise.all(Array.from({ length: 128 }, () => enter(store))).then((all) =>
    all.forEach((leave) => void leave()),
  );
});
