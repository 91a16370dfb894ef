// Example answer of GET /v1/replay/{id}: an evaluation whose every byte came out again.
import type { Replay } from "../../../schema/object/replay.ts";
import { verifyExample } from "./verify.ts";

export const replayExample: Replay = {
  ...{ object: "replay", id: verifyExample.data.id, as_of: "2026-11-20T12:30:00.000Z" },
  data: {
    ...{ id: verifyExample.data.id, kind: "evaluation", result: "identical", reason: null, detail: null, members: [] },
    ...{ hash: verifyExample.data.hash, rules_version: "eval-2" },
    ...{ made_by: "0.1.0+9f8e7d6c5b4a", replayed_by: "0.1.0+9f8e7d6c5b4a", replayed_at: "2026-11-20T12:30:00.000Z" },
  },
  sources: [],
};
