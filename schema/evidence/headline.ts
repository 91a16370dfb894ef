// Evidence headline: what a newsroom published that names the token.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { pct } from "../shape/quantity.ts";
import { untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export const headline = closed({
  title: untrusted("Headline.", 160),
  source: Type.String({ maxLength: 64 }),
  url: Type.String({ maxLength: 512 }),
  published_at: Time,
  percentile: pct("Of past spans of 3 hours, how many had no headline that names the token."),
});
