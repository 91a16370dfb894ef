// What every source has, whatever it reads, and what it brings.
import type { TableName } from "../../schema/dataset/index.ts";
import type { Env } from "../../schema/env.ts";
import type { DatasetId } from "../../schema/freshness.ts";
import type { VenueId } from "./venue.ts";

/** Half-open, epoch ms, both ends on the grid of open times. */
export type Window = { readonly from: number; readonly to: number };

/** `other` is what its body says it is about where that is not what was asked for: such a row is never admitted. */
export type SourceRow = Readonly<Record<string, unknown>> & { readonly token: string; readonly other?: string };

/** What every source has, whatever it reads. */
export type SourceBase = {
  readonly id: string;
  readonly provider: VenueId;
  readonly dataset: DatasetId;
  readonly table: TableName;
  readonly everyS: number;
  /** What it brings is history, admitted by fewer rules where the dataset has such. */
  readonly isPast?: true;
  /** The setting it cannot do without: it does not run while that is not set. */
  readonly setting?: keyof Env;
};
