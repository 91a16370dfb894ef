// The path parameter that names a token.
import { Type } from "typebox";

export const TokenParam = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Id, contract address or symbol, tried in this order.",
  examples: ["BTC"],
});
