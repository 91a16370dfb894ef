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
    t.equal(again.isSick, true);
    const other = await took("b");
    t.equal(other.isSick, false, "while it hangs again the others have their turn");
    t.match(await take("a"), { kind: "later" }, "its own wait for it");
    await other.give(sent(5, false));
    await again.give(sent(5, false));
    const well = await took("a");
    t.equal(well.isSick, false, "well again");
    await well.give();
    t.equal((await took("a")).isSick, false, "a turn in which nothing was sent says nothing");
  },
);

t.test("where more wait for a host than two minutes take, who comes now is left to the sweep", async (t) => {
  await redis.del(KEYS.webhookTurn(HOST));
  await (await took("slow")).give(sent(14_000, false));
  const holder = await took("slow");
  const kinds: string[] = [];
  for (let n = 0; n < 12; n += 1) kinds.push((await take("slow")).kind);
  t.same(kinds, [...Array(8).fill("later"), ...Array(4).fill("full")]);
  await holder.give(sent(14_000, false));
});

t.test("an owner has sixteen that last, those that fail have five in all, and others the rest", async (t) => {
  const store = {} as Store;
  const kinds = (owner: string, isSick: boolean, times: number) =>
    Array.from({ length: times }, () => takeSlot(store, owner, isSick, BASE)).map(({ kind }) => kind);
  const many = Array.from({ length: 17 }, () => takeSlot(store, "hangs", false, BASE));
  t.same(
    many.map(({ kind }) => kind),
    Array(17).fill("taken"),
    "who answers soon waits for no other",
  );
  // Timers go off in the order of their times.
  await sleep(1_200);
  t.equal(takeSlot(store, "hangs", false, BASE).kind, "later");
  t.same(kinds("other", false, 16), Array(16).fill("taken"));
  t.same([...kinds("a", true, 3), ...kinds("b", true, 3)], [...Array(5).fill("taken"), "later"]);
  const ended = many.slice(0, 2);
  for (const slot of ended) if (slot.kind === "taken") slot.leave(BASE + 15_000);
  t.equal(takeSlot(store, "hangs", false, BASE).kind, "taken", "when some have ended");
  const waits = Array.from({ length: 2_000 }, () => takeSlot(store, "c", true, BASE));
  const later = waits.flatMap((slot) => (slot.kind === "later" ? [slot.waitMs] : []));
  t.ok(later.length > 200 && later.length < 400, `${later.length} ask again, a second or more apart`);
  t.ok(Math.max(...later) <= 1.25 * 300_000, "within five minutes, and the others are left to the sweep");
  t.equal(waits.at(-1)?.kind, "full");
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
