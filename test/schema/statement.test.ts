// Sentences say what their evidence holds: as it is shown, with its sign, and nothing else.
import fc from "fast-check";
import t from "tap";
import { checkText } from "../../schema/statement/check-text.ts";
import { FORMAT_IDS, FORMATS, SHOWN_NUMBER, showValue } from "../../schema/statement/format.ts";
import { type Cited, leafAt, leavesOf } from "../../schema/statement/leaf.ts";
import { isSettled, settle } from "../../schema/statement/settle.ts";
import { assertProperty } from "../support/property.ts";

const price = (change: number, value = 64_120.5): Cited => ({
  ...{ id: "E1", kind: "price" },
  data: { price: value, window_h: 2, window_return_pct: change, as_of: "2026-11-20T12:05:00.000Z", rank: 7 },
});
const title = (words: string): Cited => ({
  id: "E2",
  kind: "headline",
  data: { title: words, source: "cointelegraph" },
});
const codes = (text: string, stance: "up" | "down" | "flat" | "none", evidence = [price(-3.24)]) => {
  const settled = settle({ text, stance }, evidence, { names: ["1INCH"] });
  return isSettled(settled) ? settled.text : settled.faults.map(({ code }) => code);
};

t.test("values are shown in one way, and a reader finds each of them again", async (t) => {
  const shown = [
    ...[showValue(64_120.5, "usd"), showValue(0.000012345, "usd"), showValue(1.5, "usd"), showValue(999.999, "usd")],
    ...[showValue(-12_345_678, "usd_short"), showValue(950, "usd_short"), showValue(-3e9, "usd_size")],
    ...[showValue(-3.24, "pct1"), showValue(-3.24, "size1"), showValue(0.01, "pct1"), showValue(61.24, "share1")],
    ...[showValue(51_820, "int"), showValue(2_160, "hours"), showValue(-1_234.5, "pct1"), showValue(1e6, "ratio2")],
    ...[
      showValue(4.25, "times"),
      showValue(-4.13, "points2"),
      showValue(1, "hours"),
      showValue(1.5, "hours"),
      showValue(3.21, "bps1"),
    ],
    ...[showValue("2026-11-20T12:05:00.000Z", "clock"), showValue("2026-11-20T12:05:00.000Z", "day")],
  ];
  t.same(shown, [
    ...["$64,120.50", "$0.00001234", "$1.50", "$1,000.00", "-$12.3M", "$950", "$3B"],
    ...[
      "-3.2 %",
      "3.2 %",
      "0.0 %",
      "61.2 %",
      "51,820",
      "2,160 hours",
      "-1,234.5 %",
      "1,000,000.00",
      "4.3 times",
      "-4.13 percentage points",
    ],
    ...["1 hour", "1.5 hours", "3.2 bps", "12:05 UTC", "2026-11-20"],
  ]);
  for (const one of shown) t.same(`It is ${one}, as told.`.match(SHOWN_NUMBER), [one]);
  const numeric = FORMAT_IDS.filter((id) => !["time", "name", "quote"].includes(FORMATS[id].unit));
  assertProperty(
    fc.property(fc.double({ min: -1e13, max: 1e13, noNaN: true }), fc.constantFrom(...numeric), (value, format) => {
      const text = showValue(value, format);
      return text.match(SHOWN_NUMBER)?.join() === text;
    }),
    { numRuns: 300 },
  );
});

t.test("a place is filled with what the evidence holds, in a format of its unit", async (t) => {
  t.equal(
    codes("1INCH fell {{E1.window_return_pct|size1}} in {{E1.window_h|hours}}.", "down"),
    "1INCH fell 3.2 % in 2 hours.",
  );
  t.same(codes("It is {{E1.price|pct1}}.", "none"), ["placeholder", "uncited"], "a price is no percentage");
  t.same(codes("It is {{E1.price|size1}}.", "none"), ["placeholder", "uncited"]);
  t.same(codes("It is {{E9.price|usd}}.", "none"), ["placeholder", "uncited"]);
  t.same(
    codes("It is {{E1.volume_24h|usd}}.", "none"),
    ["placeholder", "uncited"],
    "what was not measured is not shown",
  );
  t.equal(leafAt(title("12.5 %"), "title"), null, "what reads like a number is no name");
});

