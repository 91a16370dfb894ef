// What one size of the simulated market came to; a process of its own measures it, since the list of tokens is read once.

/** Calls of a bucket of a venue a minute, by weight, at the periods of their sources. */
export type Load = { readonly venue: string; readonly bucket: string; readonly perMinute: number };

export type Measured = {
  readonly tokens: number;
  /** Processor seconds of workers and engine (and of Redis for `publish`). */
  readonly pull_s: number;
  readonly build_s: number;
  readonly live_s: number;
  readonly publish_s: number;
  readonly detect_s: number;
  readonly mint_s: number;
  readonly issued: number;
  readonly rows: number;
  /** Megabytes that are resident. */
  readonly worker_mb: number;
  readonly engine_mb: number;
  readonly redis_mb: number;
  readonly api_mb: number;
  readonly loads: readonly Load[];
};

/** What each stage takes a minute, in processor seconds: pulls, builds and detection as they are, a mint every five. */
export const STAGES = {
  pull: ({ pull_s }: Measured) => pull_s,
  "build and publish": ({ live_s }: Measured) => live_s,
  detect: ({ detect_s }: Measured) => detect_s,
  mint: ({ mint_s }: Measured) => mint_s / 5,
} as const;

type Point = { readonly tokens: number; readonly value: number };

/** The straight line through the points, by least squares. */
export function lineOf(points: readonly Point[]): { readonly base: number; readonly slope: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(({ tokens }) => tokens)), mean(points.map(({ value }) => value))];
  const over = points.reduce((sum, { tokens, value }) => sum + (tokens - x) * (value - y), 0);
  const slope = over / points.reduce((sum, { tokens }) => sum + (tokens - x) ** 2, 0);
  return { base: y - slope * x, slope };
}

/** Along that line. */
export function expectAt(tokens: number, points: readonly Point[]): number {
  const { base, slope } = lineOf(points);
  return base + slope * tokens;
}

/** How many tokens a limit a minute allows for; null where calls do not grow with them. */
export function tokensUntil(limit: number, points: readonly Point[]): number | null {
  const { base, slope } = lineOf(points);
  return slope > 0 ? Math.max(0, Math.floor((limit - base) / slope)) : null;
}
