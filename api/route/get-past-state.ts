// GET /v1/past/state/{token}: the state of a token as it was served at an instant, for a call that waits.
import { Type } from "typebox";
import { systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import { type PastFrame, pastState } from "../../schema/object/past.ts";
import { MARKET_SPEED_SECTIONS, SECTION_IDS } from "../../schema/section/index.ts";
import { closed } from "../../schema/shape/closed.ts";
import { oneOf } from "../../schema/shape/text.ts";
import { route } from "../contract.ts";
import { askJob } from "../job-call.ts";
import { AtParam, composePast, readAt } from "../past/past-call.ts";
import { SourcesParam } from "../request/sources-param.ts";
import { TokenParam } from "../request/token-param.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";
import { pastStateExample } from "./example/past-state.ts";

const contract = route({
  id: "getPastState",
  method: "GET",
  path: "/v1/past/state/{token}",
  tag: "Understand",
  tier: "premium",
  summary: "Read a state as known at a past time",
  description:
    "The sections as the newest build begun by the instant has them, which was served from some seconds later on, made again from rows that it knew: what was corrected or came in later does not show, and notes says what that was, also of other tokens that context rests on. Where no build of then is kept, what one would have made. Members whose rows are kept no longer are unassessed, insufficient_history. An answer without any value costs nothing.",
  params: closed({ token: TokenParam }),
  query: closed({
    at: AtParam,
    sections: Type.Optional(
      Type.Array(oneOf(SECTION_IDS), { minItems: 1, description: "Sections to include; all without it." }),
    ),
    sources: SourcesParam,
  }),
  output: pastState,
  faults: [...TOKEN_FAULTS, "upstream_unavailable", "overloaded"],
  slow: true,
  workMs: LIMITS.pastWaitMs,
  maxAgeS: 0,
  verify: ({ params, query }, deps) => {
    readAt(query.at, deps.clock.now());
    namedToken(deps.snapshots, params.token);
  },
  example: {
    params: { token: "BTC" },
    query: { at: pastStateExample.data.at, sections: ["context"] },
    answer: pastStateExample,
  },
});

export const getPastState = contract.handle(async ({ params, query }, deps) => {
  const now = deps.clock.now();
  const { token, resolved } = namedToken(deps.snapshots, params.token).found;
  const [id, at] = [systemRandom.id(now), readAt(query.at, now)];
  const payload = { id, token: token.id, at, until: now + LIMITS.pastWaitMs };
  const request = { name: "past.read", id: jobId("past.read", id), payload } as const;
  const past = (await askJob(deps.jobCalls, request, LIMITS.pastWaitMs)) as PastFrame;
  return composePast(
    {
      ...{ object: "past_state", at, past, marketSpeed: MARKET_SPEED_SECTIONS, sources: query.sources },
      ids: SECTION_IDS.filter((one) => query.sections?.includes(one) ?? true),
      token: ({ parts }) => {
        const then = JSON.parse(parts.get("token")?.toString() ?? "{}") as object;
        return Buffer.from(`"token":${JSON.stringify(resolved ? { ...then, resolved } : then)}`);
      },
    },
    deps,
  );
});
