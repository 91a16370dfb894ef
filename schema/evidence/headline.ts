// Evidence headline: what a newsroom published that names the token.
import { Type } from "typebox";
import { untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export const headline = Type.Object(
  {
    title: untrusted("Headline.", 160),
    source: Type.String({ maxLength: 64 }),
    url: Type.String({ maxLength: 512 }),
    published_at: Time,
  },
  { additionalProperties: false },
);
