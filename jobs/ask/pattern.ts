// Phrases of the tables as one pattern.

/** Phrases apart by bars; a star stands for any ending. */
export const toPattern = (phrases: string): RegExp =>
  new RegExp(
    `\\b(?:${phrases
      .split("|")
      .map((one) => (one.endsWith("*") ? `${one.slice(0, -1)}\\w*` : one))
      .join("|")})\\b`,
  );
