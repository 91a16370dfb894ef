import t from "tap";
import { parseFeed } from "../../../ingest/news/feed.ts";
import { headlineRows } from "../../../ingest/news/headline-source.ts";
import { isHttpError } from "../../../schema/io/http.ts";

const rss = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title>${items}</channel></rss>`;
const item = (title: string, link = "https://example.org/a", more = "") =>
  `<item><title>${title}</title><link>${link}</link><pubDate>Thu, 19 Nov 2026 12:34:56 +0000</pubDate>${more}</item>`;
const titleOf = (title: string) => parseFeed(rss(item(title)))[0]?.title;
const urlOf = (link: string) => parseFeed(rss(item("T", link)))[0]?.url;
const AT = Date.UTC(2026, 10, 19, 12, 34, 56);

t.test("RSS 2.0: CDATA or escaped, dates of both kinds, one item or many", (t) => {
  t.same(parseFeed(rss(item("<![CDATA[Bitcoin & Ether <b>rise</b>]]>"))), [
    { title: "Bitcoin & Ether rise", url: "https://example.org/a", at: AT },
  ]);
  t.equal(titleOf("AT&amp;T &lt;3 &#8217;n&#x2019; &amp;#8220;x&amp;#8221;"), "AT&T <3 ’n’ “x”");
  const dated = `<item><title>A</title><link>https://example.org/b</link><dc:date>2026-11-19T12:34:56Z</dc:date></item>`;
  t.match(parseFeed(rss(dated + item("B"))), [{ title: "A", at: AT }, { title: "B" }]);
  t.same(parseFeed(rss("")), []);
  t.end();
});

t.test("Atom: the alternate link, text with a type, published before updated", (t) => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="html">A &amp;amp; B</title>
    <link rel="self" href="https://example.org/self"/><link href="https://example.org/a?x=1&amp;y=2"/>
    <updated>2027-01-01T00:00:00Z</updated><published>2026-11-19T12:34:56Z</published></entry></feed>`;
  t.same(parseFeed(atom), [{ title: "A & B", url: "https://example.org/a?x=1&y=2", at: AT }]);
  t.end();
});

t.test("addresses: http(s) only, no credentials, without tracking parameters and fragments", (t) => {
  t.equal(urlOf("https://example.org/a?utm_source=rss&amp;id=7#top"), "https://example.org/a?id=7");
  for (const bad of [
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://example.org/x",
    "//example.org/x",
    "/relative",
    "https://user:pass@example.org/",
    "https://",
    "",
    `https://example.org/${"a".repeat(600)}`,
  ]) {
    t.equal(urlOf(bad), "", bad.slice(0, 40));
  }
  t.end();
});

t.test("what is no whole, plain feed is refused", (t) => {
  const whole = rss(item("A"));
  const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>`;
  const outside = `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel/></rss>`;
  const deep = `${"<a>".repeat(5_000)}${"</a>".repeat(5_000)}`;
  for (const body of [
    "",
    "{}",
    "<html><body>Checking your browser</body></html>",
    whole.slice(0, 150),
    bomb,
    outside,
    deep,
  ]) {
    try {
      parseFeed(body);
      t.fail(`taken: ${body.slice(0, 60)}`);
    } catch (error) {
      t.ok(isHttpError(error) && error.kind === "bad_body", body.slice(0, 60));
    }
  }
  t.end();
});

t.test("one row a token, each address once, known ones never again", (t) => {
  const about = { lang: "en", provider: "sandbox:coindesk", retrievedAt: 9 };
  const items = [
    { title: "Bitcoin and Solana part ways", url: "https://example.org/1", at: 1 },
    { title: "Bitcoin again", url: "https://example.org/1", at: 2 },
    { title: "Markets rest", url: "https://example.org/2", at: 3 },
    { title: "Known Bitcoin", url: "https://example.org/3", at: 4 },
  ];
  const rows = headlineRows(items, new Set(["https://example.org/3"]), about);
  t.same(
    rows.map(({ token, url }) => [token, url]),
    [
      ["bitcoin", "https://example.org/1"],
      ["solana", "https://example.org/1"],
      ["", "https://example.org/2"],
    ],
  );
  t.end();
});
