// What a process counts of itself: plain numbers by their labels, which cost an addition when something happens and are
// read when somebody asks. A family is of the process, as what it counts is: every door opened in it counts there.

/** Counted up by whoever holds it. */
export type Count = { value: number };

/** How long things took: how many by bound, and all together. */
export type Spans = { readonly bounds: readonly number[]; readonly within: Float64Array; count: number; sum: number };

type Named = { readonly name: string; readonly help: string; readonly labels: readonly string[] };
type Each<T> = { readonly values: readonly string[]; readonly held: T };
type Counter = Named & { readonly kind: "counter"; all(): Iterable<Each<Count>> };
type Histogram = Named & { readonly kind: "histogram"; all(): Iterable<Each<Spans>> };
export type Family = Counter | Histogram;

const FAMILIES = new Map<string, Family>();

/** All families of this process. */
export const families = (): readonly Family[] => [...FAMILIES.values()];

/** One object for each set of values; asked for once by whoever counts often. */
function openHeld<T>(make: () => T) {
  const held = new Map<string, Each<T>>();
  return {
    of(...values: readonly string[]): T {
      const key = values.join("\n");
      const known = held.get(key);
      if (known !== undefined) return known.held;
      const made = { values, held: make() };
      held.set(key, made);
      return made.held;
    },
    all: () => held.values(),
  };
}

/** `known`: values that are shown as 0 before anything happened, so that who watches them sees them rise. */
export function counter(
  name: string,
  help: string,
  labels: readonly string[],
  known: readonly (readonly string[])[] = [],
) {
  const { of, all } = openHeld<Count>(() => ({ value: 0 }));
  FAMILIES.set(name, { kind: "counter", name, help, labels, all });
  for (const values of known) of(...values);
  return { of };
}

/** Bounds in seconds, from what is read from memory to what waits for a model. */
const SECONDS = [0.000_05, 0.000_25, 0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 30, 90] as const;

export function histogram(name: string, help: string, labels: readonly string[], bounds: readonly number[] = SECONDS) {
  const { of, all } = openHeld<Spans>(() => ({ bounds, within: new Float64Array(bounds.length), count: 0, sum: 0 }));
  FAMILIES.set(name, { kind: "histogram", name, help, labels, all });
  return { of };
}

/** `times`: as many as the one that was looked at stands for. */
export function observe(spans: Spans, seconds: number, times = 1): void {
  const { bounds, within } = spans;
  spans.count += times;
  spans.sum += seconds * times;
  for (let at = 0; at < bounds.length; at++) {
    if (seconds > (bounds[at] ?? 0)) continue;
    within[at] = (within[at] ?? 0) + times;
    return;
  }
}
