// Waits for a condition instead of for luck.

/** Resolves with the first value that is not undefined, null or false; rejects after `timeoutMs`. */
export async function until<T>(look: () => T | Promise<T>, timeoutMs = 10_000): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== null && value !== false) return value as NonNullable<T>;
    if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
