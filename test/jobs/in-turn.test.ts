// Work that is done in turn: never two at once of a key, and one more look serves all who came while one ran.
import t from "tap";
import { inTurn, onceMore } from "../../jobs/in-turn.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

t.test("one after the other, in the order they came, also after one that failed", async (t) => {
  const key = {};
  const began: number[] = [];
  let [running, most] = [0, 0];
  const all = Array.from({ length: 8 }, (_, n) =>
    inTurn(key, async () => {
      began.push(n);
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
      if (n === 3) throw new Error("three");
      return n;
    }).catch((error: Error) => error.message),
  );
  t.same(await Promise.all(all), [0, 1, 2, "three", 4, 5, 6, 7]);
  t.same(began, [0, 1, 2, 3, 4, 5, 6, 7]);
  t.equal(most, 1);
});

t.test("work of another key does not wait", async (t) => {
  let end = () => {};
  const held = inTurn({}, () => new Promise<void>((resolve) => (end = resolve)));
  t.equal(await inTurn({}, async () => "done"), "done");
  end();
  await held;
});

t.test("who asks while it runs is served by a run that begins later, once for all of them", async (t) => {
  const key = {};
  const ends: (() => void)[] = [];
  const look = onceMore((_: object) => new Promise<void>((resolve) => ends.push(resolve)));
  const first = look(key);
  const later = Array.from({ length: 20 }, () => look(key));
  t.equal(ends.length, 1);
  ends[0]?.();
  await first;
  await turn();
  t.equal(ends.length, 2);
  const after = look(key);
  ends[1]?.();
  await Promise.all(later);
  await turn();
  t.equal(ends.length, 3, "who came while the second ran has a third");
  ends[2]?.();
  await after;
});

t.test("a run that failed is told to those who asked for it, and the next one is made", async (t) => {
  const key = {};
  let count = 0;
  const look = onceMore(async (_: object) => {
    count += 1;
    await turn();
    if (count === 1) throw new Error("away");
  });
  const [first, second] = [look(key), look(key)];
  await t.rejects(first, /away/);
  await second;
  t.equal(count, 2);
});
