// The reason why a value is missing, as a section lists it and as builders carry it.
import type { Lacking } from "../../schema/shape/section-base.ts";
import { toTime } from "../../schema/shape/time.ts";
import { type Gap, gap } from "../measure/gap.ts";

/** The entry of a section; `path` is a JSON Pointer within it. */
export const toMissing = (path: string, { gap: reason, detail, since, retryAfterS, kinds }: Gap): Lacking => ({
  path,
  reason,
  ...(detail === undefined ? {} : { detail }),
  ...(since === undefined ? {} : { since: toTime(since) }),
  ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
  ...(kinds === undefined ? {} : { kinds: [...kinds] }),
});

export const toGap = ({ reason, detail, since, retry_after_s: retryAfterS, kinds }: Lacking): Gap => ({
  ...gap(reason, detail, since === undefined ? undefined : Date.parse(since)),
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
  ...(kinds === undefined ? {} : { kinds }),
});
