// Query: briefs by their numbers, as messages tell them.
import { BRIEF_COLUMNS, type BriefLatestRow, IS_BRIEF } from "../issued/brief-latest.ts";
import type { Query } from "../query.ts";

export const briefTold: Query<{ readonly ids: readonly string[] }, BriefLatestRow> = {
  name: "brief-told",
  sql: `SELECT ${BRIEF_COLUMNS} FROM issued_object AS i WHERE ${IS_BRIEF} AND i.id IN {ids:Array(String)}`,
};
