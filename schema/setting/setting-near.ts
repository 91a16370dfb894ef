// Names that are no setting and differ from one by a letter: somebody meant it, and it would pass unnoticed.

/** Whether one letter put in, left out, changed or swapped with its neighbour makes one of the other. */
function isOneOff(given: string, known: string): boolean {
  if (Math.abs(given.length - known.length) > 1) return false;
  let at = 0;
  while (at < given.length && given[at] === known[at]) at += 1;
  const [a, b] = [given.slice(at), known.slice(at)];
  if (a.slice(1) === b || a === b.slice(1)) return true;
  return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
}

/** Each such name with the setting that was meant. */
export function nearNames(given: readonly string[], known: readonly string[]): { given: string; known: string }[] {
  const isKnown = new Set(known);
  return given
    .filter((name) => !isKnown.has(name))
    .flatMap((name) => known.filter((one) => isOneOff(name, one)).map((one) => ({ given: name, known: one })));
}
