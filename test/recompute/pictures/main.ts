// `npm run pictures`: the walk of a person through the pages of a seeded market, as pictures, the same pixels each time; three
// of them are those of README.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import t from "tap";
import { startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { noBrowser, openBrowser, watch } from "../../support/browser.ts";
import { ROOT } from "../../support/tree.ts";
import { takeEvery } from "./every.ts";
import { AT, openPictured } from "./market.ts";

const KEPT = join(ROOT, "docs/pictures");
const WALK = process.env.PICTURES_FOLDER ?? join(ROOT, ".cache/pictures");
/** What README shows, by its step of the walk. */
const SHOWN = ["tokens", "verdict", "spoiled-proof"];
const SIZE = { width: 1200, height: 760 };

const say = (line: string) => process.stdout.write(`# ${line}\n`);
const digestOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/** Pages count ages by the Date of answers, and by the clock of the browser. */
async function freeze(context: BrowserContext, at: number): Promise<void> {
  await context.unrouteAll();
  // Timers go on: only what the time is stands still.
  await context.clock.setFixedTime(at);
  await context.route("**/v1/**", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), date: new Date(at).toUTCString() } });
  });
}

t.test("the walk of a person, as pictures", { skip: noBrowser }, async (t) => {
  t.setTimeout(1_800_000);
  for (const folder of [KEPT, WALK]) mkdirSync(folder, { recursive: true });
  const browser = await openBrowser(t);
  const context = await browser.newContext({ viewport: SIZE, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  let step = 0;
  const take = async (name: string, at: Page = page) => {
    step += 1;
    const bytes = await at.screenshot({ animations: "disabled", caret: "hide" });
    writeFileSync(join(WALK, `${step}-${name}.png`), bytes);
    if (!SHOWN.includes(name)) return say(`${step}-${name}.png ${digestOf(bytes)}, ${bytes.length} bytes`);
    const path = join(KEPT, `${name}.png`);
    const before = existsSync(path) ? readFileSync(path) : null;
    writeFileSync(path, bytes);
    const same = before === null ? "new" : before.equals(bytes) ? "the same as before" : "other than before";
    say(`${step}-${name}.png ${digestOf(bytes)}, ${bytes.length} bytes, ${same}: docs/pictures/${name}.png`);
  };
  /** Brings it to the head of the window. */
  const scrollTo = (selector: string) =>
    page.evaluate(`scrollTo(0, document.querySelector('${selector}').getBoundingClientRect().top + scrollY - 12)`);

  const { port: emptyPort } = await serve(t, await startTestApi(t, AT, new Map()));
  await freeze(context, AT);
  await page.goto(`http://127.0.0.1:${emptyPort}/`);
  await page.getByText("The data is not ready yet").first().waitFor();
  await take("first-start");

  const market = await openPictured(t, say);
  const api = await startTestApi(t, market.now, new Map(), market.deps.store, market.redisUrl);
  const { port } = await serve(t, api);
  const origin = `http://127.0.0.1:${port}`;
  const seen = watch(page, origin);
  await freeze(context, market.now);

  await page.goto(`${origin}/`);
  await page.locator('[data-row="bitcoin"] [data-cell="price_usd"]').waitFor();
  await page.locator(".health .chip").waitFor();
  await take("tokens");

  await page.locator('[data-row="bitcoin"] a').first().click();
  await page.locator("[data-dimension]").first().waitFor();
  await page.locator("#brief").waitFor();
  await take("verdict");

  const statement = page.locator(".statements details").first();
  await statement.locator("summary").click();
  await scrollTo("#brief");
  await take("evidence");

  await page.getByRole("link", { name: "its proof" }).first().click();
  await page.locator("[data-step]").first().waitFor();
  t.match(await page.locator("[data-verdict]").getAttribute("data-verdict"), /self-consistent/);
  const proof = new URL(page.url()).pathname;
  await take("proof");
  await page.getByText("Change one byte for me").click();
  await page.locator('[data-verdict="false"]').waitFor();
  await page.evaluate("scrollTo(0, 0)");
  await take("spoiled-proof");

  await page.goto(`${origin}/record`);
  await page.getByRole("heading", { name: "What we are bad at" }).waitFor();
  await take("record");
  await page.locator('[data-cell="hit_rate"] button').first().click();
  await page.getByRole("dialog").locator("pre").waitFor();
  await take("record-sql");

  await page.route("**/v1/agents/*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const { pathname } = new URL(route.request().url());
    const input = route.request().postDataJSON() as Record<string, unknown>;
    return route.fulfill({ json: await market.run(pathname.split("/").at(-1) ?? "", input) });
  });
  await page.goto(`${origin}/agents/trade-gatekeeper`);
  await page.getByLabel("token", { exact: false }).first().fill("solana");
  await page.getByRole("button", { name: "Run it" }).click();
  await page.locator("[data-run]").waitFor();
  await scrollTo("button.main");
  await take("agent-run");
  const said = seen.said.splice(0);
  const empty = `http://127.0.0.1:${emptyPort}`;
  if (process.argv.includes("--every")) await takeEvery(page, { origin, empty, folder: WALK, proof });
  t.same(said, [], "no error, no warning, nothing asked of others");
});
