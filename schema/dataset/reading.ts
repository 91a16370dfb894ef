// The family of most datasets: what a provider said at a time. A row names who said it and when we received it; the same
// reading again is none, another reading of a key is a further version, and months leave as a whole.
import { PROVIDER, RETRIEVED_AT } from "./column.ts";
import { type Dataset, type Drawer, latestBy } from "./dataset.ts";
import { VERSION } from "./version.ts";

const STAMP = { provider: PROVIDER, retrieved_at: RETRIEVED_AT, ...VERSION } as const;

type Said = Omit<Dataset, "rows">;
type Reading<D extends Said> = Omit<Drawer<D>, "columns"> & {
  readonly columns: D["columns"] & typeof STAMP;
  readonly rows: string;
  readonly partition: string;
};

/** Completes the drawer of a dataset of readings; divided by the month of its rows' time unless it says otherwise. */
export const reading = <const D extends Said>(drawer: D): Reading<D> => ({
  partition: `toYYYYMM(${drawer.keep.at})`,
  ...drawer,
  columns: { ...drawer.columns, ...STAMP },
  rows: latestBy("retrieved_at"),
});
