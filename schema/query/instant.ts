// The parameters every query of live facts takes.

/** An instant in epoch milliseconds and the ids of the tokens asked for; nothing after the instant is read. */
export type Instant = { readonly asOf: number; readonly tokens: readonly string[] };
