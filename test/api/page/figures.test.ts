// How figures are written on pages: with their unit, and never as 0 where they are not.
import t from "tap";
import { aligned, change, fixed, short, span } from "../../../api/page/kit/format.ts";
import { shownAs, withUnit } from "../../../api/page/kit/wire.ts";

/** Of each unit that the name of a member can say. */
const MEMBERS = [
  ...["price_usd", "high_24h_usd", "low_24h_usd", "volume_1h_usd", "change_1h_pct", "share_pct", "spread_bps"],
  ...["turnover_ratio", "lag_s", "window_h", "flow_native", "count"],
];

t.test("what is not 0 is never written as 0, whatever its unit and however small", async (t) => {
  for (const value of [0.00312, 0.004, 0.00003, -0.004, 1e-9]) {
    for (const name of MEMBERS) t.match(shownAs(name, value), /[1-9]/, `${name} ${value}`);
    for (const unit of ["usd", "pct", "bps", "ratio"]) t.match(withUnit(value, unit), /[1-9]/, `${unit} ${value}`);
  }
  t.equal(shownAs("high_24h_usd", 0.00312), "0.00312 USD");
  t.equal(shownAs("volume_1h_usd", 0.004), "0.004 USD");
  t.equal(change(-0.004), "−0.004");
});

t.test("0 is 0, and others have the figures of their unit", async (t) => {
  t.equal(shownAs("volume_1h_usd", 0), "0 USD");
  t.equal(change(0), "0.00");
  t.equal(fixed(0.016, 2), "0.02");
  t.equal(short(8_440_000_000), "8.44 B");
  t.equal(shownAs("low_24h_usd", 0.0812), "0.0812 USD");
});

t.test("a thousand of one step is one of the next, however it comes about", async (t) => {
  t.equal(short(999_960), "1 M");
  t.equal(short(999.94), "999.9");
  t.equal(short(999_940), "999.9 k");
  t.equal(aligned(999_996), "1.00 M");
  t.equal(aligned(-999_994), "−999.99 k");
});

t.test("counts are told whole, and few minutes, hours and days to a tenth", async (t) => {
  t.equal(withUnit(1_234_567, "count"), "1,234,567");
  t.equal(withUnit(1_234_567.5, "count"), "1,234,568");
  t.equal(withUnit(-12_345_678.4, "count"), "−12,345,678");
  t.equal(withUnit(0.123456789, "ratio"), "0.123457 ×");
  for (const [minutes, told] of [
    [1.25, "75 s"],
    [1.5, "1.5 min"],
    [2.5, "2.5 min"],
    [10.4, "10 min"],
    [89, "89 min"],
    [90, "1.5 h"],
    [120, "2 h"],
    [36.5 * 60, "37 h"],
    [60 * 60, "2.5 d"],
    [20.4 * 1_440, "20 d"],
  ] as const) {
    t.equal(span(minutes * 60_000), told);
  }
});
