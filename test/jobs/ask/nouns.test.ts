// A quantity is read whichever noun names it, and held against what is measured, never against another quantity.
import t from "tap";
import { verdictOf } from "../../support/statement/claim-facts.ts";
import { NAMED } from "../../support/statement/named.ts";

/** True and false of what is measured, at a fifth below and above it. */
const TRUE: readonly ((name: string, is: string, low: string, high: string) => string)[] = [
  (name, _is, low) => `${name} is above ${low}`,
  (name, _is, _low, high) => `${name} is currently less than ${high}`,
  (name, _is, _low, high) => `${name} does not exceed ${high}`,
  (name, is) => `At present, ${name} stands at ${is}`,
  (name, _is, low, high) => `${name} is between ${low} and ${high}`,
  (name, _is, low) => `It is true that ${name} is at least ${low}`,
  (name, is) => `${name} was measured at roughly ${is}`,
  (name, is) => `${name} equals ${is}`,
];
const FALSE: typeof TRUE = [
  (name, _is, _low, high) => `${name} is above ${high}`,
  (name, _is, low) => `${name} is currently less than ${low}`,
  (name, _is, _low, high) => `${name} exceeds ${high}`,
  (name, _is, _low, high) => `${name} stands at ${high}`,
  (name, _is, low) => `It is true that ${name} is no higher than ${low}`,
];

const said = NAMED.flatMap(([value, digits, before, after, names]) => {
  const told = (of: number) => `${before}${of.toFixed(digits)}${after}`;
  const [is, low, high] = [told(value), told(value - Math.abs(value) / 5), told(value + Math.abs(value) / 5)];
  return names.split(" | ").flatMap((name, nth) => {
    const by = (truth: string) => (template: (typeof TRUE)[number]) => ({ truth, text: template(name, is, low, high) });
    // Each name in every other template, each template with every other name.
    const all = [...TRUE.map(by("supported")), ...FALSE.map(by("contradicted"))];
    return all.filter((_, at) => (at + nth) % 2 === 0);
  });
});

t.test("no claim that names a quantity by a noun comes out wrong, and at most one in fifty stays open", async (t) => {
  const found = said.map(({ truth, text }) => ({ truth, text, verdict: verdictOf(text, "solana") }));
  const wrong = found.filter(({ truth, verdict }) => verdict !== truth && verdict !== "unknown");
  const open = found.filter(({ verdict }) => verdict === "unknown");
  t.ok(found.length > 1_000, `${found.length} claims`);
  t.same(wrong, []);
  t.ok(open.length <= found.length / 50, `${open.length} open: ${open.map(({ text }) => text).join("; ")}`);
});
