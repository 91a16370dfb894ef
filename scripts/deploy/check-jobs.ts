// Health check of a jobs container: exits 0 when a job of its lanes ended well in the last three minutes.
import { openRedis } from "../../schema/io/redis.ts";
import { JOB_NAMES, JOBS } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import { lanesOf } from "../../schema/lane.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";

const SILENCE_MS_MAX = 180_000;

const env = parseEnv();
if (!env.REDIS_URL) throw new Error("REDIS_URL is not set");
const lanes = lanesOf(env.ROLE.split(","));
const mine = JOB_NAMES.filter((name) => lanes.includes(JOBS[name].lane));

const redis = openRedis(env.REDIS_URL, "patient", "check");
const giveUp = setTimeout(() => process.exit(1), 5_000);
const noted = await redis.hgetall(KEYS.jobHealth);
clearTimeout(giveUp);
redis.disconnect();

const latest = Object.entries(noted)
  .filter(([field]) => field.endsWith("|success_at") && mine.some((name) => field.startsWith(name)))
  .reduce((newest, [, at]) => Math.max(newest, Number(at)), 0);
process.exitCode = Date.now() - latest < SILENCE_MS_MAX ? 0 : 1;
