// What goes first: work for later answers rests while a process makes the answers of now.
import type { Deps } from "./deps.ts";

const RUNNING = new WeakMap<Deps, Promise<unknown>>();

/** Does what goes before all else of this process. */
export async function goFirst<T>(deps: Deps, work: () => Promise<T>): Promise<T> {
  const running = work();
  // Whoever waits is not to hear how it ended.
  RUNNING.set(
    deps,
    running.catch(() => undefined),
  );
  return running;
}

/** Resolves once what goes first is not under way; live builds rest in between, so that others come to their turn. */
export async function letFirst(deps: Deps, signal: AbortSignal): Promise<void> {
  await RUNNING.get(deps);
  signal.throwIfAborted();
}
