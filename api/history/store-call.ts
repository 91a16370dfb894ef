// Calls of history to the store.
import { openStoreReads } from "../store-read.ts";

export const askStore = openStoreReads(8, {
  busy: "Too many reads of stored rows at once; try again shortly.",
  away: "The store cannot be reached; bucketed resolutions still answer.",
  logged: "stored rows not read",
});
