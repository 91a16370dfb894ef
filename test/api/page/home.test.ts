// The page / in a real browser: it shows what the API serves, cell by cell, and says what is so while it cannot.
import type { Page } from "playwright-core";
import t from "tap";
import type { TokenItem } from "../../../schema/object/token-list.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { startTestApi } from "../../support/api/api.ts";
import { serve } from "../../support/api/socket.ts";
import { wallNow } from "../../support/base.ts";
import { axeFaults, isShown, noBrowser, openBrowser, watch } from "../../support/browser.ts";
import { frames } from "../../support/rows/frames.ts";
import { longestStatus, statusFrames } from "../../support/rows/status-frames.ts";
import { HOSTILE, tokenFrames, tokenRows } from "../../support/rows/token-rows.ts";

const FIGURES = [
  ...["rank", "price_usd", "change_1h_pct", "change_24h_pct", "change_7d_pct", "market_cap_usd", "volume_24h_usd"],
] as const satisfies readonly (keyof TokenItem)[];

const cell = (page: Page, row: string, column: string) => page.locator(`[data-row="${row}"] [data-cell="${column}"]`);

/** The page asks at once, as it does when a connection comes back. */
const hurry = (page: Page) => page.evaluate("dispatchEvent(new Event('online')) && undefined");

/** Cells that show something else than what is served. */
async function wrongCells(page: Page, rows: readonly TokenItem[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const row of rows) {
    for (const column of FIGURES) {
      const text = (await cell(page, row.id, column).textContent()) ?? "";
      const value = row[column];
      const holds = value === "unassessed" ? text === "not measured" : isShown(text, value);
      if (!holds) wrong.push(`${row.id} ${column}: ${text} for ${value}`);
    }
    const verdict = (await cell(page, row.id, "verdict").textContent()) ?? "";
    const said = row.verdict === null ? "none yet" : row.verdict === "unassessed" ? "not measured" : row.verdict;
    if (!verdict.includes(said)) wrong.push(`${row.id} verdict: ${verdict} for ${said}`);
    const name = (await cell(page, row.id, "name").locator(".name").textContent()) ?? "";
    if (name !== row.name) wrong.push(`${row.id} name: ${name}`);
  }
  return wrong;
}

