// Evidence standing: what we said last of the token: its verdict and the newest brief.
import { Type } from "typebox";
import { count, Nullable, Q } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

const closed = { additionalProperties: false } as const;
const word = Type.String({ maxLength: 32 });

export const standing = Type.Object(
  {
    verdict: Q(word),
    open_signals: count("Signals that are open."),
    worst_signal: Q(Nullable(Type.Object({ says: word, direction: word, at: Time }, closed))),
    brief: Q(Nullable(Type.Object({ direction: word, at: Time }, closed))),
    as_of: Time,
  },
  closed,
);
