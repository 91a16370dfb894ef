// The frame of a page as the server writes it: what is there before anything runs, and what may run.
import type { Header } from "../answer/header.ts";
import type { Deps } from "../deps.ts";
import { escapeText } from "../surface/html.ts";
import { ASSET_PATH, type Entry, type Manifest } from "./packed.ts";
import type { ViewPage } from "./view-page.ts";

/** Nothing runs, loads or frames these pages but what this service serves. */
const POLICY = [
  "default-src 'none'",
  ...["script-src", "style-src", "img-src", "connect-src", "manifest-src"].map((name) => `${name} 'self'`),
  ...["base-uri", "form-action", "frame-ancestors"].map((name) => `${name} 'none'`),
];
/** A viewer from elsewhere brings style and pictures with it; what runs and is asked is still this service's alone. */
const VIEWER_MORE: Readonly<Record<string, string>> = { "style-src": "'unsafe-inline'", "img-src": "data:" };
const VIEWER_POLICY = POLICY.map((one) => [one, VIEWER_MORE[one.split(" ")[0] ?? ""]].filter(Boolean).join(" "));

/** A page is asked for anew each time; what it loads is kept. */
export const frameHeaders = ({ viewer }: ViewPage): readonly Header[] => [
  ["content-type", "text/html; charset=utf-8"],
  ["cache-control", "no-cache"],
  [
    "content-security-policy",
    (viewer === undefined ? [...POLICY, "require-trusted-types-for 'script'"] : VIEWER_POLICY).join("; "),
  ],
  ["referrer-policy", "no-referrer"],
  ["cross-origin-opener-policy", "same-origin"],
];

const NONE: Entry = { file: "", shared: [] };
const at = (file: string): string => `${ASSET_PATH}${file}`;

/** Asks for what the page shows, before all else: it holds up the rest no longer than the style does. */
function first({ asks }: ViewPage, { first: { file } = NONE }: Manifest): string {
  return asks === undefined
    ? ""
    : `<script src="${at(file)}" data-asks="${asks.map(escapeText).join(" ")}"></script>\n`;
}

/** What runs; nothing where the server wrote all of the page. */
function scripts({ name, view: folder = name, viewer }: ViewPage, manifest: Manifest): string {
  const view = manifest[folder];
  if (view === undefined) return "";
  const drawn = viewer === undefined ? undefined : manifest[viewer];
  return `${view.shared.map((file) => `<link rel="modulepreload" href="${at(file)}">`).join("")}${
    drawn === undefined ? "" : `<script defer src="${at(drawn.file)}"></script>`
  }
<script type="module" src="${at(view.file)}"></script>`;
}

function head(page: ViewPage, manifest: Manifest): string {
  const { title, lead } = page;
  const [style = NONE, icon = NONE] = [manifest.style, manifest.icon];
  return `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${first(page, manifest)}<title>${escapeText(title)} · Assay</title><meta name="description" content="${escapeText(lead)}">
<meta name="color-scheme" content="light dark"><link rel="icon" href="${at(icon.file)}" type="image/svg+xml">
<link rel="stylesheet" href="${at(style.file)}">
${scripts(page, manifest)}`;
}

const BAND = `<aside class="band" aria-label="Simulated market"><p><strong>Simulated market.</strong> Every number here is made up by a simulation and names a <code>sandbox:</code> provider; none is of the real world.</p></aside>`;

/** The menu, with the page itself marked. */
const menu = (page: ViewPage, pages: readonly ViewPage[]): string =>
  pages
    .filter((one) => one.menu !== undefined)
    .map(({ path, menu: word = "" }) => {
      const here = path === page.path ? ' aria-current="page"' : path === page.under ? ' aria-current="true"' : "";
      return `<a href="${path}"${here}>${escapeText(word)}</a>`;
    })
    .join("");

/** What the script of a page fills. */
const filled = ({ name, view = name, title, lead, about }: ViewPage): string =>
  `<div class="lead"><h1>${escapeText(title)}</h1><p>${escapeText(lead)}</p>${
    about === undefined ? "" : `<p>${escapeText(about)}</p>`
  }</div>
<div id="view" data-page="${view}" tabindex="-1"><noscript><p>This page is filled by a script of this service, and your browser runs none. The same numbers are at <a href="/v1">/v1</a> as JSON.</p></noscript></div>`;

/** The whole text of a page. `pages`: all of them, in the order of the menu. */
export function frameOf(page: ViewPage, pages: readonly ViewPage[], manifest: Manifest, deps: Deps): string {
  const { env } = deps;
  return `<!doctype html>
<html lang="en"><head>
${head(page, manifest)}
</head><body>
<a class="skip" href="#view">${page.main === undefined ? "To the numbers" : "To the text"}</a>
${env.MARKET === "sandbox" ? BAND : ""}
<header class="top"><a class="mark" href="/">Assay</a><nav aria-label="Pages">${menu(page, pages)}</nav></header>
<main>
${page.main?.(deps) ?? filled(page)}
</main>
<footer class="bottom"><p>It never trades, holds funds or advises. Times are UTC.</p>
<nav aria-label="For programs"><a href="/docs">Docs</a><a href="/v1">API</a><a href="/openapi.json">OpenAPI</a><a href="/llms.txt">llms.txt</a><a href="/errors">Errors</a><a href="/rules">Rules</a></nav></footer>
</body></html>
`;
}
