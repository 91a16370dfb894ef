// The pages behind the first one in a real browser: each shows what the API serves, and nothing else is asked or run.
import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import type { HistoryData, Series } from "../../../api/page/token/history.ts";
import { evaluationExample } from "../../../api/route/example/evaluation.ts";
import { verifyExample } from "../../../api/route/example/verify.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import type { StatusData } from "../../../schema/object/status.ts";
import type { TokenItem } from "../../../schema/object/token-list.ts";
import { ask, startTestApi, type TestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { wallNow } from "../../support/base.ts";
import { axeFaults, isShown, noBrowser, openBrowser, watch } from "../../support/browser.ts";
import { frames, stateFrame, TOKENS } from "../../support/rows/frames.ts";

const [KEY = ""] = verifyExample.data.inclusion?.keys ?? [];

/** The figures at the head of a token's page. */
const HEAD = [
  ["Price", "price_usd"],
  ["24 h", "change_24h_pct"],
  ["Market cap", "market_cap_usd"],
] as const;

const stepsOf = async (page: Page): Promise<Record<string, string>> => {
  const rows = await page.locator("[data-step]").all();
  const read = rows.map(async (row) => [await row.getAttribute("data-step"), await row.getAttribute("data-state")]);
  return Object.fromEntries(await Promise.all(read)) as Record<string, string>;
};
/** What lies at a JSON pointer. */
const valueAt = (value: unknown, path: string): unknown =>
  path
    .split("/")
    .slice(1)
    .reduce((one, name) => (one as Readonly<Record<string, unknown>>)[name], value);

const ENDINGS = [
  ["usd", "USD"],
  ["pct", "%"],
  ["bps", "bps"],
  ["ratio", "×"],
  ["native", "coins"],
  ["hours", "h"],
  ["h", "h"],
  ["s", "s"],
] as const;
/** Dollars without saying so. */
const DOLLARS = /^(price|high|low|ath|atl|(high|low)_\d+[hd]|market_cap|volume_24h|(.*_)?price)$/;

/** The unit of what lies at a path: that of the last name that ends in one. */
function unitAt(path: string): string {
  const names = path.split("/").filter((name) => !/^\d*$/.test(name));
  const units = names.flatMap((name) => ENDINGS.filter(([end]) => name.endsWith(`_${end}`)).slice(0, 1));
  return (
    units.at(-1)?.[1] ?? (/^ratio$/.test(names.at(-1) ?? "") ? "×" : DOLLARS.test(names.at(-1) ?? "") ? "USD" : "")
  );
}

/** Whether a text is what people read in place of what is served, with its unit. */
function isRead(text: string, value: unknown, unit = ""): boolean {
  if (typeof value === "number") return isShown(text, value, unit);
  if (typeof value === "boolean") return text === (value ? "yes" : "no");
  if (value === "unassessed") return text === "not measured";
  if (value === null) return text === "does not apply";
  if (Array.isArray(value) && value.length > 0) {
    const parts = text.split(", ");
    return parts.length === value.length && value.every((one, at) => isRead(parts[at] ?? "", one, unit));
  }
  if (typeof value === "object") return text === "none";
  return text === value || text === `${String(value).slice(0, 19).replace("T", " ")} UTC`;
}

const TINY = 0.000012345;
/** Of a coin that costs next to nothing, and moves as little. */
const tiny = (name: string, value: number): number =>
  /(^|_)(usd|pct|bps|ratio|price|high|low)$/.test(name) ? value * TINY : value;

const verdictOf = (page: Page) => page.locator("[data-verdict]").getAttribute("data-verdict");

async function dataOf<Data>(t: Test, api: TestApi, path: string): Promise<Data> {
  return (await ask(t, api.app, path)).body.data as Data;
}

t.test("pages in a browser", { skip: noBrowser }, async (t) => {
  const at = wallNow();
  const api = await startTestApi(t, at, frames(at));
  const server = await serve(t, api);
  const origin = `http://127.0.0.1:${server.port}`;
  const page = await (await openBrowser(t)).newPage({ viewport: { width: 1024, height: 800 } });
  page.setDefaultTimeout(60_000);
  const seen = watch(page, origin);
  // The store is away here: the proof is the documented one.
  await page.route("**/v1/verify/*", (route) => route.fulfill({ json: verifyExample }));

  /** Nothing said, nothing to complain of, and nothing wider than the narrowest screen. */
  const isSound = async (t: Test) => {
    await page.setViewportSize({ width: 360, height: 780 });
    t.same(await page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)"), 0, "no overflow");
    t.same(await axeFaults(page), [], "axe-core finds nothing");
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    t.same(await axeFaults(page), [], "axe-core finds nothing in dark, nor wide");
    await page.emulateMedia({ colorScheme: "light" });
    t.same(seen.said.splice(0), [], "no error, no warning, nothing asked of others");
  };

  await t.test("a token: its seven dimensions, and a brief whose statements open their evidence", async (t) => {
    await page.goto(`${origin}/token/bitcoin`);
    for (const [name, { verdict }] of Object.entries(evaluationExample.data.dimensions)) {
      const card = page.locator(`[data-dimension="${name}"]`);
      t.match(await card.textContent(), verdict === "unassessed" ? "not measured" : verdict, name);
    }
    const statement = page.locator("details").first();
    await statement.locator("summary").click();
    t.ok(await statement.locator(".evidence").first().isVisible());
    await isSound(t);
  });

  await t.test(
    "blank steps of a plot are told by what the certificate of its series counts, and by nothing else",
    async (t) => {
      let lack: Partial<Series["coverage"]["absent"]> = { source_error: 6 };
      await page.route("**/v1/history/*", async (route) => {
        if (route.request().method() !== "GET") return route.continue();
        const response = await route.fetch();
        const json = (await response.json()) as { data: HistoryData };
        const { candles } = json.data.series;
        const lost = [...new Set(candles?.rows.map(([at]) => at))].slice(3, 6);
        const rows = candles?.rows.filter(([at]) => !lost.includes(at));
        const absent = { ...candles?.coverage.absent, ...lack };
        Object.assign(candles ?? {}, { rows, coverage: { ...candles?.coverage, absent } });
        return route.fulfill({ response, json });
      });
      const label = "Price on the venue with most volume in each step";
      const plot = page.locator(".plot", { hasText: label });
      const look = async (button: string): Promise<string | null> => {
        await page.reload();
        await page.getByText("Draw it").click();
        await plot.locator("canvas").waitFor();
        await plot.getByRole("button", { name: `${label}: ${button}` }).click();
        return page.getByRole("dialog").textContent();
      };
      const failed = await look("not measured");
      t.match(await plot.textContent(), /3 of \d+ steps are left blank, up to 3 of them not measured\./);
      t.match(failed, /Of 6 rows the source failed; the status page says which\./);
      t.notMatch(failed, /back-fill|hole|Reason/);
      lack = { not_listed: 6 };
      const idle = await look("nothing was due");
      t.match(await plot.textContent(), /3 of \d+ steps are left blank: nothing was due\./);
      t.match(idle, /6 rows would be of venues that have not told it so far\..*In 3 steps at least nothing was due/);
      t.notMatch(idle, /not measured|failed/);
      await page.keyboard.press("Escape");
      await page.unroute("**/v1/history/*");
      await isSound(t);
    },
  );

  await t.test("what costs a call is asked for by a press alone, and drawn", async (t) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === "GET" && /\/v1\/(state|history|market)/.test(pathname)) asked.push(pathname);
    });
    await page.reload();
    await page.getByText("Draw it").waitFor();
    t.same(asked, []);
    await page.getByText("Draw it").click();
    await page.locator(".plot canvas").first().waitFor();
    await page.getByText("Show every section").click();
    await page.locator("details.section summary", { hasText: "liquidity" }).waitFor();
    t.same(asked, ["/v1/history/bitcoin", "/v1/state/bitcoin"]);
    await isSound(t);
    // Steps without a number are told of, and open why.
    const gaps = page.locator(".plot").getByRole("button", { name: "not measured" });
    await gaps.first().click();
    t.match(await page.getByRole("dialog").textContent(), /Open interest.*not measured.*Reason: pending\./);
    await page.keyboard.press("Escape");
  });

  /** Holds every cell of every section that is shown against what was served. */
  const isAllShown = async (t: Test, served: Readonly<Record<string, unknown>>) => {
    const cells = await page.locator("details[data-section] td[data-path]").evaluateAll((all) =>
      all.map((cell) => ({
        section: cell.closest("[data-section]")?.getAttribute("data-section") ?? "",
        path: cell.getAttribute("data-path") ?? "",
        text: (cell.querySelector("button") ?? cell).textContent ?? "",
      })),
    );
    t.same(new Set(cells.map(({ section }) => section)), new Set(Object.keys(served).filter((one) => one !== "token")));
    t.ok(
      cells.filter(({ section, path }) => typeof valueAt(served[section], path) === "number").length > 50,
      "numbers",
    );
    for (const { section, path, text } of cells) {
      const value = valueAt(served[section], path);
      if (!isRead(text, value, unitAt(path))) t.fail(`${section}${path}: ${text} for ${JSON.stringify(value)}`);
    }
  };

  await t.test("each member of each section is shown as it is served", async (t) => {
    await isAllShown(t, await dataOf<Record<string, object>>(t, api, "/v1/state/bitcoin"));
    const { tokens } = await dataOf<{ tokens: TokenItem[] }>(t, api, "/v1/tokens");
    const bitcoin = tokens.find(({ id }) => id === "bitcoin");
    for (const [label, member] of HEAD) {
      const shown = await page.locator("#view > .stats .stat", { hasText: label }).first().locator("dd").textContent();
      t.ok(isRead(shown ?? "", bitcoin?.[member], unitAt(member)), `${label}: ${shown}`);
    }
  });

  await t.test("a coin of a tiny price is shown as it is served too, and none of its numbers as 0", async (t) => {
    const [, coin] = TOKENS;
    if (coin === undefined) throw new Error("no second coin");
    const bytes = stateFrame(coin, at + 1, tiny);
    await api.show(new Map([[SNAPSHOTS.state(coin.id), { version: at + 1, bytes }]]));
    await page.goto(`${origin}/token/${coin.id}`);
    await page.getByText("Show every section").click();
    await page.locator("details.section summary", { hasText: "liquidity" }).waitFor();
    const served = await dataOf<Record<string, object>>(t, api, `/v1/state/${coin.id}`);
    t.match(served, { market: { price_usd: TINY } });
    await isAllShown(t, served);
    t.same(
      seen.said.splice(0).filter((line) => !/status of (404|503)/.test(line)),
      [],
      "it has no verdict, and that is all",
    );
  });

  await t.test(
    "a proof is checked here: self-consistent, then verified, and false with one byte changed",
    async (t) => {
      await page.goto(`${origin}/proof/${verifyExample.id}`);
      await page.locator("[data-step]").first().waitFor();
      t.equal(await verdictOf(page), "self-consistent");
      t.match(await stepsOf(page), { hash: "ok", inclusion: "ok", checkpoint: "self-consistent" });
      await isSound(t);
      await page.getByLabel("Key of the log").fill(KEY);
      t.equal(await verdictOf(page), "verified");
      await page.getByText("Change one byte for me").click();
      t.equal(await verdictOf(page), "false");
      t.match(await stepsOf(page), { id: "ok", hash: "failed", inclusion: "not reached", calls: "not reached" });
      await page.getByText("As served").click();
      const text = await page.locator("textarea").inputValue();
      await page
        .locator("textarea")
        .fill(text.replace(/"root_hash":"(.)/, (all, one) => all.replace(/.$/, one === "0" ? "1" : "0")));
      t.match(await stepsOf(page), { hash: "ok", inclusion: "failed", checkpoint: "not reached" });
    },
  );

  await t.test("the record shows rates as they are counted", async (t) => {
    const { summary } = await dataOf<{
      summary: { kind: string; horizon: string; hit_rate: number; base_rate: number }[];
    }>(t, api, "/v1/record");
    await page.goto(`${origin}/record`);
    for (const row of summary) {
      const cells = page.locator(`[data-row="${row.kind} null ${row.horizon}"]`);
      for (const column of ["hit_rate", "base_rate"] as const) {
        const shown = (await cells.locator(`[data-cell="${column}"]`).textContent()) ?? "";
        t.ok(isShown(shown, row[column] * 100), `${column}: ${shown}`);
      }
    }
    await isSound(t);
  });

  await t.test("the status shows each dataset against its promise", async (t) => {
    const { freshness } = await dataOf<StatusData>(t, api, "/v1/status");
    await page.goto(`${origin}/status`);
    for (const row of freshness) {
      const fresh = await page.locator(`[data-row="${row.dataset}"] [data-cell="fresh"]`).textContent();
      t.equal(fresh, `${row.tokens_fresh} of ${row.tokens_expected}`);
    }
    await isSound(t);
  });

  await t.test("agents: a card each with its price, and a form whose call can be taken elsewhere", async (t) => {
    const { agents } = await dataOf<{ agents: { id: string; price: { amount: number; unit: string } }[] }>(
      t,
      api,
      "/v1/agents",
    );
    await page.goto(`${origin}/agents`);
    for (const { id, price } of agents) {
      const shown = await page.locator(`[data-row="${id}"] [data-cell="price"]`).textContent();
      t.equal(shown, `${price.amount} ${price.unit}`, id);
    }
    await isSound(t);
    await page.goto(`${origin}/agents/leverage-radar`);
    await page.getByLabel("tokens").first().fill("BTC, ETH");
    t.match(await page.locator("pre").first().textContent(), `curl -s -X POST ${origin}/v1/agents/leverage-radar`);
    t.match(await page.locator("pre").first().textContent(), '{"tokens":["BTC","ETH"]}');
    await isSound(t);
  });

  await t.test("a run from its form: its verdict, and reasons that open their evidence with its sources", async (t) => {
    type Run = { data: { verdict: string; reasons: { text: string; evidence: string[] }[] } };
    const { example_output: given } = await dataOf<{ example_output: Run }>(t, api, "/v1/agents/trade-gatekeeper");
    const { sources } = (await ask(t, api.app, "/v1/explain/bitcoin")).body;
    const { evidence } = await dataOf<{ evidence: { id: string }[] }>(t, api, "/v1/explain/bitcoin");
    const reasons = given.data.reasons.map((one) => ({ ...one, evidence: [evidence[0]?.id ?? ""] }));
    const example = { ...given, sources, data: { ...given.data, reasons, evidence } };
    // Nobody works on runs here: the answer is the documented one.
    await page.route("**/v1/agents/trade-gatekeeper", (route) =>
      route.request().method() === "POST" ? route.fulfill({ json: example }) : route.fallback(),
    );
    await page.goto(`${origin}/agents/trade-gatekeeper`);
    await page.getByRole("button", { name: "Run it" }).press("Enter");
    const run = page.locator("[data-run]");
    await run.waitFor();
    t.match(await run.locator("h3").textContent(), example.data.verdict);
    t.match((await page.getByRole("status").allTextContents()).join(""), `It answered ${example.data.verdict}.`);
    for (const { text } of example.data.reasons) t.match(await run.textContent(), text);
    await run.locator("summary").first().click();
    await run
      .getByRole("button", { name: /\d+ sources?$/ })
      .first()
      .click();
    t.match(await page.getByRole("dialog").textContent(), "Sources: the calls behind it");
    await isSound(t);
    await page.keyboard.press("Escape");
    await page.unroute("**/v1/agents/trade-gatekeeper");
  });

  await t.test("what is typed in as JSON is sent as JSON", async (t) => {
    await page.goto(`${origin}/agents/portfolio-checkup`);
    await page.locator("#field-holdings").fill('[{"token":"BTC","amount":2}]');
    t.match(await page.locator("pre").first().textContent(), '{"holdings":[{"token":"BTC","amount":2}]');
    await isSound(t);
  });

  await t.test("a wrong input is told at its field, which has the focus, and to who sees nothing", async (t) => {
    const state = (name: string) =>
      page.evaluate(
        `(() => { const one = document.getElementById("field-${name}"); return [one.getAttribute("aria-invalid"), one === document.activeElement]; })()`,
      );
    const noteOf = (name: string) => page.locator(`#note-${name}`).textContent();
    await page.goto(`${origin}/agents/trade-gatekeeper`);
    await page.locator("#field-size_usd").fill("-5");
    await page.getByRole("button", { name: "Run it" }).click();
    await page.locator('#field-size_usd[aria-invalid="true"]').waitFor();
    t.same(await state("size_usd"), ["true", true]);
    t.same(await state("token"), ["false", false]);
    t.match(await noteOf("size_usd"), /0.*This or size_native/);
    t.match((await page.getByRole("status").allTextContents()).join(""), /\S/);
    seen.said = seen.said.filter((one) => !one.includes("status of 400"));
    await isSound(t);

    for (const text of ["10-5", "5e", "1e400"]) {
      await page.locator("#field-size_usd").fill(text);
      await page.getByRole("button", { name: "Run it" }).click();
      t.match(await noteOf("size_usd"), "This is no number.", text);
    }
    await page.locator("#field-size_usd").fill("5");
    await page.locator("#field-rules").fill("{");
    await page.getByRole("button", { name: "Run it" }).click();
    t.match(await noteOf("rules"), "This is no JSON.");
    t.same(await state("rules"), ["true", true]);
    t.same(await state("size_usd"), ["false", false], "what was mended is not told any more");
    await isSound(t);
  });
});
