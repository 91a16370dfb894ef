// Members that inputs of several agents have.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { ADDRESS_LENGTH_MAX, CHAIN_IDS } from "../token/chain.ts";

export const TokenName = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "A token id, a contract address or a symbol.",
});

/** Members that the input of every agent has. */
export const SHARED = {
  detail: Type.Optional(
    oneOf(
      ["concise", "full"],
      "concise: the reasons that the verdict rests on and their evidence; full without it. Details are the same.",
    ),
  ),
};

/** Holdings are named, or read from an address: the route checks that it is one of both. */
export const HOLDER = {
  chain: Type.Optional(oneOf([...CHAIN_IDS], "With address, instead of holdings.")),
  address: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ADDRESS_LENGTH_MAX,
      pattern: "^[0-9A-Za-z_]+$",
      description: "What it holds now of tracked tokens, read from its chain.",
    }),
  ),
};

/** Whose holdings they are, where they were read from an address. */
export const HeldBy = closed({
  chain: oneOf([...CHAIN_IDS]),
  address: Type.String({ maxLength: ADDRESS_LENGTH_MAX }),
  block: Type.Integer({ description: "All was read at; on Solana the slot." }),
  as_of: Time,
  other_assets: Type.Integer({ description: "Held there and not tracked: none of the holdings." }),
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
