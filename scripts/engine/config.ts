// What the engine can be told: by flags, or by ENGINE_* variables, in that order.
import { parseArgs } from "node:util";

/** Limits of the analysts' lane: applied to every read-only statement and not to be exceeded by it. */
export type AnalystLimits = {
  executionSecondsMax: number;
  resultRowsMax: number;
  resultBytesMax: number;
  memoryBytesMax: number;
};

export type EngineConfig = {
  path: string;
  host: string;
  port: number;
  token: string;
  readonlyToken: string | undefined;
  bodyBytesMax: number;
  bodyMemoryBytesMax: number;
  bodyExpansionMax: number;
  drainMs: number;
  /** Seconds between two reports of where processor time goes; 0: none. */
  profileSeconds: number;
  analyst: AnalystLimits;
};

const OPTIONS = {
  path: { type: "string" },
  host: { type: "string" },
  port: { type: "string" },
  token: { type: "string" },
  "readonly-token": { type: "string" },
  "body-bytes-max": { type: "string" },
  "body-memory-bytes-max": { type: "string" },
  "body-expansion-max": { type: "string" },
  "drain-ms": { type: "string" },
  "profile-seconds": { type: "string" },
  "analyst-seconds-max": { type: "string" },
  "analyst-rows-max": { type: "string" },
  "analyst-bytes-max": { type: "string" },
  "analyst-memory-bytes-max": { type: "string" },
} as const;

const MEBIBYTE = 1024 * 1024;

/** Reads flags, then the environment, then defaults. Throws an Error that lists every fault. */
export function readConfig(args: readonly string[], env: Readonly<Record<string, string | undefined>>): EngineConfig {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true });
  const faults: string[] = [];
  const read = (name: keyof typeof OPTIONS): string | undefined =>
    values[name] ?? env[`ENGINE_${name.replaceAll("-", "_").toUpperCase()}`];
  const readNumber = (name: keyof typeof OPTIONS, fallback: number, max = Number.MAX_SAFE_INTEGER): number => {
    const text = read(name);
    const value = text === undefined ? fallback : Number(text);
    if (!Number.isInteger(value) || value < 0 || value > max) faults.push(`--${name}: not a whole number up to ${max}`);
    return value;
  };
  const config: EngineConfig = {
    path: read("path") ?? "",
    host: read("host") ?? "127.0.0.1",
    port: readNumber("port", 0, 65535),
    token: read("token") ?? "",
    readonlyToken: read("readonly-token"),
    bodyBytesMax: readNumber("body-bytes-max", 1024 * MEBIBYTE),
    bodyMemoryBytesMax: readNumber("body-memory-bytes-max", 8 * MEBIBYTE),
    bodyExpansionMax: readNumber("body-expansion-max", 200),
    drainMs: readNumber("drain-ms", 10_000),
    profileSeconds: readNumber("profile-seconds", 0, 86_400),
    analyst: {
      executionSecondsMax: readNumber("analyst-seconds-max", 30),
      resultRowsMax: readNumber("analyst-rows-max", 1_000_000),
      resultBytesMax: readNumber("analyst-bytes-max", 256 * MEBIBYTE),
      memoryBytesMax: readNumber("analyst-memory-bytes-max", 2048 * MEBIBYTE),
    },
  };
  if (config.path === "") faults.push("--path: the data folder is required");
  if (config.token === "") faults.push("--token: required; without one anybody on this machine could write");
  if (config.readonlyToken === config.token) faults.push("--readonly-token: must differ from --token");
  if (!/^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(config.host)) faults.push("--host: loopback addresses only");
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return config;
}
