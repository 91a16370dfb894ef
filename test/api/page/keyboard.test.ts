// Every page by keyboard alone: all that can be pressed or filled in is reached by Tab, is seen to be, and gives the focus back.
import type { Page } from "playwright-core";
import t from "tap";
import { verifyExample } from "../../../api/route/example/verify.ts";
import { startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { wallNow } from "../../support/base.ts";
import { noBrowser, openBrowser } from "../../support/browser.ts";
import { frames } from "../../support/rows/frames.ts";
import { tokenFrames, tokenRows } from "../../support/rows/token-rows.ts";

/** Numbers what can be worked, but for the cells of grids: those are walked with the arrows, and entered by one. */
const STOPS = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility())`;
const MARK = `(() => {
  const wanted = ${STOPS};
  for (const [at, one] of wanted.entries()) one.dataset.stop = at;
  return wanted.length;
})()`;
const COUNT = `${STOPS}.length`;
/** What has the focus, and whether that can be seen. */
const HERE = `(() => {
  const here = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(here);
  const text = here.tagName + " " + here.textContent.slice(0, 80);
  return { text, stop: here.dataset.stop ?? null, isSeen: outlineStyle !== "none" && parseFloat(outlineWidth) > 0 };
})()`;
const IS_BACK = 'document.querySelector("button.value") === document.activeElement';
const STOPS_MAX = 400;
/** A page that was still growing is walked again, once all of it stands. */
const WALKS_MAX = 5;

type Here = { readonly stop: string | null; readonly isSeen: boolean; readonly text: string };

/** Stops on the way of Tab through the page, and those that do not look like one. */
async function walk(page: Page): Promise<{ met: Set<string>; unseen: string[] }> {
  const [met, unseen] = [new Set<string>(), [] as string[]];
  for (let presses = 0; presses < STOPS_MAX; presses++) {
    await page.keyboard.press("Tab");
    const { stop, isSeen, text } = (await page.evaluate(HERE)) as Here;
    if (stop === null || met.has(stop)) break;
    met.add(stop);
    if (!isSeen) unseen.push(text);
  }
  return { met, unseen };
}

t.test("pages by keyboard alone", { skip: noBrowser }, async (t) => {
  const at = wallNow();
  const api = await startTestApi(t, at, new Map([...frames(at), ...tokenFrames(at, tokenRows(at))]));
  const { port } = await serve(t, api);
  const origin = `http://127.0.0.1:${port}`;
  const page = await (await openBrowser(t)).newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
  await page.route("**/v1/verify/*", (route) => route.fulfill({ json: verifyExample }));

  for (const [path, ready] of [
    ["/", '[data-row="bitcoin"]'],
    ["/token/bitcoin", "#brief ~ .statements"],
    ["/record", "[data-cell='hit_rate']"],
    [`/proof/${verifyExample.id}`, "[data-step]"],
    ["/status", "[data-row]"],
    ["/agents", "[data-row]"],
    ["/agents/trade-gatekeeper", "form"],
  ] as const) {
    await t.test(path, async (t) => {
      for (let walks = 1; ; walks++) {
        await page.goto(`${origin}${path}`);
        await page.locator(ready).first().waitFor();
        await page.waitForLoadState("networkidle");
        const wanted = Number(await page.evaluate(MARK));
        const { met, unseen } = await walk(page);
        if (Number(await page.evaluate(COUNT)) !== wanted && walks < WALKS_MAX) continue;
        t.equal(met.size, wanted, "every stop is met");
        t.same(unseen, [], "and seen");
        break;
      }
    });
  }

  await t.test("what a value opens is closed by Escape, and the value has the focus again", async (t) => {
    for (const path of ["/", "/token/bitcoin", "/record"]) {
      await page.goto(`${origin}${path}`);
      const value = page.locator("button.value").first();
      await value.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      t.ok(await page.evaluate("document.activeElement.closest('dialog') !== null"), `${path}: the focus is in it`);
      await page.keyboard.press("Escape");
      t.ok(await page.evaluate(IS_BACK), `${path}: and back`);
    }
  });
});
