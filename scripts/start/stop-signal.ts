// When to stop: at the first signal, or when the process that started us is gone; a second signal does not wait.

const PARENT_CHECK_MS = 1_000;
/** A signal for our whole group reaches us by itself and through who started us: so soon after the first it is a copy. */
const COPY_MS = 2_000;

type Process = {
  readonly ppid: number;
  on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
};

/** Aborts once; `onSecond` hears each signal that comes more than two seconds after that. */
export function watchForStop(
  onSecond: () => void,
  from: Process = process,
  now: () => number = () => performance.now(),
): AbortSignal {
  const stopping = new AbortController();
  let since = 0;
  const stop = (why: string): void => {
    since = now();
    stopping.abort(why);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    from.on(signal, () => {
      if (!stopping.signal.aborted) stop(signal);
      else if (now() - since > COPY_MS) onSecond();
    });
  }
  const parent = from.ppid;
  const timer = setInterval(() => {
    if (from.ppid === parent) return;
    clearInterval(timer);
    if (!stopping.signal.aborted) stop("parent gone");
  }, PARENT_CHECK_MS);
  timer.unref();
  return stopping.signal;
}
