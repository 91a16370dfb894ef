// How an answer names the token it is about.
import { type Static, Type } from "typebox";
import { closed } from "./closed.ts";
import { count } from "./quantity.ts";
import { oneOf, TokenId, untrusted } from "./text.ts";

/** Token reference of service.md: id, symbol, name. */
export const TokenRef = closed({
  id: TokenId,
  symbol: Type.String({ maxLength: 16 }),
  name: untrusted("Token name.", 64),
});

/** The token an answer is about, with how the input was read when it was not the id. */
export const ResolvedToken = closed({
  id: TokenId,
  symbol: Type.String({ maxLength: 16, examples: ["BTC"] }),
  name: untrusted("Token name.", 64),
  rank: count("Market-cap rank."),
  resolved: Type.Optional(
    closed({
      input: Type.String({ maxLength: 128 }),
      by: oneOf(["symbol", "contract"]),
      alternatives: Type.Array(TokenId),
    }),
  ),
});
export type ResolvedToken = Static<typeof ResolvedToken>;
