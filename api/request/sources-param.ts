// The query parameter of answers that list many sources: how much is said of each.
import { Type } from "typebox";
import { SOURCE_FORMS } from "../../schema/source/source-text.ts";

export const SourcesParam = Type.Optional(
  Type.Enum([...SOURCE_FORMS], {
    default: "short",
    description:
      "full: the answer's `sources` say venue, retrieved_at, raw_sha256, rows, status and url too; sections and series name them by id in either form.",
  }),
);
