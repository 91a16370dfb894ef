// The input of an agent as a form has it: a field a member of its schema, each a text until it is sent.

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
};
/** How a member is typed in. */
export type Kind = "choice" | "several" | "number" | "text" | "list" | "json";
export type Texts = Readonly<Record<string, string>>;

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

/** The body that is sent: what is empty is left out. Throws SyntaxError where a text is no JSON. */
export function bodyOf(schema: Schema, texts: Texts): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const text = texts[name]?.trim() ?? "";
    if (text === "") continue;
    const kind = kindOf(member);
    if (kind === "json") body[name] = JSON.parse(text);
    else if (kind === "list" || kind === "several") body[name] = listOf(text);
    else if (kind === "number") body[name] = Number(text);
    else if (kind === "choice") body[name] = choicesOf(member).find((one) => String(one) === text) ?? text;
    else body[name] = text;
  }
  return body;
}
