// GET /docs and /docs/{name}: how do I use it? Written from the documents of the repository, as /docs/{name}.md has them.
import { GUIDES, type Guide, guideText } from "../../surface/guide.ts";
import { escapeText } from "../../surface/html.ts";
import { writeGuide } from "../markdown.ts";
import type { ViewPage } from "../view-page.ts";

const GROUPS = [...new Set(GUIDES.map(({ group }) => group))];
const ROOT = "/docs";
const REFERENCE = {
  path: `${ROOT}/reference`,
  title: "Reference",
  about: "Every call with its parameters and answers.",
};

const isGuide = (name: string): boolean => GUIDES.some((one) => one.name === name);
const pathOf = ({ name }: Guide): `/${string}` => `${ROOT}/${name}`;

type Listed = { readonly path: string; readonly title: string; readonly about: string };

/** What a group holds; the reference belongs to what is used. */
const listOf = (group: Guide["group"]): readonly Listed[] => [
  ...GUIDES.filter((one) => one.group === group).map((one) => ({ ...one, path: pathOf(one) })),
  ...(group === "Use it" ? [REFERENCE] : []),
];

function contents(here: string): string {
  const link = ({ path, title }: Listed) =>
    `<li><a href="${path}"${path === here ? ' aria-current="page"' : ""}>${escapeText(title)}</a></li>`;
  const groups = GROUPS.map(
    (group) => `<h2>${escapeText(group)}</h2><ul>${listOf(group).map(link).join("")}</ul>`,
  ).join("");
  return `<nav class="contents" aria-label="Documents">${groups}</nav>`;
}

const page = (path: string, title: string, lead: string, body: string): string =>
  `<div class="docs${path === ROOT ? " index" : ""}"><article id="view" class="prose" tabindex="-1">
<h1>${escapeText(title)}</h1>
<p class="intro">${lead}</p>
${body}
</article>
${contents(path)}</div>`;

function partsOf(parts: ReturnType<typeof writeGuide>["parts"]): string {
  if (parts.length < 3) return "";
  const links = parts.map(({ text, anchor }) => `<li><a href="#${escapeText(anchor)}">${escapeText(text)}</a></li>`);
  return `<nav class="parts" aria-label="On this page"><ul>${links.join("")}</ul></nav>`;
}

const guidePage = (guide: Guide): ViewPage => ({
  name: `docs ${guide.name}`,
  path: pathOf(guide),
  title: guide.title,
  lead: guide.about,
  under: ROOT,
  main: ({ env }) => {
    const { title, lead, body, parts } = writeGuide(guideText(guide.name, env), isGuide);
    const file = `<p class="soft">The same as text: <a href="${pathOf(guide)}.md">${guide.name}.md</a></p>`;
    return page(pathOf(guide), title, lead, `${partsOf(parts)}\n${body}\n${file}`);
  },
});

function overview(): string {
  const card = ({ path, title, about }: Listed) =>
    `<li><a href="${path}">${escapeText(title)}</a><p>${escapeText(about)}</p></li>`;
  return GROUPS.map(
    (group) => `<h2>${escapeText(group)}</h2><ul class="guides">${listOf(group).map(card).join("")}</ul>`,
  ).join("\n");
}

const LEAD = "How to use the service, how to check what it says, and how to run it.";

export const docsPages: readonly ViewPage[] = [
  {
    name: "docs",
    path: ROOT,
    title: "Docs",
    lead: LEAD,
    menu: "Docs",
    main: () => page(ROOT, "Docs", LEAD, overview()),
  },
  ...GUIDES.map(guidePage),
];
