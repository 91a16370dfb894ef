import t from "tap";
import { systemRandom } from "../../../schema/io/random.ts";

const LETTERS = 32;
const IDS = 20_000;

t.test("identifiers sort by their time, never repeat, and every letter is as likely in every place", async (t) => {
  const ids = Array.from({ length: IDS }, (_, i) => systemRandom.id(1_700_000_000_000 + i));
  t.same(ids.toSorted(), ids);
  const same = Array.from({ length: IDS }, () => systemRandom.id(1_700_000_000_000));
  t.equal(new Set(same).size, IDS);
  for (let place = 10; place < 26; place += 1) {
    const seen = new Map<string, number>();
    for (const id of same) seen.set(id[place] ?? "", (seen.get(id[place] ?? "") ?? 0) + 1);
    t.equal(seen.size, LETTERS, `place ${place}`);
    const expected = IDS / LETTERS;
    // Eight standard deviations: beyond that it is no chance.
    const slack = 8 * Math.sqrt(expected);
    t.ok(
      [...seen.values()].every((count) => Math.abs(count - expected) < slack),
      `place ${place} is even`,
    );
  }
});
