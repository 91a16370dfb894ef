// /llms.txt: short, and it names what is there and nothing else.
import t from "tap";
import { ROUTES } from "../../../api/route/index.ts";
import { llmsTxt } from "../../../api/surface/llms-txt.ts";
import { describeApi } from "../../../api/surface/openapi.ts";
import { MARKET_SECTION_IDS } from "../../../schema/market/index.ts";
import { EVENT_KINDS } from "../../../schema/object/history.ts";
import { REASONS } from "../../../schema/reason.ts";
import { SECTION_IDS } from "../../../schema/section/index.ts";
import { SERIES_IDS } from "../../../schema/series/index.ts";
import { RESOLUTIONS } from "../../../schema/series/series.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { get, startTestApi } from "../../support/api/api.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");

t.test("the guide has its form, at most 12 kB, and every endpoint with its tier", async (t) => {
  const { app, deps } = await startTestApi(t, AT, frames(AT));
  const text = llmsTxt(deps);
  t.ok(Buffer.byteLength(text) <= 12_000, `${Buffer.byteLength(text)} bytes`);
  t.match(text, /^# .+\n\n> .+\n/);
  const listed = [...text.matchAll(/- \[(\w+) (\S+)\]\((\S+)\): .+ \((\w+); (\w+): /g)];
  t.same(
    listed.map(([, method, path, , id, tier]) => [method, path, id, tier]),
    ROUTES.map(({ contract: { method, path, id, tier } }) => [method, path, id, tier]),
  );
  const description = describeApi(deps) as { paths: Record<string, Record<string, object>> };
  for (const [, method = "", path = "", link = ""] of listed) {
    const pointer = link.split("#/paths/")[1]?.split("/") ?? [];
    t.ok(description.paths[pointer[0]?.replaceAll("~1", "/") ?? ""]?.[method.toLowerCase()], path);
  }
  for (const [, link = ""] of text.matchAll(/\]\(http:\/\/localhost:8080(\/[^)#]*)/g)) {
    t.equal((await app.handle(get(link))).status, 200, link);
  }
});

t.test("the guide lists every word that a parameter takes, how to pay, and how to recompute a hash", async (t) => {
  const { deps } = await startTestApi(t, AT, frames(AT));
  const text = llmsTxt(deps);
  for (const words of [SECTION_IDS, MARKET_SECTION_IDS, SERIES_IDS, RESOLUTIONS, EVENT_KINDS, SIGNAL_KINDS, REASONS]) {
    for (const word of words) t.ok(text.includes(`\`${word}\``), word);
  }
  for (const say of [
    "PAYMENT-REQUIRED",
    "PAYMENT-SIGNATURE",
    "RFC 8785",
    "data.hash",
    "/rules/eval-1",
    "/rules/eval-2",
    "/record/method",
  ])
    t.ok(text.includes(say), say);
});
