// Members that inputs of several agents have.
import { Type } from "typebox";

export const TokenName = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "A token id, a contract address or a symbol.",
});

export const tokenNames = (least: number, most: number, description: string) =>
  Type.Array(TokenName, { minItems: least, maxItems: most, description });
