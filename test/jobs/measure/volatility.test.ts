// A week of hourly returns is enough for a sigma, and for nothing that speaks of thirty days.
import t from "tap";
import { isGap } from "../../../jobs/measure/gap.ts";
import { measureVolatility } from "../../../jobs/measure/volatility.ts";

const none = { gap: "pending", note: "no hour is stored" } as const;
/** Closes of so many hours, the newest first, without those after `from`. */
const closesOf = (hours: number, from: number) =>
  Array.from({ length: 721 }, (_, age) => (age >= from && age < hours ? 100 + Math.sin(age) : undefined));
const assessed = (hours: number, from = 0) =>
  Object.entries(measureVolatility(closesOf(hours, from), none))
    .filter(([, value]) => !isGap(value))
    .map(([name]) => name);

t.test("a sigma is told from 168 returns on: after a week and its own span", (t) => {
  t.same(assessed(168), ["realized24h"]);
  t.same(assessed(169), ["realized24h", "sigma1h"]);
  t.same(assessed(191), ["realized24h", "sigma1h"]);
  t.same(assessed(192), ["realized24h", "sigma1h", "sigma24h"]);
  t.same(assessed(336), ["realized24h", "sigma1h", "sigma24h", "sigma7d"]);
  t.same(assessed(648), ["realized24h", "sigma1h", "sigma24h", "sigma7d"]);
  t.same(assessed(649), ["realized24h", "realized30d", "sigma1h", "sigma24h", "sigma7d"]);
  t.end();
});

t.test("and from one within three days on", (t) => {
  t.same(assessed(721, 71), ["realized30d", "sigma1h", "sigma24h", "sigma7d"]);
  t.same(assessed(721, 72), ["realized30d"], "of thirty days nine tenths are enough");
  const { sigma1h } = measureVolatility(closesOf(721, 72), none);
  t.match(sigma1h, { gap: "insufficient_coverage" }, "what was stored before is not young");
  t.match(measureVolatility(closesOf(100, 0), none).sigma1h, { gap: "insufficient_history" });
  const holed = closesOf(721, 0).map((close, age) => (age > 1 && age < 600 ? undefined : close));
  for (const one of ["sigma1h", "sigma24h", "realized24h", "realized30d"] as const)
    t.match(measureVolatility(holed, none)[one], { gap: "insufficient_coverage" }, one);
  t.end();
});
