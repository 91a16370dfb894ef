// Canonical bytes: the published vectors, the golden vector, and an independent canonicaliser agree.
import fc from "fast-check";
import t from "tap";
import { canonicalBytes, canonicalDigest, canonicalObject, digestOf } from "../../schema/canonical.ts";
import { ISSUED } from "../../schema/issued/index.ts";
import { rootFromInclusion } from "../../schema/proof/path.ts";
import { inclusionPath, leafHash, parentsOf, type ReadNode, rootOf } from "../../schema/proof/tree.ts";
import { canonicalText, merkleRoot, rootByPath, sha256 } from "../support/proof/independent.ts";
import { assertProperty } from "../support/property.ts";

t.test("the golden vector of the contract holds", async (t) => {
  const said = {
    schema: ISSUED.evaluation.schema,
    id: "eval_01JD6Q3Z8W",
    object: "evaluation",
    as_of: "2026-11-20T12:00:00.000Z",
    data: {
      verdict: "caution",
      token: { id: "bitcoin", symbol: "BTC", name: "Bitcoin" },
      dimensions: {
        leverage: {
          verdict: "caution",
          inputs: { open_interest_usd: 33333333333.33, long_short_ratio: "unassessed", funding_rate_8h_pct: 0.061 },
        },
      },
      hash: "left out",
      verify_url: "left out",
      attestation: "left out",
    },
    sources: [],
  };
  const canonical = canonicalObject(said, ISSUED.evaluation.leftOut);
  t.equal(digestOf(canonicalBytes(canonical)), "15900eff22463cab6900e063c0548e03816a4a261564664d9028301b33acb3a1");
});

t.test("the published examples of RFC 8785 hold", async (t) => {
  const structure = {
    numbers: [JSON.parse("333333333.33333329") as number, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
    literals: [null, true, false],
  };
  t.throws(() => canonicalBytes(structure), /beyond 2\^53/, "1e30 is JSON, but not I-JSON: it is refused");
  const exact = {
    ...structure,
    numbers: [JSON.parse("333333333.33333329") as number, 4.5, 2e-3, 0.000000000000000000000000001],
  };
  t.equal(
    canonicalBytes(exact).toString("utf8"),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const weird = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis",
  };
  t.same(
    Object.values(
      JSON.parse(
        `[${[
          ...canonicalBytes(weird)
            .toString("utf8")
            .matchAll(/:("[^"]*")/g),
        ].map((m) => m[1])}]`,
      ),
    ),
    [
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ],
    "names sort by UTF-16 code units",
  );
});

/** RFC 8785, appendix B: the bits of a double and its text; null where there is none. */
const NUMBERS: readonly (readonly [string, string | null])[] = [
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["ffefffffffffffff", "-1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["c340000000000000", "-9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["7fffffffffffffff", null],
  ["7ff0000000000000", null],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],
  ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],
  ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555554", "333333333.33333325"],
  ["41b3de4355555555", "333333333.3333333"],
  ["41b3de4355555556", "333333333.3333334"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
];

t.test(
  "every number of RFC 8785's appendix has its text, or is refused because I-JSON has no exact form",
  async (t) => {
    for (const [bits, text] of NUMBERS) {
      const value = Buffer.from(bits, "hex").readDoubleBE();
      const isExact = !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value));
      if (text === null || !isExact) t.throws(() => canonicalBytes([value]), TypeError, bits);
      else t.equal(canonicalBytes([value]).toString("utf8"), `[${text}]`, bits);
      if (text !== null) t.equal(canonicalDigest([value]), digestOf(Buffer.from(`[${text}]`)), bits);
    }
  },
);

