// How an answer names the token it is about.
import { type Static, Type } from "typebox";
import { count } from "./quantity.ts";
import { oneOf, TokenId, untrusted } from "./text.ts";

/** Token reference of service.md: id, symbol, name. */
export const TokenRef = Type.Object(
  { id: TokenId, symbol: Type.String({ maxLength: 16 }), name: untrusted("Token name.", 64) },
  { additionalProperties: false },
);

/** The token an answer is about, with how the input was read when it was not the id. */
export const ResolvedToken = Type.Object(
  {
    id: TokenId,
    symbol: Type.String({ maxLength: 16, examples: ["BTC"] }),
    name: untrusted("Token name.", 64),
    rank: count("Market-cap rank."),
    resolved: Type.Optional(
      Type.Object(
        {
          input: Type.String({ maxLength: 128 }),
          by: oneOf(["symbol", "contract"]),
          alternatives: Type.Array(TokenId),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type ResolvedToken = Static<typeof ResolvedToken>;
