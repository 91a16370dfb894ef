// Reads the project as text: its files, what each imports, and its code without comments.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const SKIPPED = new Set(["node_modules", ".git", ".tap", ".data", ".cache"]);

/** Every file of the project, as a path from its root with forward slashes, sorted. */
export function listFiles(folder = ""): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name) && !entry.name.endsWith(".log"))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    })
    .sort();
}

export const readText = (path: string): string => readFileSync(join(ROOT, path), "utf8");
export const pathExists = (path: string): boolean => existsSync(join(ROOT, path));

/** Source without comments; line numbers stay. Strings are kept. */
export const stripComments = (code: string): string =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, (text) => text.replace(/[^\n]/g, " "))
    .replace(/(^|[^:"'`\\])\/\/[^\n]*/g, (_, before: string) => before);

export type Import = {
  /** Path of a file of the project, or null for a package. */
  readonly path: string | null;
  /** Name of a package, or null for a file of the project. */
  readonly name: string | null;
  readonly isType: boolean;
  /** What is taken by name; null where all is. */
  readonly names: readonly string[] | null;
};

const STATIC = /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:([^"';]*?)\sfrom\s+)?["']([^"'\n]+)["']/g;
const DYNAMIC = /\bimport\(\s*["'`]([^"'`\n]+)["'`]\s*\)/g;

const packageName = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** Text of several lines that a file carries: imports in it are not the file's own. */
const QUOTED = /`[^`\n]*\n[^`]*`/g;

/** Names of a list in braces; null where a star or a default takes more than it names. */
function namesOf(list: string): string[] | null {
  const braced = /^\{([^}]*)\}$/.exec(list.trim());
  const names = braced?.[1]?.split(",").map(
    (one) =>
      one
        .trim()
        .replace(/^type /, "")
        .split(/\s/)[0] ?? "",
  );
  return names?.filter((name) => name !== "") ?? null;
}

/** What a file declares for others. */
export const readExports = (path: string): string[] =>
  [
    ...stripComments(readText(path))
      .replace(QUOTED, "``")
      .matchAll(/^export (?:declare |abstract |async )*(?:const|let|function\*?|type|class|interface) ([\w$]+)/gm),
  ].map((match) => match[1] ?? "");

/** What a file imports, static and dynamic. */
export function readImports(path: string): Import[] {
  const code = stripComments(readText(path)).replace(QUOTED, "``");
  const found = [
    ...[...code.matchAll(STATIC)].map((m) => ({
      ...{ specifier: m[3] ?? "", isType: m[1] !== undefined, names: namesOf(m[2] ?? "") },
    })),
    ...[...code.matchAll(DYNAMIC)].map((m) => ({ specifier: m[1] ?? "", isType: false, names: null })),
  ];
  return found.map(({ specifier, ...rest }) =>
    specifier.startsWith(".")
      ? { path: posix.join(posix.dirname(path), specifier), name: null, ...rest }
      : { path: null, name: packageName(specifier), ...rest },
  );
}
