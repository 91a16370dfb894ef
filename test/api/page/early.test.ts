// What a page shows is asked for while its script is still on its way: once, and never shown when it has grown old.
import t from "tap";
import { now, setByDate } from "../../../api/page/kit/clock.ts";
import { verifyExample } from "../../../api/route/example/verify.ts";
import { startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { wallNow } from "../../support/base.ts";
import { noBrowser, openBrowser } from "../../support/browser.ts";
import { frames } from "../../support/rows/frames.ts";

const PROOF = `/v1/verify/${verifyExample.id}`;
const RECORD = ["/record", "record", ["/v1/record"], "[data-row]"] as const;
/** Of each page its folder, what it asks for at first, and what stands there with the answer. */
const PAGES = [
  ["/", "home", ["/v1/tokens", "/v1/status"], "[data-row]"],
  ["/token/bitcoin", "token", ["/v1/evaluate/bitcoin", "/v1/tokens?limit=10&q=bitcoin"], "[data-dimension]"],
  RECORD,
  [`/proof/${verifyExample.id}`, "proof", [PROOF], "[data-verdict]"],
  ["/status", "status", ["/v1/status"], "[data-row]"],
  ["/agents", "agents", ["/v1/agents"], "[data-row]"],
  ["/agents/leverage-radar", "agent", ["/v1/agents/leverage-radar"], "form"],
] as const;

t.test("the clock is set by when an answer came, not by when it was read", (t) => {
  const start = now();
  setByDate(new Date(start - 8_000).toUTCString(), 8_000);
  t.ok(Math.abs(now() - start) < 4_000, "one that waited sets nothing back");
  setByDate(new Date(start - 3_608_000).toUTCString(), 8_000);
  t.ok(Math.abs(now() - start + 3_600_000) < 30_000, "a clock that is an hour fast is set right");
  setByDate(new Date(start).toUTCString(), 0);
  t.end();
});

t.test("what a page asks for at first", { skip: noBrowser }, async (t) => {
  const at = wallNow();
  const api = await startTestApi(t, at, frames(at));
  const server = await serve(t, api);
  const origin = `http://127.0.0.1:${server.port}`;
  const browser = await openBrowser(t);

  /** Opens a page whose script is held up until all is asked for; `late` runs in it meanwhile. */
  async function open(path: string, folder: string, targets: readonly string[], late: string) {
    const page = await browser.newPage();
    const asked: string[] = [];
    const ways = new Map<string, () => void>();
    const all = Promise.all(targets.map((one) => new Promise<void>((resolve) => ways.set(one, resolve))));
    page.on("request", (request) => {
      const target = request.url().slice(origin.length);
      asked.push(target);
      ways.get(target)?.();
    });
    // The store is away here: the proof is the documented one.
    await page.route(`**${PROOF}`, (route) => route.fulfill({ json: verifyExample }));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/page/${folder}-*.js`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${origin}${path}`, { waitUntil: "commit" });
    await all;
    await page.evaluate(late);
    release();
    return { page, timesAsked: (target: string) => asked.filter((one) => one === target).length };
  }

  for (const [path, folder, targets, there] of PAGES) {
    await t.test(
      `${path.replace(`${verifyExample.id}`, "{id}")} has it on its way before its script, once`,
      async (t) => {
        const { page, timesAsked } = await open(path, folder, targets, "0");
        await page.locator(there).first().waitFor();
        for (const target of targets) t.equal(timesAsked(target), 1, target);
        await page.close();
      },
    );
  }

  await t.test("an answer that nobody took for long is asked for anew", async (t) => {
    const later = "(() => { const { now } = performance; performance.now = () => now.call(performance) + 60_000; })()";
    const { page, timesAsked } = await open("/record", "record", ["/v1/record"], later);
    await page.locator("[data-row]").first().waitFor();
    t.equal(timesAsked("/v1/record"), 2);
    await page.close();
  });
});
