// The parameters every query of live facts takes.

/**
 * An instant in epoch milliseconds and the ids of the tokens asked for; nothing after the instant is read, and with
 * `known` nothing that was stored after that one.
 */
export type Instant = {
  readonly asOf: number;
  readonly tokens: readonly string[];
  readonly known?: number | undefined;
};
