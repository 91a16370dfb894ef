// The settings of a process, read once: every fault is listed.
import { compile } from "../check.ts";
import { type Env, environment, Settings, type Variables } from "../env.ts";
import { redisUrlOf } from "./redis-place.ts";
import { formFaults, type SettingFault, type SettingShape, sayFaults } from "./setting-fault.ts";
import { nearNames } from "./setting-near.ts";
import { type Given, ruleFaults } from "./setting-rule.ts";

const isEnv = compile(Settings);
const SHAPES = Settings.properties as unknown as Readonly<Record<string, SettingShape>>;

/** Text to the type its shape asks for; an empty string counts as not set. */
function coerce(name: string, raw: string | undefined): unknown {
  const shape = Settings.properties[name as keyof typeof Settings.properties] as { type?: string; default?: unknown };
  if (raw === undefined || raw === "") return shape.default;
  return shape.type === "integer" && /^-?\d+$/.test(raw) ? Number(raw) : raw;
}

/** The settings by which a process may start, or every fault of them. */
type Parsed = { readonly given: Given; readonly faults: readonly SettingFault[]; readonly env: Env | null };

/** Reads the environment. Where settings are at fault, `given` is what remains without them. */
export function readSettings(source: Variables = environment()): Parsed {
  const read = (name: string) => (name === "REDIS_URL" ? redisUrlOf(source) : coerce(name, source[name]));
  const values = Object.fromEntries(
    Object.keys(Settings.properties)
      .map((name) => [name, read(name)] as const)
      .filter(([, value]) => value !== undefined),
  );
  const isForm = isEnv(values);
  const wrong = isForm ? [] : formFaults(isEnv.errors(), SHAPES, source);
  const named = new Set(wrong.map(({ name }) => name));
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => !named.has(name))) as Given;
  const broken = ruleFaults(given, source).filter(({ name }) => !named.has(name));
  const faults = [...wrong, ...broken];
  return { given, faults, env: isForm && faults.length === 0 ? values : null };
}

/** The faults in one text for a person, a line each. */
export const describeFaults = (faults: readonly SettingFault[]): string => sayFaults(faults, SHAPES);

/** Parses the environment. Throws one Error that names every setting at fault, with what would do. */
export function parseEnv(source: Variables = environment()): Env {
  const { env, faults } = readSettings(source);
  if (env === null) throw new Error(describeFaults(faults));
  return env;
}

/** A line for each name in the environment that is a setting but for one letter. */
export const sayMisspelt = (source: Variables = environment()): string[] =>
  nearNames(Object.keys(source), Object.keys(Settings.properties)).map(
    ({ given, known }) => `${given} is no setting; do you mean ${known}?`,
  );

/** As `parseEnv`, for a command that a person gives: `say` hears of what is misspelt before anything is done. */
export function parseOwnEnv(say: (line: string) => void): Env {
  for (const line of sayMisspelt()) say(`! ${line}`);
  return parseEnv();
}
