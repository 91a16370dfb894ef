// What strangers wrote, in every text of every answer at once: it stays text on each page, runs nothing and overflows nothing.
import t from "tap";
import { VIEW_PAGES } from "../../../api/page/index.ts";
import { startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { wallNow } from "../../support/base.ts";
import { noBrowser, openBrowser, watch } from "../../support/browser.ts";
import { frames } from "../../support/rows/frames.ts";
import { tokenFrames, tokenRows } from "../../support/rows/token-rows.ts";

/** Markup that would run, marks that turn lines around, and one word of 10 kB. */
const HOSTILE = `<img src=x onerror="alert(1)">"><script>alert(2)</script>\u202Eesrever\u2066 \u200F${"M".repeat(10_000)}`;
/** Members that may hold what others wrote. */
const TEXTS = new Set([
  ...["name", "symbol", "text", "headline", "title", "summary", "detail", "description", "cause", "why", "meaning"],
  ...["known_issue", "last_error", "source", "provider", "endpoint", "token", "job", "dataset", "label"],
]);
/** Where pages with a part of any text in their path are opened. */
const ASKED: Readonly<Record<string, string>> = { token: "bitcoin", agent: "trade-gatekeeper" };

function spoil(value: unknown, name: string): unknown {
  if (typeof value === "string") return TEXTS.has(name) ? HOSTILE : value;
  if (Array.isArray(value)) return value.map((one: unknown) => spoil(one, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoil(one, key)]));
}

t.test("texts of strangers on every page", { skip: noBrowser }, async (t) => {
  const at = wallNow();
  const api = await startTestApi(t, at, new Map([...frames(at), ...tokenFrames(at, tokenRows(at))]));
  const { port } = await serve(t, api);
  const origin = `http://127.0.0.1:${port}`;
  const page = await (await openBrowser(t)).newPage({ reducedMotion: "reduce" });
  page.setDefaultTimeout(60_000);
  const seen = watch(page, origin);
  await page.route("**/v1/**", async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    if (text === "") return route.fulfill({ response: answer });
    return route.fulfill({ response: answer, json: spoil(JSON.parse(text), "") });
  });
  const pages = VIEW_PAGES.filter(
    ({ name, main, viewer }) => main === undefined && viewer === undefined && name !== "proof",
  );

  for (const { name, path } of pages) {
    await t.test(path, async (t) => {
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${origin}${path.replace("{id}", ASKED[name] ?? "")}`);
        await page.getByText("<img src=x onerror").first().waitFor();
        await page.waitForLoadState("networkidle");
        t.equal(await page.locator("#view img, #view script").count(), 0, "markup is text");
        const over = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
        t.ok(over <= 0, `nothing overflows at ${width}: ${over}`);
      }
      t.same(seen.said.splice(0), [], "nothing ran, nothing was asked of others");
    });
  }
});
