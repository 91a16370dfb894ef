// The wire object replay: an issued object made again from what is kept, and its bytes compared; and the published samples of such.
import { type Static, Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { Nullable, Q } from "../shape/quantity.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

const REPLAY_RESULTS = ["identical", "numbers_identical", "differs", "unassessed"] as const;
const REPLAY_REASONS = [
  "rows_past_retention",
  "inputs_missing",
  "rules_gone",
  "another_code_version",
  "worded_by_a_model",
  "altered",
  "failed",
  "unexplained",
] as const;

const Text = (maxLength: number, description: string) => Type.String({ maxLength, description });
const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ReplayData = closed({
  id: Text(64, "What was asked for: of an investigation the brief that it came to."),
  kind: oneOf(["evaluation", "brief", "answer", "run"]),
  result: oneOf(
    REPLAY_RESULTS,
    "identical: every canonical byte. numbers_identical: a model worded it, and all but its words is the same. unassessed: it cannot be made again.",
  ),
  reason: Nullable(oneOf(REPLAY_REASONS, "Why it differs, or is not compared as a whole; null where it is identical.")),
  detail: Nullable(Text(300, "The same in words.")),
  members: Type.Array(Type.String({ maxLength: 256 }), {
    maxItems: 50,
    description: "What differs, as JSON Pointers into the canonical object.",
  }),
  hash: Text(64, "SHA-256 of what was issued, hex."),
  rules_version: Text(64, "Rules that it was made by, then and now."),
  made_by: Nullable(Text(64, "The code that issued it; null where that was not kept.")),
  replayed_by: Text(64, "The code that made it again."),
  replayed_at: Time,
});
export type ReplayData = Static<typeof ReplayData>;

export const replay = envelope("replay", ReplayData);
export type Replay = Static<typeof replay>;

export const Replays = closed(
  {
    at: Nullable(Time),
    sampled: count("Objects of the 30 days before, drawn by chance."),
    identical: count("Every canonical byte the same."),
    numbers_identical: count("Worded by a model, and all but its words the same."),
    differing: count("Of the others those that came out otherwise, or that are not stored as they were issued."),
    unassessed: count("Those that could not be made again."),
    identical_pct: Q(Type.Number({ description: "Of what was sampled, byte for byte." })),
    reasons: Type.Record(Type.String({ maxLength: 64 }), Type.Integer({ minimum: 0 }), {
      description: "Why the others are not, and how many of them.",
    }),
  },
  {
    description:
      "The last nightly sample of issued objects that were made again from what is kept; at is null before the first.",
  },
);
export type Replays = Static<typeof Replays>;
