// How often a dataset is read, how old it may be and when it counts as not measured, as its drawer says it (contract 4.9).

export type Freshness = {
  readonly everyS: number;
  /** What is promised. */
  readonly sloS: number;
  /** Older than this is `unassessed`, reason `stale`. */
  readonly hardTtlS: number;
  /** The kinds of source that bring it, as in `<provider>-<kind>`; the dataset's own name where it is left out. */
  readonly kinds?: readonly string[];
  /** Its newest row may be old because nothing happened: it is as fresh as the last call that went well. */
  readonly isOfEvents?: true;
};

export const minutes = (count: number): number => 60 * count;
export const hours = (count: number): number => 3_600 * count;
