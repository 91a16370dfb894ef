// GET /record: are they any good?
import type { ViewPage } from "../view-page.ts";

export const recordPage: ViewPage = {
  name: "record",
  path: "/record",
  title: "Record",
  lead: "Every verdict, signal and brief that was issued, and what the price did 1 hour, 24 hours and 7 days later.",
  menu: "Record",
};
