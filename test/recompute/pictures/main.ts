// `npm run pictures`: the walk of a person through the pages of a seeded market, as pictures, the same pixels each time; three
// of them are those of README.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import t from "tap";
import { decode, get, startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { noBrowser, openBrowser, watch } from "../../support/browser.ts";
import { ROOT } from "../../support/tree.ts";
import { takeEvery, takeLost } from "./every.ts";
import { AT, openPictured } from "./market.ts";

/** What the pages call themselves, whichever port is free: it stands in the lines that they show. */
const ORIGIN = "https://assay.example";
/** An api that has no numbers yet. */
const EMPTY = "https://new.assay.example";
/** What was drawn before is drawn anew as a whole: where a corner is drawn in parts, its pixels differ by how it was cut. */
const STEADY = ["--disable-partial-raster"];
const KEPT = join(ROOT, "docs/pictures");
const WALK = process.env.PICTURES_FOLDER ?? join(ROOT, ".cache/pictures");
/** What README shows, by its step of the walk. */
const SHOWN = ["tokens", "verdict", "spoiled-proof"];
const SIZE = { width: 1200, height: 760 };

const say = (line: string) => process.stdout.write(`# ${line}\n`);
const digestOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/**
 * Brings what is asked of an origin to the server behind it. Pages count ages by the Date of answers, and by the clock of the
 * browser: both stand still.
 */
async function show(context: BrowserContext, origin: string, port: number, at: number): Promise<void> {
  // Timers go on: only what the time is stands still.
  await context.clock.setFixedTime(at);
  await context.route(`${origin}/**`, async (route) => {
    const answer = await route.fetch({ url: route.request().url().replace(origin, `http://127.0.0.1:${port}`) });
    await route.fulfill({ response: answer, headers: { ...answer.headers(), date: new Date(at).toUTCString() } });
  });
}

t.test("the walk of a person, as pictures", { skip: noBrowser }, async (t) => {
  t.setTimeout(1_800_000);
  for (const folder of [KEPT, WALK]) mkdirSync(folder, { recursive: true });
  const browser = await openBrowser(t, STEADY);
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

  await show(context, EMPTY, (await serve(t, await startTestApi(t, AT, new Map()))).port, AT);
  await page.goto(`${EMPTY}/`);
  await page.getByText("The data is not ready yet").first().waitFor();
  await take("first-start");
  // It would go on asking.
  await page.goto("about:blank");

  const market = await openPictured(t, say);
  const api = await startTestApi(t, market.now, new Map(), market.deps.store, market.redisUrl);
  const { port } = await serve(t, api);
  await show(context, ORIGIN, port, market.now);
  const seen = watch(page, ORIGIN);

  await page.goto(`${ORIGIN}/`);
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
  // Where the pictures differ, this says by what.
  const bytes = decode(await api.app.handle(get(proof.replace("/proof/", "/v1/verify/"))));
  writeFileSync(join(WALK, "proof.json"), bytes);
  say(`proof.json ${digestOf(bytes)}, ${bytes.length} bytes`);
  await page.getByText("Change one byte for me").click();
  await page.locator('[data-verdict="false"]').waitFor();
  await page.evaluate("scrollTo(0, 0)");
  await take("spoiled-proof");

  await page.goto(`${ORIGIN}/record`);
  await page.getByRole("heading", { name: "What we are bad at" }).waitFor();
  await page.getByText("made again").first().waitFor();
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
  await page.goto(`${ORIGIN}/agents/trade-gatekeeper`);
  await page.getByLabel("token", { exact: false }).first().fill("solana");
  await page.getByRole("button", { name: "Run it" }).click();
  await page.locator("[data-run]").waitFor();
  await scrollTo("button.main");
  await take("agent-run");
  const said = seen.said.splice(0);
  if (process.argv.includes("--every")) {
    const where = { origin: ORIGIN, empty: EMPTY, folder: WALK, proof };
    await takeEvery(page, where);
    api.clock.at = await market.lose("binance");
    await show(context, ORIGIN, port, api.clock.at);
    await takeLost(page, where);
  }
  t.same(said, [], "no error, no warning, nothing asked of others");
});
