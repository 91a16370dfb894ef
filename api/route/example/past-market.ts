// Example answer of GET /v1/past/market: what was served then, and what is said beside it.
import type { Static } from "typebox";
import type { pastMarket } from "../../../schema/object/past.ts";
import { marketExample } from "./market.ts";

export const pastMarketExample: Static<typeof pastMarket> = {
  ...{ object: "past_market", id: null, as_of: marketExample.as_of },
  data: {
    at: "2026-11-20T12:00:31.000Z",
    known_at: "2026-11-20T12:00:20.000Z",
    built_at: "2026-11-20T12:00:20.000Z",
    code_version: "0.1.0+9f8e7d6c5b4a",
    notes: ["It is what the build of 2026-11-20T12:00:20.000Z made of what was stored by 2026-11-20T12:00:20.000Z."],
    ...marketExample.data,
  },
  sources: marketExample.sources,
};
