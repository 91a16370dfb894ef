// What exchanges say in answers that carry no data and mean no changed shape: wait, busy, or not from your place.
import type { HttpKind } from "../../schema/io/http.ts";
import type { ExchangeId } from "../source/venue.ts";

type Word = {
  readonly kind: Extract<HttpKind, "rate_limited" | "http_error" | "blocked_country">;
  readonly text: RegExp;
  /** How long to stay away; the venue's own pause for a limit that says nothing. */
  readonly pauseMs?: number;
};

/** A system that is busy or under repair is asked again soon: the pause of a ban would lose what comes back. */
const BUSY_MS = 10_000;

/** By the codes that the vendors document. */
const WORDS: Partial<Record<ExchangeId, readonly Word[]>> = {
  okx: [
    { kind: "rate_limited", text: /"code":\s*"?(50011|50040)\b/ },
    { kind: "http_error", text: /"code":\s*"?(50001|50013|50026)\b/, pauseMs: BUSY_MS },
  ],
  bybit: [
    { kind: "rate_limited", text: /"retCode":\s*10429\b/, pauseMs: BUSY_MS },
    { kind: "http_error", text: /"retCode":\s*(10000|10016)\b/, pauseMs: BUSY_MS },
    { kind: "blocked_country", text: /"retCode":\s*10024\b/ },
  ],
  kraken: [
    { kind: "rate_limited", text: /EService:\s*Throttled/ },
    { kind: "http_error", text: /EService:\s*(Unavailable|Busy)/, pauseMs: BUSY_MS },
  ],
  kucoin: [
    { kind: "rate_limited", text: /"code":\s*"?(429000|1015)\b/ },
    { kind: "http_error", text: /"code":\s*"?200009\b/, pauseMs: BUSY_MS },
  ],
};

/** The word in a refusal's text; undefined where it says none of these. */
export const wordIn = (venue: ExchangeId, text: string): Word | undefined =>
  WORDS[venue]?.find((word) => word.text.test(text));
