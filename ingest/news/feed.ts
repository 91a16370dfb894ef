// Reads RSS 2.0 and Atom feeds into items: entities are never expanded, text is sanitised, addresses are http(s) only.
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { httpError } from "../../schema/io/http.ts";
import { sanitiseText, sanitiseUrl } from "../../schema/sanitise.ts";

/** `at` in epoch milliseconds, NaN where the feed gives no readable date; an empty title or url is for admission to refuse. */
export type FeedItem = { readonly title: string; readonly url: string; readonly at: number };

const TITLE_LENGTH_MAX = 160;
const URL_LENGTH_MAX = 512;
const FEED_CHARS_MAX = 4_194_304;
const ITEMS_MAX = 200;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === "item" || name === "entry" || name === "link",
});

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
};

function character(code: number, otherwise: string): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return character(Number(decimal), whole);
    if (hex !== undefined) return character(Number.parseInt(hex, 16), whole);
    return NAMED[String(name).toLowerCase()] ?? whole;
  });

const TAG = /<\/?[a-z!|][^<>]{0,500}>/gi;

/** Newsrooms write HTML inside XML: two rounds of escapes, then mark-up goes. */
const plain = (raw: string): string => decode(decode(raw.slice(0, 20_000))).replace(TAG, " ");

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

/** The text of an element, however the parser gives it. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return textOf(value[0]);
  return isNode(value) ? textOf(value["#text"] ?? "") : "";
}

/** RSS puts the address in the text of link, Atom in an attribute of the link without a special role. */
function linkOf(item: Node): string {
  const links = Array.isArray(item.link) ? item.link : [];
  const atom = links.find((one) => isNode(one) && (one["@rel"] ?? "alternate") === "alternate" && "@href" in one);
  const text = isNode(atom) ? textOf(atom["@href"]) : textOf(links.find((one) => textOf(one) !== ""));
  const guid = isNode(item.guid) && item.guid["@isPermaLink"] === "false" ? "" : textOf(item.guid);
  return decode((text === "" ? guid : text).trim());
}

const dateOf = (item: Node): number =>
  Date.parse(textOf(item.pubDate ?? item.published ?? item.updated ?? item["dc:date"]).trim());

function itemsOf(feed: unknown): readonly unknown[] | null {
  if (!isNode(feed)) return null;
  if (isNode(feed.rss) && isNode(feed.rss.channel))
    return Array.isArray(feed.rss.channel.item) ? feed.rss.channel.item : [];
  if (isNode(feed.feed)) return Array.isArray(feed.feed.entry) ? feed.feed.entry : [];
  return null;
}

/** The parser refuses what is nested too deeply. */
function parseXml(xml: string): unknown {
  try {
    return parser.parse(xml);
  } catch (cause) {
    throw httpError("bad_body", "the feed cannot be read", { cause });
  }
}

/** Items in the feed's order. Throws bad_body for what is not a whole, well-formed feed or brings its own entities. */
export function parseFeed(xml: string): FeedItem[] {
  if (xml.length > FEED_CHARS_MAX) throw httpError("bad_body", "the feed is too large");
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw httpError("bad_body", "the feed declares a document type");
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw httpError("bad_body", "the feed is not well-formed XML");
  const items = itemsOf(parseXml(xml));
  if (items === null) throw httpError("bad_body", "the body is neither RSS nor Atom");
  return items
    .slice(0, ITEMS_MAX)
    .filter(isNode)
    .map((item) => ({
      title: sanitiseText(plain(textOf(item.title)), TITLE_LENGTH_MAX),
      url: sanitiseUrl(linkOf(item), URL_LENGTH_MAX),
      at: dateOf(item),
    }));
}
