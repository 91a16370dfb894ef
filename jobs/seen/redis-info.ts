// What Redis says of itself, as far as a service that rests on it has to mind.
import type { Gauge } from "../../schema/io/seen/metrics.ts";

const FIELDS = [
  ["used_memory", "redis_memory_used_bytes", "Memory that Redis uses for data."],
  ["maxmemory", "redis_memory_max_bytes", "Memory that it may use; 0: as much as there is."],
  ["total_system_memory", "redis_memory_total_bytes", "Memory of the machine that Redis runs on."],
  ["connected_clients", "redis_clients", "Connections to Redis."],
  ["evicted_keys", "redis_evicted_keys_total", "Keys that Redis dropped for want of memory; there should be none."],
  ["instantaneous_ops_per_sec", "redis_commands_per_second", "Commands a second, by Redis' own count."],
] as const;

type Info = ReadonlyMap<string, string>;

const parse = (text: string): Info =>
  new Map(text.split("\r\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
const numberOf = (info: Info, field: string): number => Number(info.get(field) ?? 0);
/** Without a bound of its own it may use what the machine has. */
const boundOf = (info: Info): number =>
  numberOf(info, "maxmemory") || numberOf(info, "total_system_memory") || Infinity;
const fullness = (info: Info): number => numberOf(info, "used_memory") / boundOf(info);
const isKept = (info: Info): boolean => info.get("aof_enabled") === "1" && info.get("aof_last_write_status") === "ok";

/** Memory is that of the fullest server, since that one refuses writes first; the rest is that of all together. */
const OF_FULLEST: ReadonlySet<string> = new Set(["used_memory", "maxmemory", "total_system_memory"]);

/** Pure. `texts`: the answers of INFO, of each server of a cluster one. */
export function readRedisInfo(texts: readonly string[]): Gauge[] {
  const infos = texts.map(parse);
  const [fullest] = [...infos].sort(
    (a, b) => fullness(b) - fullness(a) || numberOf(b, "used_memory") - numberOf(a, "used_memory"),
  );
  const gauges = FIELDS.map(([field, name, help]) => {
    const of = OF_FULLEST.has(field) ? [fullest ?? new Map()] : infos;
    const value = of.reduce((sum, info) => sum + numberOf(info, field), 0);
    return { ...{ name, help }, read: () => [{ value }] };
  });
  return [
    ...gauges,
    {
      name: "redis_writes_kept",
      help: "0 where Redis keeps no log on disk, or could not write it.",
      read: () => [{ value: infos.every(isKept) ? 1 : 0 }],
    },
  ];
}
