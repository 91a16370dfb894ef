// Members that inputs of several agents have.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";

export const TokenName = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "A token id, a contract address or a symbol.",
});

export const tokenNames = (least: number, most: number, description: string) =>
  Type.Array(TokenName, { minItems: least, maxItems: most, description });

export const HOLDINGS_MAX = 50;

/** Of each either the amount or the value is given; the route checks that. */
export const Holdings = Type.Array(
  closed({
    token: TokenName,
    amount: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e18,
        description: "In coins; this or value_usd.",
        "x-unit": "native coins",
      }),
    ),
    value_usd: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1e12, description: "This or amount.", "x-unit": "USD" }),
    ),
  }),
  { minItems: 1, maxItems: HOLDINGS_MAX, description: "What is held; a token that stands twice is added up." },
);
