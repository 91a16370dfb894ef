// Randomness that is the same in each run: what is to be shown with the same pixels cannot rest on the system's.
import { createHash } from "node:crypto";
import { ulid } from "ulid";
import type { Random } from "../../../schema/io/random.ts";

/**
 * An identifier is made of what it names, and of how often that was named at that instant: calls of one instant stand in
 * the order of their identifiers, whichever was answered first.
 */
export function steadyRandom(): Random {
  const named = new Map<string, number>();
  return {
    fraction: () => 0.5,
    id(epochMs, about = "") {
      const key = `${epochMs} ${about}`;
      const times = (named.get(key) ?? 0) + 1;
      named.set(key, times);
      const bytes = createHash("sha256").update(`${key} ${times}`).digest();
      let taken = 0;
      return ulid(epochMs, () => (bytes[taken++ % bytes.length] ?? 0) / 256);
    },
  };
}
