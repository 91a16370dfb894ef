/** One line for a person, or null where everything that follows the command is what it takes. */
export function wrongArguments(mode: string, given: readonly string[]): string | null;
