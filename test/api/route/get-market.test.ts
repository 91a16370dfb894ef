// GET /v1/market: the sections asked for and their sources.
import t from "tap";
import { MARKET_SECTION_IDS } from "../../../schema/market/index.ts";
import { ask, startTestApi } from "../../support/api/api.ts";
import { frames, toldSource } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");

t.test("the market has all sections in wire order, or the asked ones with their own sources", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  const all = (await ask(t, app, "/v1/market")).body as { data: object; sources: object[] };
  t.same(Object.keys(all.data), MARKET_SECTION_IDS);
  t.equal(all.sources.length, MARKET_SECTION_IDS.length);
  for (const id of MARKET_SECTION_IDS) {
    const { body } = await ask(t, app, `/v1/market?sections=${id}`);
    const section = (body.data as Record<string, { as_of: string; sources: string[] }>)[id];
    t.same(Object.keys(body.data as object), [id]);
    t.equal(body.as_of, section?.as_of);
    t.same(
      (body.sources as { id: string }[]).map((source) => source.id),
      section?.sources,
    );
  }
  const { body: full } = await ask(t, app, "/v1/market?sources=full");
  t.same(full.data, all.data, "the form of the sources changes nothing else");
  t.same(
    full.sources,
    MARKET_SECTION_IDS.map((_, k) => toldSource(k, AT - k * 1_000)),
  );
});
