// The input of an agent as a form has it: a field a member of its schema, each a text until it is sent.
import { words } from "../kit/format.ts";

export type Schema = {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Schema[];
  readonly const?: string | number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly description?: string;
  readonly "x-unit"?: string;
};
const UNITS: Readonly<Record<string, string>> = { pct: "%", ratio: "×", bps: "bps" };

/** How a member is typed in. */
type Kind = "choice" | "several" | "number" | "text" | "list" | "json";
type Texts = Readonly<Record<string, string>>;

/** The words of a closed set; none where it is no such. */
export const choicesOf = ({ enum: words, anyOf }: Schema): readonly (string | number)[] =>
  words ?? (anyOf ?? []).flatMap((one) => one.const ?? []);

export function kindOf(schema: Schema): Kind {
  if (choicesOf(schema).length > 0) return "choice";
  if (schema.type === "number" || schema.type === "integer") return "number";
  if (schema.type === "string") return "text";
  if (schema.type !== "array" || schema.items === undefined) return "json";
  if (choicesOf(schema.items).length > 0) return "several";
  return schema.items.type === "string" ? "list" : "json";
}

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== "");

/** What an example is, as texts of the form. */
export const textsOf = (example: Readonly<Record<string, unknown>>): Texts =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      if (Array.isArray(value) && value.every((one) => typeof one === "string")) return [name, value.join(", ")];
      return [name, typeof value === "object" ? JSON.stringify(value, null, 1) : String(value)];
    }),
  );

/** What is wrong, by the field it is wrong with. */
export type Faults = ReadonlyMap<string, string>;

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** The body that is sent: what is empty is left out. Where a text is no JSON or no number, what is wrong instead. */
export function bodyOf(schema: Schema, texts: Texts): Record<string, unknown> | Faults {
  const body: Record<string, unknown> = {};
  const faults = new Map<string, string>();
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const text = texts[name]?.trim() ?? "";
    if (text === "") continue;
    const kind = kindOf(member);
    if (kind === "json") {
      const read = parsed(text);
      if (read === null) faults.set(name, "This is no JSON.");
      else body[name] = read.value;
    } else if (kind === "number") {
      const value = Number(text);
      if (Number.isFinite(value)) body[name] = value;
      else faults.set(name, "This is no number.");
    } else if (kind === "list" || kind === "several") body[name] = listOf(text);
    else if (kind === "choice") body[name] = choicesOf(member).find((one) => String(one) === text) ?? text;
    else body[name] = text;
  }
  return faults.size > 0 ? faults : body;
}

/** What must be filled in first, what only says how much is answered last. */
export const namesOf = ({ properties = {}, required = [] }: Schema): readonly string[] => {
  const rank = (name: string) => (required.includes(name) ? 0 : name === "detail" ? 2 : 1);
  return Object.keys(properties).sort((a, b) => rank(a) - rank(b));
};

/** A member's name as a label: `size_usd` in USD is `Size, USD`. */
export function labelOf(name: string, { "x-unit": unit }: Schema): string {
  const bare = unit === undefined ? name : name.replace(/_(usd|native|pct|ratio)$/, "");
  const text = words(bare);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${unit === undefined ? "" : `, ${UNITS[unit] ?? unit}`}`;
}

type InputFault = { readonly pointer?: string | undefined; readonly detail: string };

/** What a refusal says of each field: by the first part of a pointer into the body. */
export function faultsOf(schema: Schema, errors: readonly InputFault[]): Faults {
  const faults = new Map<string, string>();
  for (const { pointer = "", detail } of errors) {
    const [, name = "", ...inner] = pointer.split("/");
    if (schema.properties?.[name] === undefined) continue;
    const text = inner.length === 0 ? detail : `${inner.join("/")}: ${detail}`;
    faults.set(name, [...(faults.has(name) ? [faults.get(name)] : []), text].join(" "));
  }
  return faults;
}
