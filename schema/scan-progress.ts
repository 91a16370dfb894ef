// How far the scans of chains are: one Redis hash, two counts a source.

export type ScanProgress = {
  /** Stretches of the past that are still to be scanned. */
  readonly left: number;
  /** Stretches of the past that were scanned since the first start. */
  readonly done: number;
};

export const scanField = (source: string, count: keyof ScanProgress): string => `${source}~${count}`;

/** All sources together, from the hash KEYS.scanProgress. */
export function parseScanProgress(hash: Readonly<Record<string, string>>): ScanProgress {
  const sum = (count: keyof ScanProgress) =>
    Object.entries(hash).reduce(
      (total, [field, value]) => total + (field.endsWith(`~${count}`) ? Number(value) : 0),
      0,
    );
  return { left: sum("left"), done: sum("done") };
}

/** Whether a source has said by now how much of its past is still to be scanned. */
export const hasCounted = (hash: Readonly<Record<string, string>>, source: string): boolean =>
  Object.hasOwn(hash, scanField(source, "left"));
