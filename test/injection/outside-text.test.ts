// Text that strangers wrote reaches callers only sanitised, only in members marked as untrusted, and changes nothing else.
import t from "tap";
import { parseFeed } from "../../ingest/news/feed.ts";
import { headlineRows } from "../../ingest/news/headline-source.ts";
import { parseGoplus } from "../../ingest/venue/goplus/parse-risk.ts";
import type { FactRows } from "../../jobs/fact/assemble-facts.ts";
import { buildMarket } from "../../jobs/market/build-market.ts";
import { buildState } from "../../jobs/state/build-state.ts";
import { buildTokenItems } from "../../jobs/state/build-tokens.ts";
import { HOUR_MS } from "../../schema/duration.ts";
import { headline as headlineEvents } from "../../schema/event/headline.ts";
import { MARKET_SECTIONS } from "../../schema/market/index.ts";
import { HistoryEvent } from "../../schema/object/history.ts";
import { TokenItem } from "../../schema/object/token-list.ts";
import { SECTIONS } from "../../schema/section/index.ts";
import { HOSTILE_TEXTS, HOSTILE_URLS } from "../../scripts/sandbox/news/hostile.ts";
import { AS_OF, factsOf, wholeRows } from "../support/rows/facts.ts";
import { cleanScan } from "../support/rows/outside-rows.ts";

const MARK = "[simulated] hostile";
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/u;
const ABOUT = { lang: "en", provider: "sandbox:decrypt", retrievedAt: AS_OF - HOUR_MS };
const TOKEN = "maker";
const ADDRESS = "0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2";

type Shape = {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly "x-untrusted"?: boolean;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
};
type Leaf = { readonly path: string; readonly text: string; readonly untrusted: boolean };

const untrusted = (shapes: readonly Shape[]): boolean =>
  shapes.some((shape) => shape["x-untrusted"] === true || untrusted(shape.anyOf ?? []));
const flat = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap((shape) => (shape.anyOf ? flat(shape.anyOf) : [shape]));

/** Every text of a value, and whether its shape says that strangers wrote it. */
function texts(value: unknown, shapes: readonly Shape[], path = ""): Leaf[] {
  if (typeof value === "string") return [{ path, text: value, untrusted: untrusted(shapes) }];
  if (Array.isArray(value)) {
    const items = flat(shapes).flatMap(({ items: item }) => (item ? [item] : []));
    return value.flatMap((one, index) => texts(one, items, `${path}/${index}`));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    texts(
      inner,
      flat(shapes).flatMap(({ properties }) => (properties?.[name] ? [properties[name]] : [])),
      `${path}/${name}`,
    ),
  );
}

const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Every hostile text and address as a newsroom would send it, through the real parser. */
function hostileRows(): FactRows["headlines"] {
  const items = [...HOSTILE_TEXTS, ...HOSTILE_URLS].map((text, n) => {
    const link = HOSTILE_URLS[n - HOSTILE_TEXTS.length] ?? `https://sandbox.invalid/${n}`;
    return `<item><title>${xml(`${MARK} ${text}`)} $BTC $MKR</title><link>${xml(link)}</link><pubDate>${new Date(AS_OF - HOUR_MS).toUTCString()}</pubDate></item>`;
  });
  const parsed = parseFeed(`<rss version="2.0"><channel>${items.join("")}</channel></rss>`);
  t.equal(parsed.length, HOSTILE_TEXTS.length + HOSTILE_URLS.length);
  t.equal(parsed.filter(({ url }) => url === "").length, HOSTILE_URLS.length, "no hostile address survives");
  return headlineRows(parsed, new Set(), ABOUT).flatMap((row) =>
    row.url === "" ? [] : [{ ...(row as unknown as FactRows["headlines"][number]), retrieved_ms: ABOUT.retrievedAt }],
  );
}

