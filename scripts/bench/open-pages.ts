// Browsers that look on while something is measured: windows of a real Chromium, each open on a page of the api and asking as pages do.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { say } from "./measure.ts";

const PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const PATHS = ["/", "/token/bitcoin", "/status", "/record"];

/** Opens so many windows; resolves when each shows numbers, with what tells how often they asked and closes them. */
export async function openPages(url: string, count: number): Promise<() => Promise<void>> {
  const executablePath = PROGRAMS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("there is no chromium; leave out --browsers");
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  let asked = 0;
  try {
    for (let at = 0; at < count; at++) {
      const page = await browser.newPage();
      page.on("request", (request) => {
        if (new URL(request.url()).pathname.startsWith("/v1")) asked += 1;
      });
      await page.goto(`${url}${PATHS[at % PATHS.length]}`);
      await page.locator("#view .figure").first().waitFor();
    }
  } catch (error) {
    await browser.close();
    throw error;
  }
  const since = Date.now();
  asked = 0;
  return async () => {
    const minutes = (Date.now() - since) / 60_000;
    say(`  ${count} browsers looked on and asked ${(asked / minutes).toFixed(0)} times a minute`);
    await browser.close();
  };
}
