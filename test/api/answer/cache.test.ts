// Kept answers: bounded in number and bytes.
import t from "tap";
import { openCache } from "../../../api/answer/cache.ts";
import { represent } from "../../../api/answer/representation.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const TYPE = [["content-type", "application/json; charset=utf-8"]] as const;

t.test("kept answers stay within their bounds, and those in use stay longest", async (t) => {
  const cache = openCache(() => 0, 100, 10_000_000);
  const answer = () => {
    const made = represent(Buffer.alloc(10_000), TYPE);
    made.variant("identity");
    return made;
  };
  cache.set("hot", answer(), [{ name: "market", version: 1 }], AT + 1);
  for (let k = 0; k < 1_000; k++) {
    cache.set(`cold-${k}`, answer(), [{ name: "market", version: 1 }], AT + 1);
    t.ok(cache.get("hot"));
    if (cache.size() > 100) t.fail(`${cache.size()} entries`);
  }
  cache.drop("status");
  t.equal(cache.size(), 100);
  cache.sweep(AT + 1);
  t.equal(cache.size(), 0, "what expired is gone");
  const narrow = openCache(() => 0, 1_000, 100_000);
  for (let k = 0; k < 1_000; k++) narrow.set(String(k), answer(), [], AT);
  t.ok(narrow.size() < 10, "bytes are bounded too");
});
