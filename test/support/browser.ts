// A real browser for tests of pages: Chromium as Debian brings it, and what a page said, loaded and broke while it was open.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);

/** For the options of a test; false where there is a browser. */
export const noBrowser: string | false =
  CHROMIUM === undefined && "there is no chromium: npm test installs it where it can (apt-get, as root or with sudo)";

type Teardown = { teardown(fn: () => unknown): void };

/** `more`: switches beside the usual ones. */
export async function openBrowser(t: Teardown, more: readonly string[] = []): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  // Tests run as root in containers, where it has no sandbox of its own to be in.
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", ...more];
  const browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args });
  t.teardown(() => browser.close());
  return browser;
}

/** Complaints of a page: errors and warnings of its console, what it threw, and what it asked of others. */
export function watch(page: Page, origin: string): { said: string[] } {
  const seen = { said: [] as string[] };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) seen.said.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => seen.said.push(`thrown: ${error.message}`));
  page.on("dialog", (dialog) => {
    seen.said.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) seen.said.push(`asked ${request.url()}`);
  });
  return seen;
}

/** Runs in a page before all else: sets its clock, which `jump(ms)` moves on. That of playwright counts by the clock of this process, which is moved. */
export const clockAt = (at: number): string => `(() => {
  const { now } = Date;
  let ahead = ${at} - now();
  Date.now = () => now() + ahead;
  globalThis.jump = (ms) => void (ahead += ms);
})()`;

type AxeResult = { violations: { id: string; nodes: { html: string }[] }[] };
let axe: string | null = null;

/** What axe-core finds wrong with the page as it stands, a line each. */
export async function axeFaults(page: Page): Promise<string[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResult;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

/** The number that a person reads and what follows it: `+1.72`, `82,458.54 USD`, `1.65 T`, `−0.42 %`; null where it is none. */
export function readNumber(text: string): { value: number; step: number; unit: string } | null {
  const found = /^([+−]?)([\d,]+)(?:\.(\d+))?(?: ([TBMk])\b)?/.exec(text.trim());
  if (found === null) return null;
  const [all, sign = "", whole = "", part = "", letter = ""] = found;
  const size = { T: 1e12, B: 1e9, M: 1e6, k: 1e3 }[letter] ?? 1;
  const value = Number(`${whole.replaceAll(",", "")}.${part || "0"}`) * size * (sign === "−" ? -1 : 1);
  return { value, step: size / 10 ** part.length, unit: text.trim().slice(all.length).trim() };
}

/** Whether what is read is what is served, rounded to the last figure that is shown; what is not 0 may not read as 0, nor with another unit. */
export function isShown(text: string, served: number, unit?: string): boolean {
  const read = readNumber(text);
  if (read === null || (read.value === 0 && served !== 0)) return false;
  if (unit !== undefined && read.unit !== unit) return false;
  return Math.abs(read.value - served) <= read.step * 0.500001;
}
