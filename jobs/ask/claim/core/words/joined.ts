// Phrases of several parts, each of which may be worded in several ways.

/** Every joining of a wording of the first part with one of the second, and so on; parts are lists with a bar between. */
export const joined = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.split("|"))
    .reduce((all, next) => all.flatMap((one) => next.map((other) => `${one} ${other}`.trim())))
    .join("|");

/** Lists of phrases as one. */
export const either = (...lists: readonly (string | readonly string[])[]): string =>
  lists.map((list) => (typeof list === "string" ? list : list.join("|"))).join("|");
