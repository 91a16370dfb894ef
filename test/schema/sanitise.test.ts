import fc from "fast-check";
import t from "tap";
import { sanitiseText, sanitiseUrl } from "../../schema/sanitise.ts";
import { assertProperty } from "../support/property.ts";

const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|[\ufe00-\ufe0f]|[\u{e0000}-\u{e01ef}]|\u2028|\u2029/u;

t.test("what cannot be seen is gone, spaces are single, the cap is in code points", (t) => {
  t.equal(sanitiseText(" a\u200b\u200db\u202ec\u0000\u009f \t\n d ", 160), "abc d");
  t.equal(sanitiseText("e\u0301", 160), "é");
  t.equal(sanitiseText("A\u{e0041}\u{e0042}\ufe0f\u{e0101}Z", 160), "AZ");
  t.equal(sanitiseText("\ud800x\udc00", 160), "x");
  t.equal([...sanitiseText("🚀".repeat(500), 160)].length, 160);
  t.equal(sanitiseText("x".repeat(10_000), 160), `${"x".repeat(159)}…`);
  t.equal(sanitiseText("\u200b \u00ad", 160), "");
  t.end();
});

t.test("any text comes out clean, within its cap, and the same when cleaned again", (t) => {
  assertProperty(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.integer({ min: 2, max: 160 }), (raw, max) => {
      const clean = sanitiseText(raw, max);
      return (
        !INVISIBLE.test(clean) &&
        [...clean].length <= max &&
        clean === clean.trim() &&
        !/\s\s/u.test(clean) &&
        sanitiseText(clean, max) === clean
      );
    }),
    { numRuns: 500 },
  );
  t.pass("500 texts");
  t.end();
});

t.test("an address is http(s) or nothing", (t) => {
  assertProperty(
    fc.property(fc.oneof(fc.webUrl({ validSchemes: ["http", "https", "ftp", "javascript"] }), fc.string()), (raw) => {
      const url = sanitiseUrl(raw, 512);
      return url === "" || (/^https?:\/\/[^@/\s]+\/\S*$/.test(url) && url.length <= 512);
    }),
  );
  t.pass("any address");
  t.end();
});
