// What the measures of several sizes of the market come to.
import t from "tap";
import { expectAt, lineOf, tokensUntil } from "../../scripts/bench/scale/measured.ts";

t.test("a line through the sizes says what more tokens take, and where a limit is full", async (t) => {
  const points = [100, 300, 1_000].map((tokens) => ({ tokens, value: 50 + 0.2 * tokens }));
  const { base, slope } = lineOf(points);
  t.ok(Math.abs(base - 50) < 1e-9 && Math.abs(slope - 0.2) < 1e-12);
  t.ok(Math.abs(expectAt(10_000, points) - 2_050) < 1e-6);
  t.equal(tokensUntil(251, points), 1_005);
  t.equal(tokensUntil(40, points), 0, "it is full already");
  t.equal(
    tokensUntil(
      100,
      points.map(({ tokens }) => ({ tokens, value: 7 })),
    ),
    null,
    "it never is",
  );
});
