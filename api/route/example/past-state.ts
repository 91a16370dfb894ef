// Example answer of GET /v1/past/state/{token}: what was served then, and what is said beside it.
import type { Static } from "typebox";
import type { pastState } from "../../../schema/object/past.ts";
import { stateExample } from "./state.ts";

export const pastStateExample: Static<typeof pastState> = {
  ...{ object: "past_state", id: null, as_of: stateExample.as_of },
  data: {
    at: "2026-11-20T12:00:31.000Z",
    known_at: "2026-11-20T12:00:20.000Z",
    built_at: "2026-11-20T12:00:20.000Z",
    code_version: "0.1.0+9f8e7d6c5b4a",
    notes: [
      "It is what the build of 2026-11-20T12:00:20.000Z made of what was stored by 2026-11-20T12:00:20.000Z.",
      "candle: 2 readings were corrected since; it shows what was known by then.",
    ],
    ...stateExample.data,
  },
  sources: stateExample.sources,
};