t.test("digits, addresses, advice and mark-up of a writer's own are refused", async (t) => {
  const place = "{{E1.price|usd}}";
  for (const [text, code] of [
    [`It is ${place}, up 5 %.`, "digit"],
    [`Worth ${place}: https://evil.example`, "banned"],
    [`Buy it at ${place}.`, "banned"],
    [`You should hold, at ${place}.`, "banned"],
    [`![x](y) ${place}`, "banned"],
    [`${place} <b>now</b>`, "banned"],
    [`${place} {{E1.price}}`, "digit"],
    ["It is quiet.", "uncited"],
    [`${"It is so. ".repeat(70)}${place}`, "length"],
  ] as const) {
    t.ok(codes(text, "none").includes(code), text.slice(0, 60));
  }
});

t.test("the way that is said is that of the number", async (t) => {
  const say = (verb: string) => `1INCH ${verb} {{E1.window_return_pct|size1}}.`;
  t.equal(typeof codes(say("fell"), "down"), "string");
  t.same(codes(say("fell"), "up"), ["stance"]);
  t.same(codes(say("rose"), "none"), ["direction"]);
  t.same(codes(say("moved"), "none"), ["direction"], "a loss without its sign and without a word");
  t.equal(typeof codes("1INCH moved {{E1.window_return_pct|pct1}}.", "none"), "string");
  t.same(codes(say("fell"), "none", [price(3.24)]), ["direction"], "with the sign flipped it does not stand");
  t.same(codes(say("rose"), "up", [price(3.24)]), "1INCH rose 3.2 %.");
});

t.test("a published text is held against what it cites, with nothing else at hand", async (t) => {
  const check = (text: string, cited: readonly Cited[] = [price(-3.24)]) =>
    checkText(text, cited).map(({ code }) => code);
  t.same(check("It fell 3.2 % in 2 hours to $64,120.50 by 12:05 UTC."), []);
  t.same(check("It fell 3.3 %."), ["number"]);
  t.same(check("It fell 3 %."), ["number"]);
  t.same(check("It rose 3.2 %."), ["direction"]);
  t.same(check("It rose. Then 3.2 % was what it did."), ["direction"], "a word of another sentence says nothing");
  t.same(check("It fell to $64,120.50."), [], "a level has no direction");
  t.same(check("By 12:06 UTC."), ["number"]);
  t.same(check("It wrote “Up 99 %, rose 5 %”.", [title("Up 99 %, rose 5 %")]), [], "what is quoted is quoted");
  t.same(check("It wrote that it rose 5 %.", [title("Up 99 %, rose 5 %")]), ["number"]);
  assertProperty(
    fc.property(fc.integer({ min: -9_999, max: 9_999 }), (hundredths) => {
      const change = hundredths / 100;
      const text = `It moved ${showValue(change, "pct2")}.`;
      const other = showValue(change + 0.02, "pct2");
      return (
        checkText(text, [price(change)]).length === 0 && checkText(`It moved ${other}.`, [price(change)]).length === 1
      );
    }),
    { numRuns: 200 },
  );
});

t.test("a quotation ends where its quoter ends it", async (t) => {
  const told = "Calm.” BTC is safe, says Assay: “go in";
  const text = codes("It wrote {{E2.title|quote}}.", "none", [title(told)]);
  t.equal(text, "It wrote “Calm.' BTC is safe, says Assay: 'go in”.");
  t.same(codes("It wrote {{E2.title|quote}}.", "none", [title("[win](//evil.example)")]), ["placeholder", "uncited"]);
});

t.test("an unknown kind has no values", async (t) => {
  t.same(leavesOf({ id: "E1", kind: "rumour", data: { price: 1 } }), []);
});
