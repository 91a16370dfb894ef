// Market section events: the calendar and the day's news.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Nullable, Q } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { Severity } from "../shape/signal.ts";
import { oneOf, TokenId, untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export const events = sectionShape("Events: the next 7 days and the last 24 hours.", {
  events: Q(
    Type.Array(
      closed({
        kind: oneOf(["unlock", "signal", "headline"]),
        at: Time,
        token: Nullable(TokenId),
        severity: Nullable(Severity),
        title: untrusted("Title.", 160),
        url: Nullable(Type.String({ maxLength: 512 })),
      }),
    ),
  ),
});
