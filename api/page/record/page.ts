// GET /record: are they any good?
import type { ViewPage } from "../view-page.ts";

export const recordPage: ViewPage = {
  name: "record",
  path: "/record",
  title: "Record",
  lead: "Every verdict, signal and brief that was issued, and what the price did 1 hour, 24 hours and 7 days later.",
  about:
    "Each call is held against the price three times. The probability beside it starts as the share of such calls that came true for all tokens in the past, so it says little of a single call at first; outcomes correct it as they come in.",
  asks: ["/v1/record"],
  menu: "Record",
};
