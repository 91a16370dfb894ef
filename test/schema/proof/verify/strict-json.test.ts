// Strict reading of JSON: one text, one meaning, or none.
import fc from "fast-check";
import t from "tap";
import { canonicalBytes } from "../../../../schema/canonical.ts";
import { DEPTH_MAX, JsonFault, readStrictJson } from "../../../../schema/proof/verify/strict-json.ts";
import { assertProperty } from "../../../support/property.ts";

const read = (text: string) => readStrictJson(new TextEncoder().encode(text));
const SEED = 20_261_122;

t.test("what two readers could take for different things is refused", async (t) => {
  const refused = [
    ...['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"__proto__":1,"__proto__":1}'],
    ...["1e999", "-0", "-0.0", "1.0", "1e2", "1E2", "01", "+1", ".5", "5.", "0x10", "NaN", "Infinity"],
    ...["9007199254740993", "9007199254740992", "1e+21", "0.1000000000000000055", "1e-400", "-"],
    ...['"\\ud800"', '"\\udc00\\ud800"', '{"\\ud800":1}', '"\\x41"', '"\\u12g4"', '"a\nb"', '"a', "'a'"],
    ...["[1,]", "[,1]", '{"a":1,}', "{a:1}", "[1 2]", "1 1", "{}x", "", " ", "\ufeff{}", "nul", "True", "undefined"],
    ...["//c\n1", "/**/1", `${"[".repeat(DEPTH_MAX + 1)}${"]".repeat(DEPTH_MAX + 1)}`, "[".repeat(100_000)],
  ];
  for (const text of refused) t.throws(() => read(text), JsonFault, text.slice(0, 40));
  t.throws(() => readStrictJson(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)), JsonFault, "a surrogate in UTF-8");
  t.throws(() => readStrictJson(Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)), JsonFault, "a long form in UTF-8");
});

t.test("what the service writes is read as it was, every escape and every name included", async (t) => {
  const exact = (value: unknown): boolean => {
    try {
      canonicalBytes(value);
      return true;
    } catch {
      return false;
    }
  };
  assertProperty(
    fc.property(fc.jsonValue({ maxDepth: 6 }).filter(exact), (value) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 1)]) {
        if (!canonicalBytes(read(text)).equals(canonicalBytes(value))) return false;
      }
      return true;
    }),
    { numRuns: 1_000, seed: SEED },
  );
  t.same(read('["\\u0041\\/\\n\\ud83d\\ude00", "\u007f", 1e-7, 5e-324]'), ["A/\n😀", "\u007f", 1e-7, 5e-324]);
  t.same(Object.entries(read('{"__proto__":7}') ?? {}), [["__proto__", 7]], "a name is a name");
  const deep = `${"[".repeat(DEPTH_MAX)}${"]".repeat(DEPTH_MAX)}`;
  t.equal(JSON.stringify(read(deep)), deep);
});
