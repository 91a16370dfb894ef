// GET /v1/evaluate/{token}: the standard evaluation in force, as it was issued.
import { EVALUATION_RULES_VERSION } from "../../schema/evaluation/rule-set.ts";
import { fault } from "../../schema/fault.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { evaluation } from "../../schema/object/evaluation.ts";
import { closed } from "../../schema/shape/closed.ts";
import { toTime } from "../../schema/shape/time.ts";
import { describedBy } from "../answer/described-by.ts";
import { NOTHING, route } from "../contract.ts";
import { TokenParam } from "../request/token-param.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";
import { withFrame } from "../snapshot/need.ts";
import { evaluationExample } from "./example/evaluation.ts";

/** A build a minute makes what a verdict rests on. */
const RETRY_AFTER_S = 60;

const contract = route({
  id: "getEvaluation",
  method: "GET",
  path: "/v1/evaluate/{token}",
  tag: "Decide",
  tier: "free",
  summary: "Read the verdict on a token",
  description: `The last recorded evaluation for buying without a size: seven dimensions by the rules ${EVALUATION_RULES_VERSION}, every reason with its metric, value, threshold and evidence, and what could not be checked. Served until its valid_until, 20 minutes after it was issued at the latest; after that verdict_stale, never an old verdict. Not advice.`,
  params: closed({ token: TokenParam }),
  query: NOTHING,
  output: evaluation,
  faults: [...TOKEN_FAULTS, "verdict_stale"],
  maxAgeS: 2,
  example: { params: { token: "BTC" }, query: {}, answer: evaluationExample },
});

export const getEvaluation = contract.handle(({ params }, { snapshots, clock, env }) => {
  const { found, tokens } = namedToken(snapshots, params.token);
  return withFrame(snapshots, "evaluation", SNAPSHOTS.evaluation(found.token.id), (frame) => {
    const { asOf, id, validUntil } = frame.meta;
    const leftMs = validUntil - clock.now();
    if (!(leftMs > 0)) {
      const last = { id, as_of: toTime(asOf) };
      throw fault("verdict_stale", "The last verdict has run out and the next one is not there yet; ask again soon.", {
        ...{ last, retryAfterS: RETRY_AFTER_S },
      });
    }
    const body = frame.parts.get("body") ?? Buffer.alloc(0);
    return { body, asOf, from: [frame, tokens], validMs: leftMs, describedBy: describedBy(["evaluation"], { env }) };
  });
});
