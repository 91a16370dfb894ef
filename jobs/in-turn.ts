// Work of this process that would only get in its own way: one after the other, or once for all who wait.

const LAST = new WeakMap<object, Promise<unknown>>();

/** Runs `work` when all that was asked for of the same key before has ended, however it ended. */
export function inTurn<R>(key: object, work: () => Promise<R>): Promise<R> {
  const done = (LAST.get(key) ?? Promise.resolve()).then(work, work);
  LAST.set(
    key,
    done.catch(() => undefined),
  );
  return done;
}

/**
 * Runs `work` for the key; who asks while it runs gets the one run that begins after it, with all others who wait: it
 * sees what each of them did before.
 */
export function onceMore<K extends object, A extends unknown[]>(
  work: (key: K, ...rest: A) => Promise<void>,
): (key: K, ...rest: A) => Promise<void> {
  const running = new WeakMap<K, Promise<void>>();
  const waiting = new WeakMap<K, Promise<void>>();
  return (key, ...rest) => {
    const before = running.get(key);
    if (before === undefined) {
      const run = work(key, ...rest).finally(() => running.delete(key));
      running.set(key, run);
      return run;
    }
    const asked = waiting.get(key);
    if (asked) return asked;
    const next = before
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key);
        const run = work(key, ...rest).finally(() => running.delete(key));
        running.set(key, run);
        return run;
      });
    waiting.set(key, next);
    return next;
  };
}
