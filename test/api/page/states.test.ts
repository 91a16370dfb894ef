// Pages while not all is well: before the first numbers, during a back-fill, with a provider away, with the api stopped. Each
// says what is so, in words, and shows nothing that was not measured as a number.
import type { Page } from "playwright-core";
import t from "tap";
import { DAY_MS } from "../../../schema/duration.ts";
import type { StatusData } from "../../../schema/object/status.ts";
import { startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { wallNow } from "../../support/base.ts";
import { axeFaults, clockAt, noBrowser, openBrowser } from "../../support/browser.ts";
import { frames } from "../../support/rows/frames.ts";
import { statusFrames } from "../../support/rows/status-frames.ts";
import { tokenFrames, tokenRows } from "../../support/rows/token-rows.ts";

const hurry = (page: Page) => page.evaluate("dispatchEvent(new Event('online')) && undefined");

t.test("pages while not all is well", { skip: noBrowser }, async (t) => {
  const at = wallNow();
  const api = await startTestApi(t, at, new Map());
  const { port } = await serve(t, api);
  const origin = `http://127.0.0.1:${port}`;
  const page = await (await openBrowser(t)).newPage({ viewport: { width: 1024, height: 800 } });
  page.setDefaultTimeout(60_000);

  await t.test("before the first numbers every page says that there are none yet, and keeps asking", async (t) => {
    for (const path of ["/", "/token/bitcoin", "/record", "/status"]) {
      await page.goto(`${origin}${path}`);
      await page.getByText("The data is not ready yet").first().waitFor();
      t.match(await page.locator(".notice").first().textContent(), "This page keeps asking", path);
      t.equal(await page.locator("#view .figure").count(), 0, `${path}: no number`);
      t.same(await axeFaults(page), [], path);
    }
  });

  const backfill = { windows_total: 1_794, windows_done: 306, done_pct: 17.1, eta_s: 300 };
  await t.test("during a back-fill they say how far it is, and what it leaves unmeasured says so", async (t) => {
    await api.show(new Map([...frames(at), ...tokenFrames(at, tokenRows(at)), ...statusFrames(at, { backfill })]));
    await page.goto(`${origin}/`);
    await page.getByText("Fetching the past: 17.1 %, about 5 min left").waitFor();
    const gap = page.locator('[data-row="silent"] [data-cell="change_7d_pct"]');
    t.match(await gap.textContent(), "not measured");
    await gap.click();
    t.match(await page.getByRole("dialog").textContent(), /Reason: insufficient history.*it comes with the back-fill/);
    await page.keyboard.press("Escape");
    await page.goto(`${origin}/status`);
    await page.getByText("17.1 %").waitFor();
    await api.show(
      statusFrames(at + 1, { backfill: { ...backfill, windows_total: "unassessed", done_pct: "unassessed" } }),
    );
    await page.goto(`${origin}/`);
    await page.getByText("306 windows stored, still counting how many there are").waitFor();
  });

  await t.test("with a provider away they name it, since when, and what is known of it", async (t) => {
    const known = {
      last_success_at: new Date(at - 600_000).toISOString(),
      error_rate_1h_pct: 100,
      known_issue: "answers 503 since 12:01",
    };
    const providers: StatusData["providers"] = [
      { provider: "sandbox:okx", status: "down", ...known },
      { provider: "sandbox:kraken", status: "ok", ...known, error_rate_1h_pct: 0, known_issue: null },
    ];
    await api.show(statusFrames(at + 2, { status: "degraded", providers }));
    await page.goto(`${origin}/`);
    await page.getByText("1 of 2 providers answer").waitFor();
    t.match(await page.locator(".health").textContent(), /degraded.*Working, with parts behind/);
    const price = page.locator('[data-row="silent"] [data-cell="price_usd"]');
    await price.click();
    t.match(await page.getByRole("dialog").textContent(), /not measured.*Reason: source error.*the status page says/);
    await page.goto(`${origin}/status`);
    const row = page.locator('[data-row="sandbox:okx"]');
    await row.waitFor();
    t.match(await row.textContent(), /down.*10 min ago.*100\.0.*answers 503 since 12:01/);
    t.same(await axeFaults(page), []);
  });

  await t.test("left open over midnight, a page tells the free calls of the new day", async () => {
    const eve = Math.ceil(at / DAY_MS) * DAY_MS - 30_000;
    let left = 0;
    const late = await page.context().browser()?.newPage();
    if (late === undefined) throw new Error("no browser");
    late.setDefaultTimeout(60_000);
    await late.addInitScript(clockAt(eve));
    await late.route("**/v1/**", async (route) => {
      const answer = await route.fetch();
      // The page's clock is its own here: an answer that was under way while it jumped would set it back.
      const { date: _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers: { ...headers, ratelimit: `"data-free";r=${left};t=30` } });
    });
    await late.goto(`${origin}/`);
    await late.getByText("Today's 25 free data calls are used").waitFor();
    left = 25;
    await late.evaluate("jump(120_000)");
    await hurry(late);
    await late.getByText("25 of 25 free ones left today").waitFor();
    // What is under way ends before its page does.
    await late.unrouteAll({ behavior: "wait" });
    await late.close();
  });

  await t.test("a verdict that runs out while its page is open is not shown as if it held", async (t) => {
    const last = { id: "eval_01JD6Q3ZAX0000000000000000", as_of: new Date(at - 1_800_000).toISOString() };
    const problem = {
      ...{ title: "The verdict has run out", status: 503, code: "verdict_stale", retryable: true, retry_after_s: 5 },
      ...{ detail: "The last verdict has run out and the next one is not there yet; ask again soon.", last },
    };
    let isOut = false;
    await page.route("**/v1/evaluate/*", (route) =>
      isOut ? route.fulfill({ status: 503, json: problem }) : route.fallback(),
    );
    await page.goto(`${origin}/token/bitcoin`);
    await page.locator("[data-dimension]").first().waitFor();
    isOut = true;
    await hurry(page);
    await page.getByText("The last one was issued at").waitFor();
    t.equal(await page.locator("[data-dimension]").count(), 0);
    t.equal(await page.locator(`a[href="/proof/${last.id}"]`).count(), 1);
    await page.unroute("**/v1/evaluate/*");
  });

  await t.test("with the api silent past the end of a verdict nothing of it keeps its colour", async (t) => {
    const held = await page.context().browser()?.newPage();
    if (held === undefined) throw new Error("no browser");
    held.setDefaultTimeout(60_000);
    await held.addInitScript(clockAt(at));
    let isSilent = false;
    await held.route("**/v1/**", async (route) => {
      if (isSilent) return route.abort();
      const answer = await route.fetch();
      // The page's clock is its own here.
      const { date: _, "content-length": __, ...headers } = answer.headers();
      if (!route.request().url().includes("/v1/evaluate/")) return route.fulfill({ response: answer, headers });
      const json = (await answer.json()) as { as_of: string; data: object };
      const data = { ...json.data, valid_until: new Date(at + 600_000).toISOString() };
      return route.fulfill({ status: answer.status(), headers, json: { ...json, data } });
    });
    await held.goto(`${origin}/token/bitcoin`);
    const chips = held.locator(["good", "warn", "bad"].map((tone) => `[data-dimension] .chip.${tone}`).join(", "));
    await chips.first().waitFor();
    isSilent = true;
    await held.evaluate("jump(900_000)");
    await held.getByText("has run out; what stands below is of then").waitFor();
    t.equal(await chips.count(), 0);
    t.match(await held.locator('[data-dimension="momentum"]').textContent(), /said (proceed|caution|avoid)/);
    await held.unrouteAll({ behavior: "wait" });
    await held.close();
  });

  await t.test("where some kinds of signals alone were judged, none that is open is none that is known", async (t) => {
    const rows = tokenRows(at).map((row) => ({ ...row, coverage: { signals: "partial" } as const }));
    await api.show(tokenFrames(at + 3, rows));
    await page.goto(`${origin}/`);
    t.equal(await page.locator('[data-row="bitcoin"] [data-cell="open_signals"]').textContent(), "none known");
    const tile = page.locator(".overview .stat", { hasText: "Open signals" });
    t.match(await tile.locator("dd").textContent(), / known$/);
    await tile.getByRole("button").click();
    t.match(await page.getByRole("dialog").textContent(), "only some kinds of signals could be judged");
    await page.goto(`${origin}/token/bitcoin`);
    await page.getByText("None is open of the kinds that could be judged").waitFor();
    await api.show(tokenFrames(at + 4, tokenRows(at)));
    await page.reload();
    await page.getByText("None is open.").waitFor();
  });

  await t.test("with the api stopped each says since when, keeps what it had, and goes on by itself", async (t) => {
    for (const [path, kept] of [
      ["/", '[data-row="bitcoin"]'],
      ["/token/bitcoin", "[data-dimension]"],
      ["/record", "[data-cell='hit_rate']"],
      ["/status", '[data-row="sandbox:okx"]'],
      ["/agents", "[data-row='trade-gatekeeper']"],
    ] as const) {
      await page.goto(`${origin}${path}`);
      await page.locator(kept).first().waitFor();
      await page.context().setOffline(true);
      await hurry(page);
      await page.getByText("No answer since").first().waitFor();
      t.match(
        await page.locator(".notice").first().textContent(),
        /below are of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, \d+ (s|min|h|d) ago/,
        path,
      );
      t.ok(await page.locator(kept).first().isVisible(), `${path} keeps what it had`);
      await page.context().setOffline(false);
      await page.getByText("No answer since").first().waitFor({ state: "detached" });
    }
  });
});
