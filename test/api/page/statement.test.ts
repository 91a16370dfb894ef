// Each number on a page leads to the SQL that makes it again, by the service's own list of statements: a new one changes no page.
import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import { briefExample } from "../../../api/route/example/brief.ts";
import { evaluationExample } from "../../../api/route/example/evaluation.ts";
import { isEvidenceKind } from "../../../schema/evidence/index.ts";
import { EVIDENCE_STATED } from "../../../schema/evidence/stated.ts";
import { RECOMPUTE_PATH } from "../../../schema/recompute/statement.ts";
import { SECTION_IDS } from "../../../schema/section/index.ts";
import { decode, get, startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { wallNow } from "../../support/base.ts";
import { axeFaults, noBrowser, openBrowser, watch } from "../../support/browser.ts";
import { frames } from "../../support/rows/frames.ts";
import { tokenFrames, tokenRows } from "../../support/rows/token-rows.ts";

/** What the line says of one section: its address, or that there is none. */
async function leads(t: Test, page: Page, within: string, section: string, stated: ReadonlySet<string>): Promise<void> {
  const line = page.locator(`${within} .made-again`).first();
  await line.waitFor();
  const link = line.locator(`a[href="${RECOMPUTE_PATH}/${section}"]`);
  if (stated.has(section)) t.equal(await link.count(), 1, `${section} has its statement`);
  else
    t.match(
      await line.textContent(),
      /No SQL is published yet that makes .* again/,
      `${section} says that it has none`,
    );
}

t.test("numbers lead to the SQL that makes them again", { skip: noBrowser }, async (t) => {
  const at = wallNow();
  const api = await startTestApi(t, at, new Map([...frames(at), ...tokenFrames(at, tokenRows(at))]));
  const { port } = await serve(t, api);
  const origin = `http://127.0.0.1:${port}`;
  const page = await (await openBrowser(t)).newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
  const seen = watch(page, origin);
  type Listed = { statements: { section: string; of: string; about: string; url: string }[] };
  const listed = JSON.parse(decode(await api.app.handle(get(RECOMPUTE_PATH))).toString()) as Listed;
  const stated = new Set(listed.statements.map(({ section }) => section));
  t.ok(stated.has("market"), "there are statements");
  // The documented verdict cites nothing in its reasons: this one does.
  await page.route("**/v1/evaluate/bitcoin", (route) => {
    const { data } = evaluationExample;
    const [item] = data.evidence;
    const reason = {
      ...{ code: "change", text: "The 24 h return is within limits.", value: 1.2, threshold: 8, comparator: "<" },
      evidence: [item?.id],
    };
    const momentum = { ...data.dimensions.momentum, reasons: [reason] };
    return route.fulfill({
      json: { ...evaluationExample, data: { ...data, dimensions: { ...data.dimensions, momentum } } },
    });
  });
  const { what_happened: told, evidence } = briefExample.data;
  const kind = evidence.find(({ id }) => id === told[0]?.evidence[0])?.kind ?? "";
  const briefed = isEvidenceKind(kind) ? EVIDENCE_STATED[kind] : [];
  t.ok(briefed.length > 0, "the brief rests on what has a statement");
  const close = () => page.keyboard.press("Escape");

  const walkThrough = async (t: Test, known: ReadonlySet<string>) => {
    await page.goto(origin);
    for (const column of ["price_usd", "market_cap_usd", "change_24h_pct"]) {
      await page.locator(`[data-row="bitcoin"] [data-cell="${column}"]`).click();
      await leads(t, page, "dialog", "market", known);
      await close();
    }
    const total = page.locator(".overview .stat", { hasText: "Open signals" });
    await total.getByRole("button").click();
    await leads(t, page, "dialog", "signals", known);
    await close();
    await page.getByText("Show the whole market").click();
    for (const [label, section] of [
      ["Bitcoin's share", "overview"],
      ["Breadth: rose in 24 h", "breadth"],
      ["Mood: fear and greed", "sentiment"],
    ] as const) {
      await page.locator(".whole .stat", { hasText: label }).getByRole("button").click();
      await leads(t, page, "dialog", section, known);
      await close();
    }
    await page.goto(`${origin}/token/bitcoin`);
    const cited = page.locator(".cards button.cite").first();
    const id = await cited.getAttribute("data-evidence");
    const item = evaluationExample.data.evidence.find((one) => one.id === id);
    await cited.click();
    await leads(t, page, "dialog", item?.path.split("/")[2] ?? "", known);
    await close();
    const written = page.locator("section[aria-labelledby=brief] .statements details").first();
    await written.locator("summary").click();
    await written.locator("button.cite").first().click();
    for (const section of briefed) await leads(t, page, "dialog", section, known);
    await close();
    await page.getByText("Show every section").click();
    for (const section of SECTION_IDS) {
      const summary = page.locator("details.section > summary", { hasText: new RegExp(`^${section} `) });
      await summary.click();
      await leads(t, page, `details.section[data-section="${section}"]`, section, known);
      await summary.click();
    }
    await page.getByText("Draw it").click();
    await page.locator(".plot canvas").first().waitFor();
    await leads(t, page, "section[aria-labelledby=past]", "candles", known);
  };

  await t.test("a section with a statement leads to it, and one without says so", async (t) => {
    await walkThrough(t, stated);
    t.same(await axeFaults(page), []);
    await page.goto(origin);
    await page.locator('[data-row="bitcoin"] [data-cell="price_usd"]').click();
    await page.locator("dialog .made-again a").click();
    await page.waitForURL(`${origin}${RECOMPUTE_PATH}/market`);
    t.match(await page.locator("body").textContent(), /SELECT/);
    t.same(seen.said.splice(0), []);
  });

  await t.test("what the list gains and loses, pages follow", async (t) => {
    const other = new Set(["onchain", "candles", "sentiment", "signals"]);
    const statements = [...other].map((section) => ({
      section,
      url: `https://elsewhere.example/recompute/${section}`,
    }));
    await page.route(`**${RECOMPUTE_PATH}`, (route) => route.fulfill({ json: { statements } }));
    await walkThrough(t, other);
    await page.unroute(`**${RECOMPUTE_PATH}`);
    t.same(seen.said.splice(0), []);
  });

  await t.test("a number of the record opens the statement that counts it", async (t) => {
    await page.goto(`${origin}/record`);
    await page.locator('[data-cell="hit_rate"] button').first().click();
    t.match(await page.getByRole("dialog").locator("pre").textContent(), /^-- 2\. .*SELECT/s);
  });
});
