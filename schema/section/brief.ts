// State section brief: the latest written investigation; every member is null while none was written.
import { BRIEF } from "../shape/brief.ts";
import { Nullable } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";

export const brief = sectionShape(
  "Brief: the latest written investigation of the last 14 days; its members are null while there is none.",
  {
    id: Nullable(BRIEF.id),
    headline: Nullable(BRIEF.headline),
    summary: Nullable(BRIEF.summary),
    direction: Nullable(BRIEF.direction),
    severity: Nullable(BRIEF.severity),
    confidence: Nullable(BRIEF.confidence),
    created_at: Nullable(BRIEF.created_at),
    window: Nullable(BRIEF.window),
    url: Nullable(BRIEF.url),
  },
);
