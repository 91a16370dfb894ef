// Which windows of taker volume a pull asks for: at first the last hour whole, later what came since.

export const TAKER_WINDOW_S = 300;
const WINDOW_MS = TAKER_WINDOW_S * 1_000;
/** An hour of windows, and one that may still run. */
const FIRST = 13;
/** What lies further back than the hard limit of the dataset is refused. */
const MOST = 6;
/** The newest two are told anew: the last one may have been read early. */
const LEAST = 2;

/** Windows to ask for; `seenAt` is the start of the newest that is stored, epoch ms. */
export const takerWindows = (first: boolean, now: number, seenAt: number | null): number =>
  first || seenAt === null ? FIRST : Math.min(MOST, Math.max(LEAST, Math.ceil((now - seenAt) / WINDOW_MS)));
