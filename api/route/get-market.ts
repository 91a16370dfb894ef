// GET /v1/market: the whole market, section by section.
import { Type } from "typebox";
import { SNAPSHOTS } from "../../schema/key.ts";
import { MARKET_SECTION_IDS } from "../../schema/market/index.ts";
import { market } from "../../schema/object/market.ts";
import { closed } from "../../schema/shape/closed.ts";
import { oneOf } from "../../schema/shape/text.ts";
import { describedBy } from "../answer/described-by.ts";
import { route } from "../contract.ts";
import { SourcesParam } from "../request/sources-param.ts";
import { needFrame } from "../snapshot/need.ts";
import { asOfSections, composeSections } from "../snapshot/sections.ts";
import { marketExample } from "./example/market.ts";

const contract = route({
  id: "getMarket",
  method: "GET",
  path: "/v1/market",
  tag: "Understand",
  tier: "data",
  summary: "Read the state of the whole market",
  description:
    "Overview, sectors, breadth, sentiment, flows, chains, venues, rankings, events and pulse over the tracked tokens. Tokens with an unassessed value are left out of rankings and counted in coverage.",
  params: Type.Object({}),
  query: closed({
    sections: Type.Optional(
      Type.Array(oneOf(MARKET_SECTION_IDS), { minItems: 1, description: "Sections to include; all without it." }),
    ),
    sources: SourcesParam,
  }),
  output: market,
  faults: [],
  maxAgeS: 2,
  example: { params: {}, query: { sections: ["breadth"] }, answer: marketExample },
});

export const getMarket = contract.handle(({ query }, deps) => {
  const { snapshots } = deps;
  const frame = needFrame(snapshots, "market", SNAPSHOTS.market);
  const ids = MARKET_SECTION_IDS.filter((id) => query.sections?.includes(id) ?? true);
  const asOf = asOfSections(frame.meta, ids, new Set());
  const { sources = "short" } = query;
  const body = composeSections({ object: "market", frame, ids, asOf, sources });
  return { body, asOf, from: [frame], describedBy: describedBy(ids, deps) };
});
