// Reads the rows of history and event frames back.

/** The values of a part that holds one a line, with or without a comma after it. */
export const valuesIn = (part: Buffer | undefined): unknown[] =>
  (part?.toString() ?? "").split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line.replace(/,$/, ""))]));
