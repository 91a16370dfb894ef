import t from "tap";
import { growthOf } from "./hour/memory.ts";

const life = (name: string, pid: number, from: number, of: readonly number[]) =>
  of.map((mb, at) => ({ name, pid, at: (from + at) * 15_000, mb }));

t.test("what a process holds is held against itself, and never against another of its name", (t) => {
  const small = life("pull", 1, 0, Array(30).fill(200));
  const large = life("pull", 2, 40, Array(60).fill(300));
  t.match(growthOf([...small, ...large]), [{ name: "pull", pid: 2, samples: 60, firstMb: 300, lastMb: 300 }]);
  const grows = life(
    "pull",
    3,
    0,
    Array.from({ length: 80 }, (_, at) => 200 + at),
  );
  const [growth] = growthOf([...small, ...grows]);
  t.match(growth, { pid: 3, firstMb: 200, lastMb: 240 });
  t.equal(Math.round(growth?.slopeMbPerHour ?? 0), 240, "an hour has 240 looks");
  t.same(growthOf(life("api", 4, 0, Array(20).fill(100))), [], "five minutes tell nothing");
  t.end();
});
