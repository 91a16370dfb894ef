// The spans of the calendar that have a name.
export const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
export const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;
export type SpanName =
  | "yesterday"
  | "last_week"
  | "last_month"
  | "next_week"
  | "next_month"
  | (typeof DAYS)[number]
  | (typeof MONTHS)[number]
  | "day"
  | "week"
  | "month"
  | "year";