/** Scans of a contract whose provider repeats what the contract's author wrote. */
function hostileScans(): FactRows["contracts"] {
  const scan = { ...cleanScan(TOKEN, "eth", ADDRESS, "goplus", AS_OF), trust_listed: null };
  const row = {
    token_name: HOSTILE_TEXTS[0],
    is_open_source: "1",
    is_honeypot: "1",
    sell_tax: "0",
    note: `${MARK} ${HOSTILE_TEXTS.slice(0, 3).join(" ")}`,
    other_potential_risks: `${MARK} ${HOSTILE_TEXTS.join(" ")}`,
  };
  const body = { code: 1, message: "OK", result: { [ADDRESS]: row } };
  const parsed = parseGoplus(body, { token: TOKEN, chain: "eth", address: ADDRESS });
  return [{ ...scan, ...parsed }];
}

const whole = wholeRows();
const others = whole.contracts.filter(({ token }) => token !== TOKEN);
const hostileHeadlines = hostileRows();
const [hostileScan] = hostileScans();
const calm = {
  ...whole,
  contracts: [...others, ...(hostileScan ? [{ ...hostileScan, other_risks: "Nothing else." }] : [])],
};
const attacked = {
  ...calm,
  headlines: [...hostileHeadlines, ...whole.headlines],
  contracts: [...others, ...(hostileScan ? [hostileScan] : [])],
};

function outputs(rows: FactRows) {
  const facts = factsOf(rows);
  const states = new Map(["bitcoin", TOKEN].map((id) => [id, buildState(facts, id)]));
  const market = buildMarket({ asOf: AS_OF, facts, states, chainHeads: [] });
  return { states, market, items: buildTokenItems(states, new Map()) };
}

const before = outputs(calm);
const after = outputs(attacked);

t.test("hostile text is only in untrusted members, visible to the last character, and capped", (t) => {
  const leaves = [
    ...[...after.states.values()].flatMap(({ sections }) =>
      Object.entries(sections).flatMap(([id, section]) => texts(section, [SECTIONS[id as keyof typeof SECTIONS]], id)),
    ),
    ...Object.entries(after.market.sections).flatMap(([id, section]) =>
      texts(section, [MARKET_SECTIONS[id as keyof typeof MARKET_SECTIONS]], id),
    ),
    ...after.items.flatMap((item) => texts(item, [TokenItem], "tokens")),
  ];
  const hostile = leaves.filter(({ text }) => text.includes(MARK));
  t.ok(hostile.length > 10, "the attack did arrive");
  t.same(
    hostile.filter((leaf) => !leaf.untrusted).map(({ path }) => path),
    [],
  );
  for (const { text, path } of hostile) {
    t.notOk(INVISIBLE.test(text), path);
    t.ok([...text].length <= (path.includes("other_risks") ? 500 : 160), path);
  }
  const words = ["</system>", "<|im_start|>", "javascript:", "data:text", "user:pass"];
  for (const leaf of leaves.filter((one) => !one.untrusted)) {
    t.notOk(
      words.some((word) => leaf.text.includes(word)),
      leaf.path,
    );
  }
  t.end();
});

t.test("nothing but the untrusted members and the addresses beside them differs", (t) => {
  const drop = new Set(["headlines", "events", "latest_headline", "other_risks"]);
  const plain = (value: unknown) => JSON.stringify(value, (name, inner: unknown) => (drop.has(name) ? null : inner));
  t.equal(plain([...after.states]), plain([...before.states]));
  t.equal(plain(after.items), plain(before.items));
  const rest = ({ sections }: typeof after.market) => plain({ ...sections, events: null });
  t.equal(rest(after.market), rest(before.market));
  t.equal(after.states.get(TOKEN)?.sections.security.contract_risk, "critical", "praise does not make it safe");
  t.end();
});

t.test("an event quotes a headline in its data only", async (t) => {
  const row = { at: AS_OF, lang: "en", retrieved_at: AS_OF, key: "ab" };
  const read = async () => hostileHeadlines.map((one) => ({ ...one, ...row })) as never[];
  const params = { tokens: ["bitcoin"], from: 0, to: AS_OF, asOf: AS_OF, limit: 500 };
  const told = await headlineEvents.read(read, params, () => "BTC");
  t.ok(told.length > 10);
  for (const { event } of told) {
    for (const leaf of texts(event, [HistoryEvent])) if (leaf.text.includes(MARK)) t.equal(leaf.path, "/data/title");
    t.match(event.summary, /^sandbox:decrypt published a headline that names BTC$/);
  }
});
