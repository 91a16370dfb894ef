// Runs work over a list, so many at once.

/** Calls `work` for every item, at most `limit` at a time, in order of start; the first error stops the start of others. */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (!failed && next < items.length) {
      const index = next;
      next += 1;
      try {
        await work(items[index] as T, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = Array.from({ length: Math.min(limit, items.length) }, lane);
  const ended = await Promise.allSettled(lanes);
  for (const end of ended) if (end.status === "rejected") throw end.reason;
}
