// Documents and the reference in a real browser: readable at every width, in both themes, and nothing asked of others.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { GUIDES } from "../../../api/surface/guide.ts";
import { startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { wallNow } from "../../support/base.ts";
import { axeFaults, noBrowser, openBrowser, watch } from "../../support/browser.ts";
import { frames } from "../../support/rows/frames.ts";
import { ROOT } from "../../support/tree.ts";

/** Of bundles/redoc.standalone.js in the npm package redoc 2.5.4. */
const REDOC = "dcaf76612bc4a3fbcc923a8966dee2f6146a5f32e5ce1b6f02dd60cbbf89500b";

t.test("the viewer is the one that was published", async (t) => {
  const bytes = readFileSync(join(ROOT, "api/page/reference/redoc.js"));
  t.equal(createHash("sha256").update(bytes).digest("hex"), REDOC);
});

t.test("documents in a browser", { skip: noBrowser }, async (t) => {
  const at = wallNow();
  const api = await startTestApi(t, at, frames(at));
  const { port } = await serve(t, api);
  const origin = `http://127.0.0.1:${port}`;
  const page = await (await openBrowser(t)).newPage();
  page.setDefaultTimeout(60_000);
  const seen = watch(page, origin);
  const overflow = () => page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)");

  await t.test("each is as wide as the screen, and axe-core finds nothing", async (t) => {
    const forms = [
      [360, "light"],
      [768, "dark"],
      [1440, "light"],
    ] as const;
    for (const [at, path] of ["/docs", ...GUIDES.map(({ name }) => `/docs/${name}`)].entries()) {
      // All are made by one renderer: each is opened in one form, which is looked at closely, and turned into the others.
      for (const [turn, [width, colorScheme]] of [...forms.slice(at % 3), ...forms.slice(0, at % 3)].entries()) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        if (turn === 0) await page.goto(`${origin}${path}`);
        t.equal(await overflow(), 0, `${path} at ${width}`);
        // The dictionary has thousands of cells alike.
        if (turn === 0 && path !== "/docs/data-dictionary") t.same(await axeFaults(page), [], `${path} at ${width}`);
      }
      const here = await page.locator('.contents [aria-current="page"]').count();
      t.equal(here, path === "/docs" ? 0 : 1, path);
    }
    t.same(seen.said.splice(0), []);
  });

  await t.test("a reader goes from one to the next, by keyboard too", async (t) => {
    await page.goto(`${origin}/docs`);
    await page.keyboard.press("Tab");
    t.match(await page.evaluate("document.activeElement.textContent"), "To the text");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    t.match(await page.evaluate("document.activeElement.textContent"), "Quick start");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/docs/quick-start`);
    t.match(await page.locator("pre").first().textContent(), "/v1/state/BTC?sections=market");
    await page.getByRole("link", { name: "what that means" }).click();
    await page.waitForURL(`${origin}/docs/unassessed`);
    t.same(seen.said.splice(0), []);
  });

  await t.test("the reference is drawn of the description, by what this service serves alone", async (t) => {
    // To draw fifty thousand elements takes longer than all documents: narrow and wide, which becomes as wide as a tablet.
    for (const [width, isAnew] of [
      [360, true],
      [1440, true],
      [768, false],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      if (isAnew) {
        const answer = await page.goto(`${origin}/docs/reference`);
        const policy = answer?.headers()["content-security-policy"] ?? "";
        t.match(policy, "style-src 'self' 'unsafe-inline'");
        t.notMatch(policy.replace("style-src 'self' 'unsafe-inline'", ""), /unsafe|http|\*/);
      }
      await page.locator('[data-page="reference"][data-drawn]').waitFor();
      await page.getByRole("heading", { name: "List the tracked tokens or search for one" }).first().waitFor();
      t.equal(await overflow(), 0, `${width}`);
    }
    t.same(seen.said.splice(0), []);
  });
});
