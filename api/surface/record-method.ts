// GET /record/method: the rules of scoring and the SQL behind every public number of the record.
import { METHOD_TEXT } from "../../schema/record/published.ts";

export const recordMethodPage = (): string => METHOD_TEXT;
