// GET /v1/explain/{token}/{id}: one brief of a token by its number.
import { Type } from "typebox";
import { brief } from "../../schema/object/brief.ts";
import { closed } from "../../schema/shape/closed.ts";
import { describedBy, STATED_OF_BRIEFS } from "../answer/described-by.ts";
import { readBrief } from "../brief/read-brief.ts";
import { NOTHING, route } from "../contract.ts";
import { TokenParam } from "../request/token-param.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";
import { briefExample } from "./example/brief.ts";

const NUMBER_MAX = 999_999_999;

const contract = route({
  id: "getBrief",
  method: "GET",
  path: "/v1/explain/{token}/{id}",
  tag: "Decide",
  tier: "free",
  summary: "Read a brief by its number",
  description:
    "A brief as it was issued, with its score once it is a day old: its Brier loss at 24 hours, null where it was neither right nor wrong.",
  params: closed({
    token: TokenParam,
    id: Type.Integer({ description: "Brief number.", minimum: 1, maximum: NUMBER_MAX }),
  }),
  query: NOTHING,
  output: brief,
  faults: [...TOKEN_FAULTS, ...(["brief_not_found", "overloaded", "upstream_unavailable"] as const)],
  maxAgeS: 10,
  example: { params: { token: "BTC", id: briefExample.data.id }, query: {}, answer: briefExample },
});

export const getBrief = contract.handle(async ({ params }, deps) => {
  const { found } = namedToken(deps.snapshots, params.token);
  const body = await readBrief(deps, found.token.id, params.id);
  return { body, asOf: Date.parse(body.as_of), from: null, describedBy: describedBy(STATED_OF_BRIEFS, deps) };
});
