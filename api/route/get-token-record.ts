// GET /v1/record/{token}: the public scorecard of one token.
import { Type } from "typebox";
import { SNAPSHOTS } from "../../schema/key.ts";
import { record } from "../../schema/object/record.ts";
import { route } from "../contract.ts";
import { RecordParams } from "../record/query.ts";
import { readRecord } from "../record/read-record.ts";
import { TokenParam } from "../request/token-param.ts";
import { needFrame } from "../snapshot/need.ts";
import { resolveToken } from "../snapshot/token-index.ts";
import { universeOf } from "../snapshot/universe.ts";
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
  params: Type.Object({ token: TokenParam }, { additionalProperties: false }),
  query: RecordParams,
  output: record,
  faults: ["token_not_found", "token_not_tracked", "ambiguous_token", "upstream_unavailable", "overloaded"],
  maxAgeS: 30,
  example: { params: { token: "bitcoin" }, query: { limit: 1 }, answer: recordExample("bitcoin") },
});

export const getTokenRecord = contract.handle(async ({ params, query }, deps) => {
  const tokens = needFrame(deps.snapshots, "tokens", SNAPSHOTS.tokens);
  const { token } = resolveToken(tokens.meta, params.token, universeOf(deps.snapshots).current());
  const reply = await readRecord(token.id, query, deps);
  return { ...reply, from: reply.from && [...reply.from, tokens] };
});
