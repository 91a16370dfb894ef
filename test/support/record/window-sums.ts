// What the record's statement sums over windows of calls, made again one window at a time.
import type { WindowSums } from "../../../schema/record/statistic.ts";

/** By the number of the window: how many calls, and how many of them were right. */
export type Windows = Map<number, { readonly n: number; readonly right: number }>;

export function addCall(windows: Windows, window: number, isRight: boolean): void {
  const { n, right } = windows.get(window) ?? { n: 0, right: 0 };
  windows.set(window, { n: n + 1, right: right + Number(isRight) });
}

export function windowSums(windows: Windows): WindowSums {
  const sums = { windows: windows.size, n: 0, right: 0, nn: 0, nr: 0, rr: 0, next_nn: 0, next_nr: 0, next_rr: 0 };
  for (const [window, { n, right }] of windows) {
    const next = windows.get(window + 1) ?? { n: 0, right: 0 };
    sums.n += n;
    sums.right += right;
    sums.nn += n * n;
    sums.nr += n * right;
    sums.rr += right * right;
    sums.next_nn += n * next.n;
    sums.next_nr += n * next.right + right * next.n;
    sums.next_rr += right * next.right;
  }
  return sums;
}
