// Validation: every fault of a request is reported, with the code of the catalogue and what would be allowed.
import t from "tap";
import { ask, startTestApi } from "../../support/api/api.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
type Item = { parameter: string; code: string; allowed?: unknown[]; received?: string };

const CASES: readonly (readonly [target: string, ...expected: (readonly [parameter: string, code: string])[]])[] = [
  ["/v1/tokens?nope=1", ["nope", "unknown_parameter"]],
  ["/v1/tokens?__proto__=1&constructor=2", ["__proto__", "unknown_parameter"], ["constructor", "unknown_parameter"]],
  ["/v1/status?x=1", ["x", "unknown_parameter"]],
  ["/v1/tokens?limit=0", ["limit", "out_of_range"]],
  ["/v1/tokens?limit=251", ["limit", "out_of_range"]],
  ["/v1/tokens?limit=1.5", ["limit", "invalid_type"]],
  ["/v1/tokens?limit=", ["limit", "invalid_type"]],
  ["/v1/tokens?limit=1e3", ["limit", "invalid_type"]],
  ["/v1/tokens?limit=99999999999999999999", ["limit", "invalid_type"]],
  ["/v1/tokens?offset=-1", ["offset", "out_of_range"]],
  ["/v1/tokens?q=", ["q", "out_of_range"]],
  [`/v1/tokens?q=${"x".repeat(101)}`, ["q", "out_of_range"]],
  ["/v1/tokens?q=%zz", ["q", "invalid_request"]],
  ["/v1/tokens?q=%ff", ["q", "invalid_request"]],
  ["/v1/tokens?%zz=1", ["%zz", "invalid_request"]],
  ["/v1/tokens?q=a&q=b", ["q", "invalid_request"]],
  ["/v1/state/%zz", ["token", "invalid_request"]],
  [`/v1/state/${"x".repeat(129)}`, ["token", "out_of_range"]],
  ["/v1/state/BTC?sections=price", ["sections", "invalid_enum"]],
  ["/v1/state/BTC?sections=", ["sections", "invalid_enum"]],
  ["/v1/state/BTC?sections=market,Market", ["sections", "invalid_enum"]],
  ["/v1/market?sections=identity", ["sections", "invalid_enum"]],
  ["/v1/history/BTC?resolution=5m", ["resolution", "invalid_enum"]],
  ["/v1/history/BTC?series=price,volume", ["series", "invalid_enum"]],
  ["/v1/history/BTC?since=yesterday", ["since", "invalid_date_time"]],
  ["/v1/history/BTC?since=2026-11-20", ["since", "invalid_date_time"]],
  ["/v1/history/BTC?since=2026-13-01T00:00:00Z", ["since", "invalid_date_time"]],
  ["/v1/history/BTC?since=2016-12-31T23:59:60Z", ["since", "invalid_date_time"]],
  ["/v1/history/BTC?since=2026-11-20T13:00:00Z", ["since", "out_of_range"]],
  [
    "/v1/history/BTC?resolution=1d&since=now&series=x&foo=1&foo=2",
    ["foo", "invalid_request"],
    ["foo", "unknown_parameter"],
    ["since", "invalid_date_time"],
    ["series", "invalid_enum"],
    ["resolution", "invalid_enum"],
  ],
];

t.test("validation", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  for (const [target, ...expected] of CASES) {
    t.test(`${target.slice(0, 60)} is refused with ${expected.map(([, code]) => code).join(", ")}`, async (t) => {
      const { status, body } = await ask(t, app, target);
      t.equal(status, 400);
      const items = body.errors as Item[];
      t.same(
        items.map(({ parameter, code }) => `${parameter} ${code}`).sort(),
        expected.map(([parameter, code]) => `${parameter} ${code}`).sort(),
      );
      t.equal(body.code, items[0]?.code, "the first fault gives the code");
      for (const item of items.filter(({ code }) => code === "invalid_enum")) t.ok(item.allowed?.length);
      t.ok(items.every(({ received = "" }) => received.length <= 80));
    });
  }
  for (const since of [
    "2026-11-19T00:00:00Z",
    "2026-11-19T02:00:00+02:00",
    "2026-11-19T02:00:00%2B02:00",
    "2026-11-19t00:00:00.123456z",
  ]) {
    t.test(`since=${since} is a time`, async (t) => {
      const { status, body } = await ask(t, app, `/v1/history/BTC?series=price&since=${since}`);
      t.equal(status, 200);
      t.match((body.data as { since: string }).since, /^2026-11-19T00:00:00\.(000|123)Z$/);
    });
  }
});
