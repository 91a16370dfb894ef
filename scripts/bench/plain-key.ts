// Where `read` leaves the answers that the plain server reads.
export const PLAIN_KEYS = {
  state: "bench:state",
  evaluation: "bench:evaluation",
  history: "bench:history",
  tokens: "bench:tokens",
} as const;
