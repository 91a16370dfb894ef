// Makes a value that fits a shape: the smallest one that still has every member.
type Shape = {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape | boolean;
  readonly prefixItems?: readonly Shape[];
};

const TIME = "2026-11-20T12:00:00.000Z";

function sampleText({ format, pattern }: Shape): string {
  if (format === "date-time") return TIME;
  if (format === "uri") return "https://example.org/";
  if (pattern === undefined) return "text";
  const texts = ["S1", "E1", "bitcoin", "a".repeat(64), "a".repeat(40)];
  return texts.find((text) => new RegExp(pattern).test(text)) ?? "text";
}

function sampleArray({ items, prefixItems, minItems = 1 }: Shape): unknown[] {
  if (prefixItems) return prefixItems.map(sample);
  return typeof items === "object" ? Array.from({ length: Math.max(1, minItems) }, () => sample(items)) : [];
}

/** A value of the shape; members that may be unassessed get a value, optional ones are there. */
export function sample(shape: Shape): unknown {
  if ("const" in shape) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) return sample(shape.anyOf[0] ?? {});
  switch (shape.type) {
    case "object":
      return Object.fromEntries(Object.entries(shape.properties ?? {}).map(([name, inner]) => [name, sample(inner)]));
    case "array":
      return sampleArray(shape);
    case "string":
      return sampleText(shape);
    case "integer":
    case "number":
      return shape.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return null;
  }
}
