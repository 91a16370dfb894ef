// GET /v1/evaluate/{token}: the standard evaluation in force, as it was issued.
import { Type } from "typebox";
import { SNAPSHOTS } from "../../schema/key.ts";
import { evaluation } from "../../schema/object/evaluation.ts";
import { route } from "../contract.ts";
import { TokenParam } from "../request/token-param.ts";
import { needFrame } from "../snapshot/need.ts";
import { resolveToken } from "../snapshot/token-index.ts";
import { universeOf } from "../snapshot/universe.ts";
import { evaluationExample } from "./example/evaluation.ts";

const contract = route({
  id: "getEvaluation",
  method: "GET",
  path: "/v1/evaluate/{token}",
  tag: "Decide",
  tier: "free",
  summary: "Read the verdict on a token",
  description:
    "The last recorded evaluation for buying without a size: seven dimensions by the rules eval-1, every reason with its metric, value, threshold and evidence, and what could not be checked. Not advice.",
  params: Type.Object({ token: TokenParam }, { additionalProperties: false }),
  query: Type.Object({}, { additionalProperties: false }),
  output: evaluation,
  faults: ["token_not_found", "token_not_tracked", "ambiguous_token"],
  maxAgeS: 2,
  example: { params: { token: "BTC" }, query: {}, answer: evaluationExample },
});

export const getEvaluation = contract.handle(({ params }, { snapshots }) => {
  const tokens = needFrame(snapshots, "tokens", SNAPSHOTS.tokens);
  const { token } = resolveToken(tokens.meta, params.token, universeOf(snapshots).current());
  const frame = needFrame(snapshots, "evaluation", SNAPSHOTS.evaluation(token.id));
  return { body: frame.parts.get("body") ?? Buffer.alloc(0), asOf: frame.meta.asOf, from: [frame, tokens] };
});
