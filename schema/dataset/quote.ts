// Text and names as SQL writes them.

/** A text as an SQL literal. */
export const quote = (text: string): string => `'${text.replace(/[\\']/g, "\\$&").replaceAll("\0", "\\0")}'`;

export const quoteName = (name: string): string => `\`${name.replace(/[\\`]/g, "\\$&")}\``;
