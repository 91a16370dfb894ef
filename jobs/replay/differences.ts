// Where two values of JSON differ; pure.

type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const stepOf = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The members that differ, as JSON pointers. */
export function differences(a: unknown, b: unknown, path = ""): string[] {
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return Object.is(a, b) ? [] : [path];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return names.flatMap((name) => differences(a[name], b[name], `${path}/${stepOf(name)}`));
}
