// What a row of the table of tools says; everything else of a tool follows from the contracts of its routes.
import type { Contract } from "../contract.ts";

export type Args = Readonly<Record<string, unknown>>;

/** An answer's envelope, parsed. */
export type AnswerBody = { readonly data: Readonly<Record<string, unknown>>; readonly [member: string]: unknown };

/** What a caller may rely on. The protocol's own defaults are the worst, so that each is said. */
type Hints = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
};

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean, openWorldHint: boolean) => ({
  ...{ readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
});

export const HINTS = {
  /** Reads what is there. */
  read: hints(true, false, true, false),
  /** Looks at something outside, now. */
  look: hints(true, false, true, true),
  /** Leaves an entry in the public record, and the caller's world as it is. */
  issue: hints(true, false, false, true),
  begin: hints(false, false, false, true),
  stop: hints(false, true, true, false),
} as const satisfies Record<string, Hints>;

export type ToolRow = {
  readonly name: string;
  readonly title: string;
  /** What it does, when to take it and when not. Its price, and what was not measured, are said behind it. */
  readonly about: string;
  /** operationIds of the calls behind it, or which calls those are. */
  readonly routes: readonly [string, ...string[]] | ((contract: Contract) => boolean);
  /** Which of them these arguments ask for; the first without it. */
  readonly pick?: (args: Args) => string;
  /** The argument that says which of its calls is meant, and what it says for each. */
  readonly choice?: { readonly name: string; readonly description: string; of(contract: Contract): string };
  /** When the second of two prices is asked. */
  readonly dearer?: string;
  readonly hints: Hints;
  /** False where nothing in its answers is measured. */
  readonly isMeasured?: false;
  /** The argument that is the whole body of the call. */
  readonly bodyIn?: { readonly name: string; readonly description: string };
  /** Parameters of the calls that make no sense here. */
  readonly hides?: readonly string[];
  /** Members that are described by a sentence instead of their shape, which is too long for a list of tools. */
  readonly told?: Readonly<Record<string, string>>;
  /** Descriptions that are shorter here than those of the call. */
  readonly says?: Readonly<Record<string, string>>;
  /** Parameters of a concise answer that the caller did not give. */
  readonly concise?: Args;
  /** What entries of a list in `data` keep where there is no room for all of each. */
  readonly outlines?: Readonly<Record<string, readonly string[]>>;
  /** Members of `data` in the order in which they are left out last. */
  readonly keeps?: readonly string[];
  /** Whether the answer is a page of more; it may say so itself. */
  readonly isPage?: (args: Args, answer: AnswerBody) => boolean;
  /** How to get what was cut. */
  readonly more: (args: Args, answer: AnswerBody) => string;
};
