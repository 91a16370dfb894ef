// What the rank of funding among that of the last 90 days means, for everything that tells it.

export const FUNDING_RANK =
  "Percent of the 8-hour spans of the last 90 days that had a lower rate, counting those that had the same as half.";
