// GET /v1/past/market: the whole market as it was served at an instant, for a call that waits.
import { Type } from "typebox";
import { systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import { MARKET_SECTION_IDS } from "../../schema/market/index.ts";
import { type PastFrame, pastMarket } from "../../schema/object/past.ts";
import { closed } from "../../schema/shape/closed.ts";
import { oneOf } from "../../schema/shape/text.ts";
import { route } from "../contract.ts";
import { askJob } from "../job-call.ts";
import { AtParam, composePast, readAt } from "../past/past-call.ts";
import { SourcesParam } from "../request/sources-param.ts";
import { pastMarketExample } from "./example/past-market.ts";

const contract = route({
  id: "getPastMarket",
  method: "GET",
  path: "/v1/past/market",
  tag: "Understand",
  tier: "premium",
  summary: "Read the market as known at a past time",
  description:
    "The market's sections as the newest build begun by the instant has them, made again from rows that it knew, as /v1/past/state does for a token: notes says what has been corrected since. Members whose rows are kept no longer are unassessed, insufficient_history. An answer without any value costs nothing.",
  params: Type.Object({}),
  query: closed({
    at: AtParam,
    sections: Type.Optional(
      Type.Array(oneOf(MARKET_SECTION_IDS), { minItems: 1, description: "Sections to include; all without it." }),
    ),
    sources: SourcesParam,
  }),
  output: pastMarket,
  faults: ["upstream_unavailable", "overloaded"],
  slow: true,
  workMs: LIMITS.pastWaitMs,
  maxAgeS: 0,
  verify: ({ query }, deps) => {
    readAt(query.at, deps.clock.now());
  },
  example: {
    params: {},
    query: { at: pastMarketExample.data.at, sections: ["breadth"] },
    answer: pastMarketExample,
  },
});

export const getPastMarket = contract.handle(async ({ query }, deps) => {
  const now = deps.clock.now();
  const [id, at] = [systemRandom.id(now), readAt(query.at, now)];
  const payload = { id, at, until: now + LIMITS.pastWaitMs };
  const request = { name: "past.read", id: jobId("past.read", id), payload } as const;
  const past = (await askJob(deps.jobCalls, request, LIMITS.pastWaitMs)) as PastFrame;
  return composePast(
    {
      ...{ object: "past_market", at, past, marketSpeed: new Set<never>(), sources: query.sources },
      ids: MARKET_SECTION_IDS.filter((one) => query.sections?.includes(one) ?? true),
    },
    deps,
  );
});