/** The cell that has the focus as `<row> <column>`, or what else has it. */
const FOCUSED = `(() => {
  const cell = document.activeElement?.closest("[data-cell]");
  return cell ? cell.closest("tr").dataset.row + " " + cell.dataset.cell : document.activeElement?.tagName;
})()`;
/** The first cell that tints, as it looks then: it does for a second only. */
const WENT = `new Promise((resolve) => {
  new MutationObserver((_, watching) => {
    const cell = document.querySelector(".went-up");
    if (!cell) return;
    watching.disconnect();
    resolve({ text: cell.textContent, motion: getComputedStyle(cell).animationName });
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
})`;
/** How far what stood there was moved, as the browser counts it, with two more frames drawn. */
const SHIFT = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  let sum = 0;
  let moved = "";
  const add = (entries) => {
    for (const one of entries) {
      sum += one.value;
      for (const { node, previousRect: from, currentRect: to } of one.sources)
        moved += " " + node?.className + " " + from.y + ">" + to.y;
    }
  };
  const watching = new PerformanceObserver((list) => add(list.getEntries()));
  watching.observe({ type: "layout-shift", buffered: true });
  setTimeout(() => { add(watching.takeRecords()); resolve({ sum, moved }); }, 300);
})))`;
const focused = (page: Page) => page.evaluate(FOCUSED) as Promise<string>;

t.test("the page / in a browser", { skip: noBrowser }, async (t) => {
  // Ages are told by the Date of answers, which is that of the machine.
  const at = wallNow();
  const api = await startTestApi(t, at, new Map());
  const server = await serve(t, api);
  const origin = `http://127.0.0.1:${server.port}`;
  const browser = await openBrowser(t);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  const seen = watch(page, origin);

  await t.test("before the first numbers it says that there are none yet", async (t) => {
    const answer = await page.goto(origin);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    t.match(policy, /default-src 'none'/);
    t.notMatch(policy, /unsafe|\*/);
    await page.getByText("The data is not ready yet").first().waitFor();
    t.match(await page.locator(".band").textContent(), /Simulated market/);
    t.equal(await page.locator("[data-row]").count(), 0);
    t.ok(
      seen.said.every((line) => /status of 503/.test(line)),
      seen.said.join("\n"),
    );
  });

  const rows = tokenRows(at);
  await t.test("then each cell shows what is served, and what was not measured says so", async (t) => {
    await api.show(new Map([...frames(at), ...tokenFrames(at, rows)]));
    await page.reload();
    await cell(page, "bitcoin", "price_usd").waitFor();
    t.same(await wrongCells(page, rows), []);
    t.equal(await page.locator("tbody td.gap").count(), 7, "what was not measured is hatched");
    t.match(await page.locator(".health").textContent(), /(All is well|Prices are in time).*providers answer/);
    t.match(await cell(page, "pebble", "open_signals").textContent(), /funding extreme .*2 of 3 and 2 more/);
  });

  await t.test("names and headlines of strangers are text, and lead nowhere but to the web", async (t) => {
    t.same(await page.locator("tbody img, tbody b, tbody script").count(), 0);
    t.equal(await page.locator('a[href^="javascript"]').count(), 0);
    t.equal(await page.locator(`[data-row] a[href^="http"]`).count(), HOSTILE.length - 1);
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const over = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
      t.ok(over <= 0, `nothing overflows at ${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await t.test("it is worked by keyboard alone", async (t) => {
    await page.keyboard.press("/");
    t.equal(await focused(page), "INPUT");
    await page.keyboard.type("pebb");
    await page.getByText("1 coin found").waitFor();
    t.equal(await page.locator("[data-row]").count(), 1);
    await page.keyboard.press("Escape");
    await cell(page, "bitcoin", "name").waitFor();
    for (let k = 0; k < 40 && !(await focused(page)).includes(" "); k++) await page.keyboard.press("Tab");
    await page.keyboard.press("PageUp");
    t.equal(await focused(page), "bitcoin rank");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    t.equal(await focused(page), "pebble price_usd");
    await page.keyboard.press("Enter");
    const detail = page.getByRole("dialog");
    t.match(await detail.textContent(), /Pebble: Price.*0\.000012346 USD.*sandbox:okx/);
    await page.keyboard.press("Escape");
    t.equal(await focused(page), "pebble price_usd");
  });

  await t.test("it is sorted by its heads, with what was not measured last either way", async (t) => {
    const order = () => page.locator("[data-row]").evaluateAll((all) => all.map((one) => one.getAttribute("data-row")));
    const head = page.getByRole("button", { name: "Price" });
    await head.click();
    t.same([(await order())[0], (await order()).at(-1)], ["bitcoin", "silent"]);
    await head.click();
    t.same([(await order())[0], (await order()).at(-1)], ["pebble", "silent"]);
  });

  await t.test("who goes on and comes back finds what was looked for, and a wrong address is as none", async (t) => {
    const tick = page.getByLabel("With open signals");
    await tick.check();
    await cell(page, "bitcoin", "name").waitFor({ state: "detached" });
    const narrowed = await page.locator("[data-row]").count();
    await page.goto(`${origin}/agents`);
    await page.goBack();
    await cell(page, "pebble", "name").waitFor();
    t.ok(await tick.isChecked());
    t.equal(await page.locator("[data-row]").count(), narrowed);
    t.equal(await page.locator('[aria-sort="ascending"]').textContent(), "Price, USD↑");
    await page.goto(`${origin}/?verdict=none&category=none&sort=none&q=%20`);
    await cell(page, "bitcoin", "name").waitFor();
    t.equal(await page.locator("[data-row]").count(), rows.length);
    await page.goto(origin);
    await cell(page, "bitcoin", "name").waitFor();
  });

  await t.test("nothing moves while it comes, at every width", async (t) => {
    // As many of each verdict as a whole list has, and categories with names as long as there are.
    const categories = ["store-of-value", "world-liberty-financial-portfolio"];
    const many = Array.from({ length: 14 }, (_, n) =>
      rows.map((row, place) => ({
        ...{ ...row, categories },
        ...(n === 0 ? {} : { id: `${row.id}-${n}`, rank: place + 1 + n * rows.length }),
      })),
    ).flat();
    await api.show(new Map([...tokenFrames(at + 1, many), ...statusFrames(at + 1, longestStatus())]));
    // What is left of the free calls comes last; here nobody counts them.
    await page.route("**/v1/**", async (route) => {
      if (route.request().method() !== "HEAD") return route.fallback();
      const answer = await route.fetch();
      return route.fulfill({ response: answer, headers: { ...answer.headers(), ratelimit: '"data-free";r=25;t=30' } });
    });
    const visits = [
      ["/", ['[data-row="bitcoin"]', ".health .chip", "text=free ones left today"]],
      ["/token/bitcoin", [".stat .value", "[data-dimension]"]],
    ] as const;
    for (const [path, there] of visits) {
      for (const width of [360, 390, 768, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
        await page.goto(`${origin}${path}`);
        for (const one of there) await page.locator(one).first().waitFor();
        const { sum, moved } = (await page.evaluate(SHIFT)) as { sum: number; moved: string };
        t.ok(sum <= 0.02, `${path} ${width}: ${sum}${moved}`);
      }
    }
    await page.unroute("**/v1/**");
    await api.show(tokenFrames(at + 2, rows));
    await page.goto(origin);
    await cell(page, "bitcoin", "name").waitFor();
  });

  await t.test("axe-core finds nothing, in light and in dark, wide and narrow", async (t) => {
    t.same(await axeFaults(page), []);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await page.setViewportSize({ width: 360, height: 780 });
    t.same(await axeFaults(page), []);
  });

  await t.test("a new snapshot shows, and the figure that changed says which way for a second", async (t) => {
    api.clock.at = at + 3_000;
    const went = page.evaluate(WENT);
    await api.show(tokenFrames(at + 3_000, tokenRows(at + 3_000, 83_000.25)));
    await hurry(page);
    t.same(await went, { text: "83,000.25", motion: "none" }, "nothing moves for who wants that");
    await page.locator('[data-row="bitcoin"] .went-up').waitFor({ state: "detached" });
  });

  seen.said = seen.said.filter((line) => !/status of 503/.test(line));
  t.same(seen.said, [], "no error, no warning, nothing asked of others");

  await t.test(
    "while nobody answers it says since when, keeps the numbers with their age, and goes on by itself",
    async (t) => {
      await page.context().setOffline(true);
      await hurry(page);
      await page.getByText("No answer since").first().waitFor();
      t.match(
        await page.locator(".tokens .notice").textContent(),
        `numbers below are of ${toTime(at + 3_000)
          .slice(0, 19)
          .replace("T", " ")} UTC`,
      );
      t.equal(await cell(page, "bitcoin", "price_usd").textContent(), "83,000.25");
      await page.context().setOffline(false);
      await page.getByText("No answer since").first().waitFor({ state: "detached" });
      t.equal(await cell(page, "bitcoin", "price_usd").textContent(), "83,000.25");
    },
  );
});
