// A real browser for tests of pages: Chromium as Debian brings it, and what a page said, loaded and broke while it was open.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { untilExit } from "./file-end.ts";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);

/** For the options of a test; false where there is a browser. */
export const noBrowser: string | false =
  CHROMIUM === undefined && "there is no chromium: npm test installs it where it can (apt-get, as root or with sudo)";

type Teardown = { teardown(fn: () => unknown): void };

/** By its switches: a start costs what ten pages do, and what a page leaves behind goes with its context. */
const running = new Map<string, Browser>();

/** One that is of this test alone as far as its pages know; `more`: switches beside the usual ones. */
export async function openBrowser(t: Teardown, more: readonly string[] = []): Promise<Browser> {
  const key = more.join(" ");
  const before = running.get(key);
  const browser = before?.isConnected() ? before : await launch(more);
  running.set(key, browser);
  t.teardown(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

async function launch(more: readonly string[]): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  // Tests run as root in containers, where it has no sandbox of its own to be in.
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", ...more];
  const browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args });
  untilExit.teardown(() => browser.close());
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

type AxeNode = { id: string; html: string; ratio: number };
let axe: string | null = null;

/** Of text that is as small as ours. */
const CONTRAST_MIN = 4.5;

/**
 * Runs axe-core. What it leaves open is told too, with the least contrast of the text against all that may lie under it:
 * the plain colours and those of gradients, up to the first ground that covers the rest.
 */
const AXE_RUN = `(async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const over = ([r, g, b, a], ground) => [r, g, b].map((one, at) => (one * a + ground[at] * (255 - a)) / 255);
  const grounds = (element) => {
    if (element === null) return [[255, 255, 255]];
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const plain = rgba(backgroundColor);
    const below = plain[3] === 255 ? [plain.slice(0, 3)] : grounds(element.parentElement).map((one) => over(plain, one));
    const drawn = (backgroundImage.match(/(?:rgba?|oklch|oklab|color)\\([^)]*\\)|#[0-9a-f]{3,8}/g) ?? []).map(rgba);
    return [...below, ...drawn.flatMap((one) => below.map((ground) => over(one, ground)))];
  };
  const least = (element) => {
    const all = grounds(element);
    return Math.min(...all.map((ground) => {
      const [a, b] = [luminance(over(rgba(getComputedStyle(element).color), ground)), luminance(ground)].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05);
    }));
  };
  const { violations, incomplete } = await axe.run(document, { resultTypes: ["violations", "incomplete"] });
  const told = (list, isOpen) => list.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => {
    const element = isOpen && id === "color-contrast" ? document.querySelector(target.join(" ")) : null;
    return { id, html: html.slice(0, 120), ratio: element === null ? 0 : least(element) };
  }));
  return [...told(violations, false), ...told(incomplete, true)];
})()`;

/** What axe-core finds wrong with the page as it stands, a line each; what it cannot judge too, where it does not hold. */
export async function axeFaults(page: Page): Promise<string[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  const found = (await page.evaluate(AXE_RUN)) as AxeNode[];
  return found
    .filter(({ ratio }) => ratio < CONTRAST_MIN)
    .map(({ id, html, ratio }) => `${id}${ratio > 0 ? ` ${ratio.toFixed(2)}` : ""}: ${html}`);
}

/** The number that a person reads and what follows it: `+1.72`, `82,458.54 USD`, `1.65 T`, `−0.42 %`; null where it is none. */
function readNumber(text: string): { value: number; step: number; unit: string } | null {
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