/** The published test files of json-canonicalization: arrays, french, structures, unicode, values, weird. */
const FILES: readonly (readonly [string, string, string])[] = [
  ["arrays", '[56,{"d":true,"10":null,"1":[]}]', '[56,{"1":[],"10":null,"d":true}]'],
  [
    "french",
    '{"peach":"This sorting order","p\\u00e9ch\\u00e9":"is wrong according to French","p\\u00eache":"but canonicalization MUST","sin":"ignore locale"}',
    '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}',
  ],
  [
    "structures",
    '{"1":{"f":{"f":"hi","F":5},"\\n":56.0},"10":{},"":"empty","a":{},"111":[{"e":"yes","E":"no"}],"A":{}}',
    '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}',
  ],
  ["unicode", '{"Unnormalized Unicode":"A\\u030a"}', '{"Unnormalized Unicode":"A\u030a"}'],
  [
    "values",
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  [
    "weird",
    '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\u000a":"Newline","1":"One","\\u0080":"Control\\u007f","\\ud83d\\ude02":"Smiley","\\u00f6":"Latin Small Letter O With Diaeresis","\\ufb33":"Hebrew Letter Dalet With Dagesh","</script>":"Browser Challenge"}',
    '{"\\n":"Newline","\\r":"Carriage Return","1":"One","</script>":"Browser Challenge","\u0080":"Control\u007f","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😂":"Smiley","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
];

t.test("the published test files come out byte for byte, in the service and by the independent judge", async (t) => {
  for (const [name, input, output] of FILES) {
    const value: unknown = JSON.parse(input);
    t.equal(canonicalDigest(value), digestOf(Buffer.from(output)), name);
    t.equal(canonicalText(value), output, name);
    // 1e30 is JSON, but beyond what I-JSON can say exactly.
    if (name !== "values") t.equal(canonicalBytes(value).toString("utf8"), output, name);
  }
});

t.test(
  "an independent canonicaliser and Merkle tree agree on 1,000 random objects, whatever the order of their members",
  async (t) => {
    const exact = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger());
    const isExact = (n: number) => !Object.is(n, -0) && (!Number.isInteger(n) || Number.isSafeInteger(n));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, false),
        exact.filter(isExact),
        fc.string({ unit: "grapheme" }),
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(fc.string({ unit: "grapheme" }), tie("tree"), { maxKeys: 5, noNullPrototype: true }),
      ),
    }));
    const leaves: Buffer[] = [];
    const property = fc.property(tree, (value) => {
      leaves.push(sha256(canonicalText(value)));
      const reversed = JSON.parse(JSON.stringify(value), (_name, item: unknown) =>
        item !== null && typeof item === "object" && !Array.isArray(item)
          ? Object.fromEntries(Object.entries(item).reverse())
          : item,
      ) as unknown;
      return (
        canonicalBytes(value).toString("utf8") === canonicalText(value) &&
        digestOf(canonicalBytes(value)) === leaves.at(-1)?.toString("hex") &&
        canonicalBytes(reversed).equals(canonicalBytes(value))
      );
    });
    assertProperty(property, { numRuns: 1_000, seed: 1 });
    const levels: Buffer[][] = [leaves.map((leaf) => leafHash(leaf))];
    for (let level = 0; (levels[level]?.length ?? 0) > 1; level++) {
      levels.push(parentsOf(level, 0, levels[level] ?? []).map(({ hash }) => hash));
    }
    const read: ReadNode = ({ level, index }) => levels[level]?.[index] ?? Buffer.alloc(0);
    const root = merkleRoot(leaves);
    t.ok(rootOf(leaves.length, read).equals(root), "an independent Merkle tree has the same root over them");
    const disagree = leaves.filter((leaf, index) => {
      const path = inclusionPath(index, leaves.length, read);
      const reached = rootFromInclusion(index, leaves.length, leafHash(leaf), path);
      return reached === null || !root.equals(reached) || !rootByPath(index, leaves.length, leaf, path).equals(root);
    });
    t.same(disagree, [], "and every audit path leads there by both");
  },
);

t.test("what JSON has no exact form for is refused, never rounded or dropped", async (t) => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -0, 2 ** 53, "\ud800", { "\udc00": 1 }, 1n, () => 1]) {
    t.throws(() => canonicalBytes({ value }), TypeError, String(value));
  }
  t.equal(
    canonicalBytes({ a: undefined, b: 1 }).toString("utf8"),
    '{"b":1}',
    "a member that is not there is not there",
  );
});
