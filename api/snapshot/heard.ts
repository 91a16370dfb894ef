// Which announcements of snapshots this process heard: they are numbered, so a gap shows.

type Heard = {
  hear(count: number): void;
  /** All versions were compared when so many had been announced; -1: they could not be. */
  compared(count: number): void;
  /** Whether one is missing of so many: it was out at the look before and was not heard since, or counting began anew. */
  isMissing(count: number): boolean;
};

export function openHeard(): Heard {
  let [heard, seen] = [-1, -1];
  return {
    hear(count) {
      if (count === heard + 1) heard = count;
    },
    compared(count) {
      heard = count;
    },
    isMissing(count) {
      const isMissing = count === 0 || count < heard || seen > heard;
      seen = count;
      return isMissing;
    },
  };
}
