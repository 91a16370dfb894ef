// What Redis says of itself, as far as a service that rests on it has to mind.
import type { Gauge } from "../../schema/io/seen/metrics.ts";

const FIELDS = [
  ["used_memory", "redis_memory_used_bytes", "Memory that Redis uses for data."],
  ["maxmemory", "redis_memory_max_bytes", "Memory that it may use; 0: as much as there is."],
  ["connected_clients", "redis_clients", "Connections to Redis."],
  ["evicted_keys", "redis_evicted_keys_total", "Keys that Redis dropped for want of memory; there should be none."],
  ["instantaneous_ops_per_sec", "redis_commands_per_second", "Commands a second, by Redis' own count."],
] as const;

/** Pure. `text`: the answer of INFO. */
export function readRedisInfo(text: string): Gauge[] {
  const values = new Map(
    text.split("\r\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
  );
  const gauges = FIELDS.map(([field, name, help]) => ({
    ...{ name, help },
    read: () => [{ value: Number(values.get(field) ?? 0) }],
  }));
  const isKept = values.get("aof_enabled") !== "1" || values.get("aof_last_write_status") === "ok";
  return [
    ...gauges,
    {
      name: "redis_writes_kept",
      help: "0 where Redis could not write its log to disk.",
      read: () => [{ value: isKept ? 1 : 0 }],
    },
  ];
}
