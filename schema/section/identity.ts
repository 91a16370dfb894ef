// State section identity: what the token is and where it lives.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Nullable, Q } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { TokenId, untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export const identity = sectionShape("Identity: chains, contracts, categories, look-alikes.", {
  chains: Q(
    Type.Array(
      closed({
        chain: Type.String({ maxLength: 32 }),
        address: Nullable(Type.String({ maxLength: 128 })),
        decimals: Nullable(Type.Integer()),
        standard: Nullable(Type.String({ maxLength: 32 })),
        native: Type.Boolean(),
      }),
    ),
  ),
  categories: Q(Type.Array(Type.String({ maxLength: 64 }))),
  sector: Q(Nullable(Type.String({ maxLength: 64 }))),
  description: Q(Nullable(untrusted("Description by the project.", 500))),
  homepage_url: Q(Nullable(Type.String({ maxLength: 512 }))),
  explorers: Q(Type.Array(Type.String({ maxLength: 512 }))),
  launched_at: Q(Nullable(Time)),
  tracked: Type.Literal(true),
  same_symbol: Q(Type.Array(TokenId, { description: "Ids of other coins with this symbol." })),
});
