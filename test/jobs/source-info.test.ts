// A source that needs a setting runs where it is set; where it is not, its dataset says which one is missing.
import t from "tap";
import { timetable } from "../../jobs/clock.ts";
import { configuredSources, sourceInfos, unsetDatasets } from "../../jobs/source-info.ts";
import { parseEnv, Settings } from "../../schema/env.ts";

const NEEDING = sourceInfos().filter(({ setting }) => setting !== null);
const linesOf = (env: ReturnType<typeof parseEnv>) => timetable(configuredSources(env)).map(({ key }) => key);

t.test("without its setting a source is not on the timetable, and with it it is", async (t) => {
  t.ok(NEEDING.length > 0);
  for (const { id, dataset, setting } of NEEDING) {
    const name = String(setting);
    t.ok(name in Settings.properties, name);
    const [bare, set] = [parseEnv({}), parseEnv({ [name]: "a-key" })];
    t.notOk(linesOf(bare).includes(`source.pull~${id}`));
    t.equal(unsetDatasets(bare).get(dataset), name);
    t.ok(linesOf(set).includes(`source.pull~${id}`));
    t.notOk(unsetDatasets(set).has(dataset));
  }
});

t.test("every other source runs without any setting", async (t) => {
  t.equal(configuredSources(parseEnv({})).length, sourceInfos().length - NEEDING.length);
});
