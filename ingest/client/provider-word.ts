// What providers that are no exchange say in a body and not by the status: wait, or ask again.
import type { HttpKind } from "../../schema/io/http.ts";
import type { VenueId } from "../source/venue.ts";

type ProviderWord = {
  readonly kind: Extract<HttpKind, "rate_limited" | "http_error">;
  readonly text: RegExp;
};

/** CoinGecko's error body, which its keyless tier has also sent with 200. */
const GECKO: ProviderWord = { kind: "rate_limited", text: /^\s*\{\s*"status"\s*:\s*\{[^{}]*"error_code"\s*:\s*429\b/ };

const WORDS: Partial<Record<VenueId, readonly ProviderWord[]>> = {
  coingecko: [GECKO],
  geckoterminal: [GECKO, { kind: "rate_limited", text: /"status"\s*:\s*"?429\b/ }],
  deribit: [
    // too_many_requests; retry, temporarily unavailable and timed out.
    { kind: "rate_limited", text: /"code"\s*:\s*10028\b/ },
    { kind: "http_error", text: /"code"\s*:\s*(10040|13028|13888)\b/ },
  ],
};

/** Refusals are short: what is longer carries data. */
const BYTES_MAX = 4_096;

/** The word in a body; undefined where it says none of these. */
export const providerWordIn = (venue: VenueId, body: Buffer): ProviderWord | undefined =>
  body.length > BYTES_MAX ? undefined : WORDS[venue]?.find(({ text }) => text.test(body.toString("utf8")));
