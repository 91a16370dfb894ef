// Transactions of Cardano in the last 24 hours, by its blocks.
import { activitySource } from "../activity.ts";
import { openKoiosServer } from "./ada.ts";

const PAGE = 1_000;
/** The blocks of a period, twice over. */
const PAGE_NEWEST = 100;

export const adaChainActivity = activitySource({
  chain: "ada",
  token: "cardano",
  open: (run) => (from, known) => openKoiosServer(run).counts(from, known ? PAGE_NEWEST : PAGE),
});
