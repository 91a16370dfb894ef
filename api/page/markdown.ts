// Turns a guide into HTML: what is text stays text, wide things scroll by themselves, and headings can be linked to.
import { Marked, type Tokens } from "marked";
import { escapeText } from "../surface/html.ts";

/** A heading as an address names it, as GitHub does. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

type WrittenGuide = {
  readonly title: string;
  /** Its first paragraph. */
  readonly lead: string;
  readonly body: string;
  /** Headings of the second level, in order. */
  readonly parts: readonly { readonly text: string; readonly anchor: string }[];
};

/** `isGuide` says which names are pages; links to other files of the repository are their words. */
const openMarked = (isGuide: (name: string) => boolean): Marked =>
  new Marked({
    gfm: true,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeText(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${escapeText(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: ({ text }: Tokens.Code) => `<pre class="code" tabindex="0"><code>${escapeText(text)}</code></pre>\n`,
      table(token: Tokens.Table) {
        const cell = (tag: "th" | "td") => (one: Tokens.TableCell) =>
          `<${tag}${tag === "th" ? ' scope="col"' : ""}>${this.parser.parseInline(one.tokens)}</${tag}>`;
        const rows = token.rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`).join("\n");
        const head = token.header.map(cell("th")).join("");
        const label = token.header.map(({ text }) => text).join(", ");
        return `<section class="wide" tabindex="0" aria-label="${escapeText(label)}"><table><thead><tr>${head}</tr></thead>
<tbody>${rows}</tbody></table></section>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        if (/^(https?:|#|\/)/.test(href)) return `<a href="${escapeText(href)}">${words}</a>`;
        const [, name = "", anchor = ""] = /^(?:docs\/)?([a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
        return isGuide(name) ? `<a href="/docs/${name}${escapeText(anchor)}">${words}</a>` : words;
      },
      // Pictures are for who reads the repository.
      image: ({ text }: Tokens.Image) => escapeText(text),
    },
  });

export function writeGuide(text: string, isGuide: (name: string) => boolean): WrittenGuide {
  const marked = openMarked(isGuide);
  const tokens = marked.lexer(text).filter(({ type }) => type !== "space");
  const [head, first] = tokens;
  const title = head?.type === "heading" ? String((head as Tokens.Heading).text) : "";
  const lead =
    first?.type === "paragraph"
      ? new marked.Parser(marked.defaults).parseInline((first as Tokens.Paragraph).tokens)
      : "";
  const rest = tokens.slice((title === "" ? 0 : 1) + (lead === "" ? 0 : 1));
  const parts = rest.flatMap((token) => {
    if (token.type !== "heading" || (token as Tokens.Heading).depth !== 2) return [];
    const words = String((token as Tokens.Heading).text).replace(/`/g, "");
    return [{ text: words, anchor: anchorOf((token as Tokens.Heading).text) }];
  });
  return { title, lead, body: marked.parser(rest), parts };
}
