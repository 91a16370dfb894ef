// Reads a raw query string strictly: every broken or repeated parameter is a fault, none is guessed at.
import { echo } from "../../schema/fault.ts";
import type { ProblemItem } from "../../schema/shape/problem.ts";

/** Percent-decodes a path segment or parameter; null where the encoding is broken. */
export function decodePercent(raw: string): string | null {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Values by name, with the faults found. A repeated parameter is a fault, and its first value is kept, but for `lists`:
 * their values are joined with commas, the other way to write a list.
 */
export function parseQuery(
  raw: string,
  lists: ReadonlySet<string> = NONE,
): { values: Map<string, string>; faults: ProblemItem[] } {
  const values = new Map<string, string>();
  const faults: ProblemItem[] = [];
  for (const pair of raw.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const rawName = (at < 0 ? pair : pair.slice(0, at)).replaceAll("+", " ");
    const name = decodePercent(rawName);
    const value = decodePercent((at < 0 ? "" : pair.slice(at + 1)).replaceAll("+", " "));
    if (name === null || value === null) {
      const parameter = echo(name ?? rawName);
      faults.push({ parameter, code: "invalid_request", detail: "The percent-encoding is not valid UTF-8." });
    } else if (values.has(name) && lists.has(name)) {
      values.set(name, `${values.get(name)},${value}`);
    } else if (values.has(name)) {
      faults.push({ parameter: echo(name), code: "invalid_request", detail: "The parameter is given more than once." });
    } else {
      values.set(name, value);
    }
  }
  return { values, faults };
}
