// Redis: whether it answers, keeps what it is told and evicts nothing, and whether its clock is this machine's.
import { infoOf, openRedis, type Redis } from "../../schema/io/redis.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";
import { lookAtSkew, type Now, type Skew } from "./skew.ts";

const WAIT_MS = 5_000;
const MEMORY_SHARE_MAX = 0.7;
const MAJOR_MIN = 7;

const factsOf = (info: string): Map<string, string> =>
  new Map(
    info
      .split("\r\n")
      .filter((line) => line.includes(":"))
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)] as const),
  );

async function measure(redis: Redis, now: Now): Promise<Skew> {
  const from = now();
  const [seconds, micros] = await redis.time();
  return { name: "Redis", from, to: now(), at: Number(seconds) * 1_000 + Number(micros) / 1_000 };
}

function judge(facts: ReadonlyMap<string, string>): Finding[] {
  const version = facts.get("redis_version") ?? "?";
  const findings: Finding[] = [
    Number.parseInt(version, 10) >= MAJOR_MIN
      ? ok("redis", `Redis ${version} answers`)
      : fail("redis", `Redis ${version} is too old`, "Install Redis 7 or newer."),
  ];
  const policy = facts.get("maxmemory_policy") ?? "";
  if (policy !== "noeviction") {
    const todo = "Set maxmemory-policy noeviction: queues lose jobs otherwise.";
    findings.push(fail("redis", `it evicts keys when it is full (${policy})`, todo));
  }
  const bytes = (field: string) => Number(facts.get(field) ?? 0);
  const [used, max] = [bytes("used_memory"), bytes("maxmemory") || bytes("total_system_memory")];
  if (max > 0 && used > MEMORY_SHARE_MAX * max) {
    const says = `its memory is ${Math.round((100 * used) / max)} % full`;
    findings.push(
      warn(
        "redis",
        says,
        "Raise maxmemory, or the machine's memory where none is set: what is full refuses every write.",
      ),
    );
  }
  if (facts.get("loading") === "1") findings.push(warn("redis", "it is still loading its data", "Wait for it."));
  if (facts.get("aof_enabled") === "1" && facts.get("aof_last_write_status") !== "ok") {
    findings.push(fail("redis", "it could not write its log to the disk", "Look at its disk, then at its own log."));
  }
  if (facts.get("aof_enabled") === "0") {
    const todo = "Set appendonly yes: a death of Redis loses what the store does not know.";
    findings.push(warn("redis", "it keeps no log on the disk", todo));
  }
  if (facts.get("aof_enabled") !== "1" && facts.get("rdb_last_bgsave_status") !== "ok") {
    findings.push(warn("redis", "its last copy to the disk failed", "Look at its disk, then at its own log."));
  }
  return findings;
}

/** Asks, and writes nothing. */
export async function lookAtRedis(url: string, now: Now): Promise<Finding[]> {
  const redis = openRedis(url, "patient", "doctor");
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS, null);
  });
  try {
    const infos = await Promise.race([infoOf(redis), late]);
    if (infos === null) {
      const todo = "Start it, or set REDIS_URL to where it is, with its password.";
      return [fail("redis", `nothing answers at ${new URL(url).host}`, todo)];
    }
    return [...infos.flatMap((info) => judge(factsOf(info))), ...lookAtSkew(await measure(redis, now))];
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}
