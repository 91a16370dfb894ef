// How figures are written on pages: with their unit, and never as 0 where they are not.
import t from "tap";
import { change, fixed, short } from "../../../api/page/kit/format.ts";
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
