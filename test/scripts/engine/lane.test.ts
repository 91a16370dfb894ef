// A lane bounds what runs at once and keeps places for short statements while long ones run.
import t from "tap";
import { Lane } from "../../../scripts/engine/lane.ts";

// The lane's own timers hold no process open.
const alive = setInterval(() => undefined, 1000);
t.teardown(() => clearInterval(alive));

const settle = (): Promise<void> => new Promise((wake) => setImmediate(wake));

t.test("no more than the places run at once, and waiters come in order", async (t) => {
  const lane = new Lane({ shortMax: 2, longMax: 0, longAfterMs: 60_000, queueMax: 10 });
  const order: number[] = [];
  const first = await lane.enter();
  const second = await lane.enter();
  const third = lane.enter().then((leave) => {
    order.push(3);
    return leave;
  });
  const fourth = lane.enter().then((leave) => {
    order.push(4);
    return leave;
  });
  await settle();
  t.same(order, []);
  first();
  first();
  await settle();
  t.same(order, [3], "a release counts once");
  second();
  await settle();
  t.same(order, [3, 4]);
  (await third)();
  (await fourth)();
});

t.test("a long holder frees its short place, while long places last", async (t) => {
  const lane = new Lane({ shortMax: 1, longMax: 1, longAfterMs: 0, queueMax: 10 });
  const long = await lane.enter();
  const next = await lane.enter();
  let third: (() => void) | undefined;
  const waiting = lane.enter().then((leave) => {
    third = leave;
  });
  await new Promise((wake) => setTimeout(wake, 20));
  t.equal(third, undefined, "both kinds of place are taken");
  long();
  await waiting;
  t.ok(third, "the overdue holder moved up and made room");
  next();
});

t.test("a full queue refuses with 202", async (t) => {
  const lane = new Lane({ shortMax: 1, longMax: 0, longAfterMs: 60_000, queueMax: 1 });
  await lane.enter();
  void lane.enter();
  await t.rejects(lane.enter(), { code: 202 });
});

t.test("fewer run at once while they should, and more again afterwards; who holds a place keeps it", async (t) => {
  let places = 2;
  const lane = new Lane({ shortMax: 2, longMax: 2, longAfterMs: 60_000, queueMax: 10, placesMax: () => places });
  const [first, second] = [await lane.enter(), await lane.enter()];
  let entered = 0;
  const later = [1, 2].map(async () => {
    const leave = await lane.enter();
    entered += 1;
    return leave;
  });
  places = 1;
  first();
  await settle();
  t.equal(entered, 0, "one still runs");
  second();
  await settle();
  t.equal(entered, 1);
  places = 2;
  (await later[0])?.();
  await settle();
  t.equal(entered, 2);
});
