// What many ask for within one turn of the event loop is done once for all of them.
import { setImmediate as turn } from "node:timers/promises";

type Gathered<T, R> = { readonly items: T[]; readonly done: Promise<R> };

/**
 * A call that many may make at once: `work` is given what all of one turn gave, and begins behind the last of them.
 * Each of them gets what it comes to.
 */
export function gather<K extends object, T, R>(
  work: (key: K, items: readonly T[]) => Promise<R>,
): (key: K, item: T) => Promise<R> {
  const gathered = new WeakMap<K, Gathered<T, R>>();
  return (key, item) => {
    const open = gathered.get(key);
    if (open !== undefined) {
      open.items.push(item);
      return open.done;
    }
    const items = [item];
    const run = async () => {
      await turn();
      gathered.delete(key);
      return work(key, items);
    };
    const done = run();
    gathered.set(key, { items, done });
    return done;
  };
}
