// The keys that sign and seal, which no table holds: from the settings, or from the data folder that made them.
import { access, constants, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "../../schema/env.ts";
import { signersOf } from "../../schema/proof/log-key.ts";
import { verifyNote } from "../../schema/proof/note.ts";

/** By the name of the file, as in a data folder. */
export type Keys = Readonly<Partial<Record<"log.key" | "monitor.key", string>>>;

export const KEY_FILES = ["log.key", "monitor.key"] as const;

const readIn = async (root: string, name: string): Promise<string> =>
  (await readFile(join(root, name), "utf8").catch(() => "")).trim();

/** A key that is set goes before one that lies there: the service does the same. */
export async function readKeys(root: string, env?: Pick<Env, "LOG_SIGNING_KEYS" | "MONITOR_KEY">): Promise<Keys> {
  const [log, monitor] = [
    env?.LOG_SIGNING_KEYS || (await readIn(root, "log.key")),
    env?.MONITOR_KEY || (await readIn(root, "monitor.key")),
  ];
  return { ...(log === "" ? {} : { "log.key": log }), ...(monitor === "" ? {} : { "monitor.key": monitor }) };
}

/** Whether one of them signed the note; null where there is none to try. */
export function signedBy(keys: Keys, note: string): boolean | null {
  const text = keys["log.key"];
  if (text === undefined) return null;
  return (verifyNote(note, signersOf({ LOG_SIGNING_KEYS: text }))?.length ?? 0) > 0;
}

const SETTING_OF = { "log.key": "LOG_SIGNING_KEYS", "monitor.key": "MONITOR_KEY" } as const;

/** Those that no setting goes before: what is set is the key wherever processes of the service run. */
export const unset = (keys: Keys, env: Pick<Env, "LOG_SIGNING_KEYS" | "MONITOR_KEY">): Keys =>
  Object.fromEntries(Object.entries(keys).filter(([name]) => !env[SETTING_OF[name as keyof Keys]]));

/** Throws where they could not be put into a data folder: before anything else is brought back. */
export async function checkKeys(root: string, keys: Keys): Promise<void> {
  const names = KEY_FILES.filter((name) => keys[name] !== undefined);
  for (const name of names) {
    const there = await readIn(root, name);
    if (there !== "" && there !== keys[name])
      throw new Error(`${join(root, name)} holds another key: move it away first.`);
  }
  if (names.length === 0) return;
  const settings = names.map((name) => SETTING_OF[name]).join(" and ");
  try {
    await mkdir(root, { recursive: true });
    await access(root, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `The backup's ${names.join(" and ")} cannot be put into ${root}: set ${settings}, or name another folder with DATA_DIR.`,
      { cause },
    );
  }
}

/** Puts them into a data folder, for its owner alone. Throws where another key lies there. */
export async function putKeys(root: string, keys: Keys): Promise<void> {
  await checkKeys(root, keys);
  for (const [name, key] of Object.entries(keys)) await writeFile(join(root, name), `${key}\n`, { mode: 0o600 });
}
