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
    await page.locator(".plot").nth(4).waitFor();
    await page.getByText("Show every section").click();
    await page.locator('details[data-section="liquidity"] > summary').click();
  },
};

const LIVELY = { market: "/", token: "/token/bitcoin", record: "/record", status: "/status" };

/** Takes a page in both themes and three widths. `open`: brings it to where it is looked at. */
async function takeAll(page: Page, into: string, name: string, open: () => Promise<unknown>): Promise<void> {
  mkdirSync(into, { recursive: true });
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await open();
      const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
      await page.setViewportSize({ width, height: Math.min(height, HEIGHT_MAX) });
      const bytes = await page.screenshot({ animations: "disabled" });
      writeFileSync(join(into, `${name}-${width}-${colorScheme}.png`), bytes);
    }
  }
}

const settled = { waitUntil: "networkidle" } as const;

/** While a provider is away. */
export async function takeLost(page: Page, { origin, folder }: Where): Promise<void> {
  for (const [name, path] of Object.entries(LIVELY)) {
    await takeAll(page, join(folder, "every"), `${name}-lost`, () => page.goto(`${origin}${path}`, settled));
  }
}

export async function takeEvery(page: Page, { origin, empty, folder, proof }: Where): Promise<void> {
  const into = join(folder, "every");
  const paths = {
    ...LIVELY,
    ...{ proof, agents: "/agents", agent: "/agents/trade-gatekeeper", docs: "/docs", document: "/docs/quick-start" },
    ...{
      portfolio: "/agents/portfolio-checkup",
      missing: "/none",
      "no-proof": "/proof/eval_01JD6Q3ZAX0000000000000000",
    },
    ...{ "no-token": "/token/nosuchcoin", untracked: "/token/stellar" },
  };
  for (const [name, path] of Object.entries(LIVELY)) {
    await takeAll(page, into, `${name}-before`, () => page.goto(`${empty}${path}`, settled));
    await takeAll(page, into, `${name}-silent`, async () => {
      await page.unroute(CALLS);
      await page.goto(`${origin}${path}`, settled);
      await silence(page);
    });
    await page.unroute(CALLS);
  }
  for (const [name, path] of Object.entries(paths)) {
    await takeAll(page, into, name, async () => {
      await page.goto(`${origin}${path}`, settled);
      await OPENED[name]?.(page);
    });
  }
}
