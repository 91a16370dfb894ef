// Every page in both themes and three widths, opened as far as it goes, and while there are no numbers yet or nobody answers:
// what a designer looks through before a change is done.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

const WIDTHS = [1440, 768, 360];
const THEMES = ["light", "dark"] as const;
const HEIGHT = 900;
/** Of a longer page its head is enough. */
const HEIGHT_MAX = 3_600;

type Where = {
  readonly origin: string;
  /** Of an api that has no numbers yet. */
  readonly empty: string;
  readonly folder: string;
  readonly proof: string;
};

const CALLS = "**/v1/**";

/** The page asks in vain from now on. */
async function silence(page: Page): Promise<void> {
  await page.route(CALLS, (route) => route.abort());
  await page.evaluate("dispatchEvent(new Event('online')) && undefined");
  await page.getByText("No answer since").first().waitFor();
}

/** What a visitor would open on each page. */
const OPENED: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  market: async (page) => {
    await page.getByText("Show the whole market").click();
    await page.locator(".whole .stat").first().waitFor();
  },
  token: async (page) => {
    await page.getByText("Draw it").click();
    await page.locator(".plot canvas").nth(4).waitFor();
    await page.getByText("Show every section").click();
    await page.locator('details[data-section="liquidity"] > summary').click();
  },
};

export async function takeEvery(page: Page, { origin, empty, folder, proof }: Where): Promise<void> {
  const lively = { market: "/", token: "/token/bitcoin", record: "/record", status: "/status" };
  const paths = {
    ...lively,
    ...{ proof, agents: "/agents", agent: "/agents/trade-gatekeeper", docs: "/docs", document: "/docs/quick-start" },
  };
  const into = join(folder, "every");
  mkdirSync(into, { recursive: true });
  const take = async (name: string, width: number, theme: string) => {
    const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
    await page.setViewportSize({ width, height: Math.min(height, HEIGHT_MAX) });
    writeFileSync(join(into, `${name}-${width}-${theme}.png`), await page.screenshot({ animations: "disabled" }));
  };
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const [name, path] of Object.entries(lively)) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        await page.goto(`${empty}${path}`, { waitUntil: "networkidle" });
        await take(`${name}-before`, width, colorScheme);
        await page.setViewportSize({ width, height: HEIGHT });
        await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
        await silence(page);
        await take(`${name}-silent`, width, colorScheme);
        await page.unroute(CALLS);
      }
    }
    for (const [name, path] of Object.entries(paths)) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
        await OPENED[name]?.(page);
        await take(name, width, colorScheme);
      }
    }
  }
}
