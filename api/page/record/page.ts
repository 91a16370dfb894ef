// GET /record: are they any good?
import type { ViewPage } from "../view-page.ts";

export const recordPage: ViewPage = {
  name: "record",
  path: "/record",
  title: "Record",
  lead: "Every verdict, signal and brief that was issued, and what the price did 1 hour, 24 hours and 7 days later.",
  about:
    "Each has three outcomes. At first probabilities are those of the past of all tokens, and say little of a single call; they are set by outcomes as those come in.",
  menu: "Record",
};
