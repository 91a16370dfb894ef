// A setting at fault, as a person reads it: what was given, what is wrong, what would do.
import type { ErrorObject } from "../check.ts";

export type SettingFault = { readonly name: string; readonly value: string | undefined; readonly problem: string };

/** What is said of a setting beside its shape: its form in words, and whether its value may be shown. */
export type SettingShape = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly "x-form"?: string;
  readonly "x-secret"?: boolean;
};

const VALUE_SHOWN_MAX = 60;

/** What a setting may be, in words. */
function choicesOf(shape: SettingShape): string {
  if (shape["x-form"] !== undefined) return shape["x-form"];
  if (shape.enum !== undefined) return `one of ${shape.enum.join(", ")}`;
  if (shape.type === "integer") {
    const bound = shape.maximum === undefined ? "on" : `to ${shape.maximum}`;
    return `a whole number from ${shape.minimum ?? 0} ${bound}`;
  }
  return shape.maxLength === undefined ? "a text" : `a text of at most ${shape.maxLength} characters`;
}

/** One fault a setting, however many of its rules the value breaks. */
export function formFaults(
  errors: readonly ErrorObject[],
  shapes: Readonly<Record<string, SettingShape>>,
  source: Readonly<Record<string, string | undefined>>,
): SettingFault[] {
  const names = new Set(errors.map(({ instancePath }) => instancePath.slice(1)));
  return [...names].map((name) => ({ name, value: source[name], problem: `must be ${choicesOf(shapes[name] ?? {})}` }));
}

/** An address without the password in it. */
const withoutPassword = (value: string): string => value.replace(/^([a-z]+:\/\/[^/?#]*?:)[^/?#]*@/i, "$1…@");

function shown({ name, value }: SettingFault, shape: SettingShape | undefined): string {
  if (value === undefined || value === "") return `${name} (not set)`;
  if (shape?.["x-secret"] === true) return `${name} (secret, ${value.length} characters)`;
  const told = withoutPassword(value);
  const text = told.length > VALUE_SHOWN_MAX ? `${told.slice(0, VALUE_SHOWN_MAX)}…` : told;
  return `${name}=${JSON.stringify(text)}`;
}

/** The faults as one text, a line each. */
export const sayFaults = (faults: readonly SettingFault[], shapes: Readonly<Record<string, SettingShape>>): string => {
  const lines = faults.map((fault) => `  ${shown(fault, shapes[fault.name])} ${fault.problem}`);
  return ["These settings are not valid; nothing was started:", ...lines].join("\n");
};
