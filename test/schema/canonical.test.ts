// Canonical bytes: the published vectors, the golden vector, and an independent canonicaliser agree.
import fc from "fast-check";
import t from "tap";
import { canonicalBytes, canonicalObject, digestOf } from "../../schema/canonical.ts";

/** RFC 8785 written down once more, in the shortest form. */
function independent(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(independent).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${independent(item)}`).join(",")}}`;
}

t.test("the golden vector of the contract holds", async (t) => {
  const canonical = canonicalObject({
    kind: "evaluation",
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
  });
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

t.test(
  "an independent canonicaliser agrees on 1,000 random objects, whatever the order of their members",
  async (_t) => {
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
    const property = fc.property(tree, (value) => {
      const reversed = JSON.parse(JSON.stringify(value), (_name, item: unknown) =>
        item !== null && typeof item === "object" && !Array.isArray(item)
          ? Object.fromEntries(Object.entries(item).reverse())
          : item,
      ) as unknown;
      return (
        canonicalBytes(value).toString("utf8") === independent(value) &&
        canonicalBytes(reversed).equals(canonicalBytes(value))
      );
    });
    fc.assert(property, { numRuns: 1_000, seed: 1 });
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
