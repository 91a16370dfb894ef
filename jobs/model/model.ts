// The model port: a model is given messages and the shape of its reply, and knows nothing of what the reply is for.
import type { TSchema } from "typebox";
import type { Check } from "../../schema/check.ts";
import type { ModelReply } from "./worded.ts";

export type Message = { readonly role: "system" | "user" | "assistant"; readonly content: string };

/** The shape of a reply, as the model is told it and as it is held against it. */
export type ReplyShape<T> = { readonly name: string; readonly shape: TSchema; readonly check: Check<T> };

export type GenerateOptions = {
  /** For all of it, a retry included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What nobody pays for takes a part of the day's budget alone. */
  readonly isFree?: boolean;
};

/** What the model said: the value where it has the shape, else what is wrong with it. */
export type Generated<T> = {
  readonly reply: ModelReply;
  /** As it was written. */
  readonly text: string;
} & ({ readonly value: T } | { readonly fault: string });

export type Model = {
  readonly name: string;
  /** Throws ModelError where there is no reply at all. */
  generate<T>(reply: ReplyShape<T>, messages: readonly Message[], options: GenerateOptions): Promise<Generated<T>>;
};

/** Why there is no reply: it was not asked (budget, rest), or it did not answer in time, or not well. */
export type Silence = "budget" | "rest" | "late" | "limited" | "refused" | "failed";

export type ModelError = Error & { readonly silence: Silence; readonly retryAfterMs: number | null };

export function modelError(silence: Silence, message: string, retryAfterMs: number | null = null): ModelError {
  return Object.assign(new Error(message), { name: "ModelError", silence, retryAfterMs });
}

export const isModelError = (error: unknown): error is ModelError =>
  error instanceof Error && error.name === "ModelError";
