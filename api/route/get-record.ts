// GET /v1/record: the public scorecard of every call that was issued.
import { Type } from "typebox";
import { record } from "../../schema/object/record.ts";
import { route } from "../contract.ts";
import { RecordParams } from "../record/query.ts";
import { readRecord } from "../record/read-record.ts";
import { recordExample } from "./example/record.ts";

const contract = route({
  id: "getRecord",
  method: "GET",
  path: "/v1/record",
  tag: "Trust",
  tier: "free",
  summary: "Read the public record",
  description:
    "Every evaluation, signal and brief that was issued, what the price did 1 hour, 24 hours and 7 days later, whether the call was right by the rules score-1, and calibration by kind and severity beside base rates. Items newest first; rates are of a fixed sample, so that traffic cannot tilt them. method_url has the rules and the SQL behind every number.",
  params: Type.Object({}),
  query: RecordParams,
  output: record,
  faults: ["upstream_unavailable", "overloaded"],
  maxAgeS: 30,
  example: { params: {}, query: { limit: 1 }, answer: recordExample(null) },
});

export const getRecord = contract.handle(({ query }, deps) => readRecord(null, query, deps));
