// Content negotiation: which encoding a caller gets, and whether it holds the answer already.

/** In order of preference where a caller likes several equally. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

const REMEMBERED_MAX = 256;
const remembered = new Map<string, Encoding>();

function weightOf(accepted: ReadonlyMap<string, number>, encoding: Encoding): number {
  const any = accepted.get("*");
  return accepted.get(encoding) ?? any ?? (encoding === "identity" ? 0.001 : 0);
}

function choose(header: string): Encoding {
  const accepted = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name !== "") accepted.set(name === "x-gzip" ? "gzip" : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  let best: Encoding = "identity";
  let bestWeight = 0;
  for (const encoding of ENCODINGS) {
    const weight = weightOf(accepted, encoding);
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  return best;
}

/** The encoding for an Accept-Encoding header; identity where nothing else is acceptable. */
export function encodingFor(header: string): Encoding {
  if (header === "") return "identity";
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const chosen = choose(header);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(header, chosen);
  return chosen;
}

/** Weak comparison of If-None-Match with a strong tag (RFC 9110 13.1.2). */
export function isHeld(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === "") return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === "*" || tag === etag);
}

/** What an Accept header may name, beside anything: `text` is any kind of text. */
const NAMED = [
  ["json", /\bjson\b/],
  ["html", /\btext\/html\b/],
  ["text", /\btext\/\*/],
] as const;
type Named = (typeof NAMED)[number][0];

const acceptWeightOf = (one: string): number => Number(/;\s*q=([\d.]+)\s*(?:;|$)/.exec(one)?.[1] ?? 1);

/** More than any browser or client names. What is asked uncounted must not cost many times its answer to read. */
const ITEMS_MAX = 32;

/**
 * What an Accept header wants first of these, by their weights, and of equal ones by their order; null where it names none,
 * or more than anybody means. A browser names HTML, a client of the API does not. Any text is HTML for who would take that too.
 */
export function wantedFirst(accept: string): Named | null {
  const items = accept.toLowerCase().split(",", ITEMS_MAX + 1);
  if (items.length > ITEMS_MAX) return null;
  const wanted = items
    .map((one) => ({ one, weight: acceptWeightOf(one) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ one }) => NAMED.find(([, pattern]) => pattern.test(one))?.[0] ?? []);
  const [first = null] = wanted;
  return first === "text" && wanted.includes("html") ? "html" : first;
}
