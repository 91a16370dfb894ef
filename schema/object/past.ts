// The wire objects past_state and past_market: what was served at an instant, or would have been, from what was known by then.
import { Type } from "typebox";
import { MARKET_SECTIONS } from "../market/index.ts";
import { SECTIONS } from "../section/index.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { Nullable } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";
import { ResolvedToken } from "../shape/token-ref.ts";
import { optionalMembers } from "./state.ts";

/** Of this and nothing later it was made. */
const known = {
  at: Type.String({ ...Time, description: "The instant that was asked for." }),
  known_at: Type.String({ ...Time, description: "Nothing that we stored later was read." }),
  built_at: Nullable(
    Type.String({
      ...Time,
      description:
        "When the newest build by then was begun; it was served from some seconds later on. Null where none of then is kept: made for the instant itself.",
    }),
  ),
  code_version: Nullable(
    Type.String({ maxLength: 64, description: "The code of that build; null where there is none." }),
  ),
  notes: Type.Array(Type.String({ maxLength: 500 }), {
    maxItems: 100,
    description: "What it is, what of it is kept no longer, and what has been corrected since.",
  }),
} as const;

export const pastState = envelope(
  "past_state",
  closed({ ...known, token: ResolvedToken, ...optionalMembers(SECTIONS) }),
);
export const pastMarket = envelope("past_market", closed({ ...known, ...optionalMembers(MARKET_SECTIONS) }));

/** What a worker hands to the call that waits: the frame as it was published, or would have been, and what is said beside it. */
export type PastFrame = {
  /** Base64. */
  readonly frame: string;
  readonly known_at: string;
  readonly built_at: string | null;
  readonly code_version: string | null;
  readonly notes: readonly string[];
  /** How many members of each section have a value. */
  readonly assessed: Readonly<Record<string, number>>;
};
