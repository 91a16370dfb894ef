// Reads what a model said: JSON of the shape that was asked for, whatever some models put around it. Pure.
import type { Generated, ReplyShape } from "./model.ts";

type Choice = {
  readonly finish_reason?: string | null;
  readonly message?: { readonly content?: string | null; readonly refusal?: string | null };
};

/** Models that think aloud do so before they answer. */
const THOUGHT = /^\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/i;
const FENCE = "```";

/** What stands in a block of code, where some put their answer. No pattern: a megabyte of line ends would hold it up for minutes. */
function unfenced(text: string): string {
  const plain = text.trim();
  const start = plain.indexOf("\n") + 1;
  const opening = plain.slice(0, start).trimEnd();
  const isBlock = (opening === FENCE || opening === `${FENCE}json`) && plain.slice(start).endsWith(FENCE);
  return isBlock ? plain.slice(start, -FENCE.length) : text;
}

type Read<T> = { readonly text: string } & ({ readonly value: T } | { readonly fault: string });

export function readReply<T>({ check }: Pick<ReplyShape<T>, "check">, choice: Choice | undefined): Read<T> {
  const text = choice?.message?.content ?? "";
  if (choice?.message?.refusal) return { text: "", fault: "it refused" };
  if (typeof text !== "string" || text.trim() === "") return { text: "", fault: "it is empty" };
  const json = unfenced(text.replace(THOUGHT, ""));
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { text, fault: choice?.finish_reason === "length" ? "it was cut: write less" : "it is no JSON" };
  }
  return check(value) ? { text, value } : { text, fault: `it has another shape: ${check.describe().slice(0, 300)}` };
}

/** What a reply came to, for those who look at both ends of it. */
export const isRead = <T>(generated: Generated<T>): generated is Generated<T> & { readonly value: T } =>
  "value" in generated;
