// GET /v1/explain/{token}: the latest brief of a token, as it was issued.
import { MINUTE_MS } from "../../schema/duration.ts";
import { fault, isFault } from "../../schema/fault.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { brief } from "../../schema/object/brief.ts";
import { closed } from "../../schema/shape/closed.ts";
import { describedBy, STATED_OF_BRIEFS } from "../answer/described-by.ts";
import { readBrief, readLastBrief, SCORED_AFTER_MS } from "../brief/read-brief.ts";
import { NOTHING, route } from "../contract.ts";
import { TokenParam } from "../request/token-param.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";
import { heldOrLoaded } from "../snapshot/need.ts";
import { briefExample } from "./example/brief.ts";

const contract = route({
  id: "getLatestBrief",
  method: "GET",
  path: "/v1/explain/{token}",
  tag: "Decide",
  tier: "free",
  summary: "Read the latest brief of a token",
  description:
    "The last recorded brief: what happened in its window, likely causes by size and order in time, chain, market, what to watch, and what was not measured. Every number of every sentence is in the evidence that the sentence cites. One is written a day, and whenever a critical signal opens or the verdict turns to avoid. Not advice.",
  params: closed({ token: TokenParam }),
  query: NOTHING,
  output: brief,
  faults: [...TOKEN_FAULTS, "no_brief_yet"],
  maxAgeS: 10,
  example: { params: { token: "BTC" }, query: {}, answer: briefExample },
});

/** Later, so that a score shows soon after it is settled. */
const KEPT_SCORED_MS = MINUTE_MS;
/** Where the store is away; the score comes when it is back. */
const KEPT_UNSCORED_MS = 2_000;

export const getLatestBrief = contract.handle(async ({ params }, deps) => {
  const { snapshots, clock } = deps;
  const { found, tokens } = namedToken(snapshots, params.token);
  const about = { describedBy: describedBy(STATED_OF_BRIEFS, deps) };
  const frame = await heldOrLoaded(snapshots, "brief", SNAPSHOTS.brief(found.token.id));
  if (!frame) {
    const last = await readLastBrief(deps, found.token.id);
    if (last) return { body: last, asOf: Date.parse(last.as_of), from: [tokens], keepMs: KEPT_SCORED_MS, ...about };
    throw fault("no_brief_yet", "The first brief of this token is not written yet; POST /v1/explain writes one.", {
      retryAfterS: 60,
    });
  }
  const { asOf, id, createdAt } = frame.meta;
  const leftMs = createdAt + SCORED_AFTER_MS - clock.now();
  if (leftMs > 0) {
    return { body: frame.parts.get("body") ?? Buffer.alloc(0), asOf, from: [frame, tokens], validMs: leftMs, ...about };
  }
  try {
    return {
      body: await readBrief(deps, found.token.id, id),
      asOf,
      from: [frame, tokens],
      keepMs: KEPT_SCORED_MS,
      ...about,
    };
  } catch (cause) {
    // What is held lacks its score alone.
    if (!isFault(cause) || cause.code === "brief_not_found") throw cause;
    return {
      body: frame.parts.get("body") ?? Buffer.alloc(0),
      asOf,
      from: [frame, tokens],
      keepMs: KEPT_UNSCORED_MS,
      ...about,
    };
  }
});
