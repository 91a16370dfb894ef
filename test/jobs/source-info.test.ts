// A source that needs a setting runs where it is set; where it is not, its dataset says which one is missing.
import t from "tap";
import { timetable } from "../../jobs/clock.ts";
import { configuredSources, sourceInfos, unsetDatasets } from "../../jobs/source-info.ts";
import { agesOf } from "../../jobs/status/freshness.ts";
import { keepNewest, readNewest } from "../../jobs/status/newest.ts";
import { Settings } from "../../schema/env.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";
import { openTestDeps } from "../support/deps.ts";
import { startTestRedis } from "../support/redis.ts";
import { AS_OF, factsOf, wholeRows } from "../support/rows/facts.ts";

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

t.test(
  "a list that names none of the tracked tokens was read all the same, and stays known until it is read again",
  async (t) => {
    const { redis, close } = openTestDeps((await startTestRedis(t)).url);
    t.teardown(close);
    const call = {
      provider: "sandbox:defillama",
      source: "defillama-unlock",
      token: "",
      endpoint: "emissionsProtocolsList",
    };
    const at = { first_at: AS_OF, last_outcome: "ok", last_at: AS_OF, ok_at: AS_OF, kept_at: 0 };
    const none = { ...wholeRows(), unlocks: [] };
    await keepNewest(redis, factsOf({ ...none, calls: [{ ...call, ...at }] }));
    await keepNewest(redis, factsOf({ ...none, calls: [] }));
    const unlock = (await readNewest(redis)).get("unlock");
    const sources = sourceInfos().filter(({ dataset }) => dataset === "unlock");
    const age = agesOf(AS_OF + 6 * 3_600_000, await readNewest(redis), sources, new Map()).find(
      ({ dataset }) => dataset === "unlock",
    );
    t.equal(unlock?.arbitrum, AS_OF);
    t.ok(age && age.expected > 0 && age.fresh === age.expected, `${age?.fresh} of ${age?.expected}`);
  },
);
