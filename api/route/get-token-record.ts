// GET /v1/record/{token}: the public scorecard of one token.
import { record } from "../../schema/object/record.ts";
import { closed } from "../../schema/shape/closed.ts";
import { route } from "../contract.ts";
import { RecordParams } from "../record/query.ts";
import { readRecord } from "../record/read-record.ts";
import { TokenParam } from "../request/token-param.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";
import { recordExample } from "./example/record.ts";

const contract = route({
  id: "getTokenRecord",
  method: "GET",
  path: "/v1/record/{token}",
  tag: "Trust",
  tier: "free",
  summary: "Read the public record of a token",
  description:
    "The record of one token: its calls with their outcomes, newest first, and their scorecard; base rates are of all tracked tokens.",
  params: closed({ token: TokenParam }),
  query: RecordParams,
  output: record,
  faults: [...TOKEN_FAULTS, "upstream_unavailable", "overloaded"],
  maxAgeS: 30,
  example: { params: { token: "bitcoin" }, query: { limit: 1 }, answer: recordExample("bitcoin") },
});

export const getTokenRecord = contract.handle(async ({ params, query }, deps) => {
  const { found, tokens } = namedToken(deps.snapshots, params.token);
  const reply = await readRecord(found.token.id, query, deps);
  return { ...reply, from: reply.from && [...reply.from, tokens] };
});
