// The wire object token_list: GET /v1/tokens.
import { type Static, Type } from "typebox";
import { Reason } from "../reason.ts";
import { SECTION_IDS } from "../section/index.ts";
import { BRIEF } from "../shape/brief.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { count, Nullable, pct, Q, usd } from "../shape/quantity.ts";
import { Direction, Severity } from "../shape/signal.ts";
import { oneOf, TokenId, untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { SIGNAL_KINDS } from "../signal/index.ts";

export const TokenItem = closed({
  id: TokenId,
  symbol: Type.String({ maxLength: 16 }),
  name: untrusted("Token name.", 64),
  tracked: Type.Boolean({ description: "Tracked in depth." }),
  rank: count("Market-cap rank."),
  contracts: Type.Record(Type.String(), Type.String(), { description: "Chain to contract; a native coin has none." }),
  price_usd: usd("Price."),
  change_1h_pct: pct("Change, 1 hour."),
  change_24h_pct: pct("Change, 24 hours."),
  change_7d_pct: pct("Change, 7 days."),
  market_cap_usd: usd("Market cap."),
  volume_24h_usd: usd("Volume, 24 hours."),
  categories: Type.Array(Type.String({ maxLength: 64 })),
  open_signals: Type.Array(
    closed({
      id: Type.Integer(),
      kind: oneOf(SIGNAL_KINDS),
      direction: Direction,
      severity: Severity,
      at: Time,
    }),
    { maxItems: 5 },
  ),
  open_signals_count: count("Open signals."),
  latest_headline: Nullable(
    closed({
      text: untrusted("Headline.", 160),
      kind: oneOf(["news", "brief"]),
      source: Type.String({ maxLength: 64 }),
      url: Type.String({ maxLength: 512 }),
      at: Time,
      brief_id: Nullable(BRIEF.id),
    }),
  ),
  verdict: Nullable(
    Q(oneOf(["proceed", "caution", "avoid"], "Overall standard verdict in force; null while none was issued.")),
  ),
  verdict_reason: Nullable(
    oneOf(["stale"], "Why the verdict is unassessed: the last one has run out. Null in all other cases."),
  ),
  unassessed: Type.Array(
    closed({ path: Type.String({ description: "JSON Pointer into the row.", maxLength: 64 }), reason: Reason }),
    { description: "Every member of the row that was not measured, and why." },
  ),
  match: Type.Optional(closed({ field: oneOf(["id", "symbol", "name", "contract"]), exact: Type.Boolean() })),
  coverage: Type.Optional(
    Type.Record(oneOf(SECTION_IDS), oneOf(["covered", "partial", "none"]), { description: "Coverage by section." }),
  ),
});
export type TokenItem = Static<typeof TokenItem>;

export const tokenList = envelope(
  "token_list",
  closed({
    universe: oneOf(["tracked", "search"]),
    query: Nullable(Type.String()),
    total: Type.Integer(),
    count: Type.Integer(),
    tokens: Type.Array(TokenItem),
  }),
);
