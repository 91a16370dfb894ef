// GET /v1/state/{token}: what is known about a token now, section by section.
import { Type } from "typebox";
import { SNAPSHOTS } from "../../schema/key.ts";
import { state } from "../../schema/object/state.ts";
import { MARKET_SPEED_SECTIONS, SECTION_IDS } from "../../schema/section/index.ts";
import { closed } from "../../schema/shape/closed.ts";
import { oneOf } from "../../schema/shape/text.ts";
import { describedBy } from "../answer/described-by.ts";
import { route } from "../contract.ts";
import { SourcesParam } from "../request/sources-param.ts";
import { TokenParam } from "../request/token-param.ts";
import { namedToken, TOKEN_FAULTS } from "../snapshot/named-token.ts";
import { withFrame } from "../snapshot/need.ts";
import { asOfSections, composeSections } from "../snapshot/sections.ts";
import { stateExample } from "./example/state.ts";

const contract = route({
  id: "getState",
  method: "GET",
  path: "/v1/state/{token}",
  tag: "Understand",
  tier: "data",
  summary: "Read the current state of a token",
  description:
    "Sections of the token's current state, each with its as_of, coverage, the ids of its sources and the list of what was not measured and why. The answer's sources list each call once, short unless sources=full. as_of of the answer is the oldest of market, liquidity, derivatives and signals among the requested sections.",
  params: closed({ token: TokenParam }),
  query: closed({
    sections: Type.Optional(
      Type.Array(oneOf(SECTION_IDS), { minItems: 1, description: "Sections to include; all without it." }),
    ),
    sources: SourcesParam,
  }),
  output: state,
  faults: TOKEN_FAULTS,
  maxAgeS: 2,
  example: { params: { token: "BTC" }, query: { sections: ["context"] }, answer: stateExample },
});

export const getState = contract.handle(({ params, query }, deps) => {
  const { snapshots } = deps;
  const { found, tokens, universe } = namedToken(snapshots, params.token);
  const { token, resolved } = found;
  return withFrame(snapshots, "state", SNAPSHOTS.state(token.id), (frame) => {
    const ids = SECTION_IDS.filter((id) => query.sections?.includes(id) ?? true);
    const asOf = asOfSections(frame.meta, ids, MARKET_SPEED_SECTIONS);
    const reference = resolved
      ? Buffer.from(JSON.stringify({ ...frame.meta.token, resolved }))
      : frame.parts.get("token");
    const lead = [Buffer.concat([Buffer.from('"token":'), reference ?? Buffer.alloc(0)])];
    // Alternatives come from the universe.
    const from = resolved && universe ? [frame, tokens, universe.from] : [frame, tokens];
    const { sources = "short" } = query;
    const body = composeSections({ object: "state", frame, ids, asOf, sources, lead });
    return { body, asOf, from, describedBy: describedBy(ids, deps) };
  });
});
