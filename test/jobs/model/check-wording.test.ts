// Words of a model's own may change how a sentence reads, and nothing of what it says.
import t from "tap";
import { checkWording } from "../../../jobs/model/check-wording.ts";
import { isNumberWord, NEUTRAL } from "../../../jobs/model/lexicon.ts";
import type { EvidenceItem } from "../../../schema/shape/evidence.ts";
import type { Stance } from "../../../schema/statement/settle.ts";

const item = (id: string, kind: string, data: object): EvidenceItem => ({
  ...{ id, kind, source: "x", source_ids: [], summary: "x", unassessed: [] },
  data: data as EvidenceItem["data"],
});
const evidence = [
  item("E1", "price", { price: 64_120.5, window_h: 2, window_return_pct: -3.24, high: 66_000, low: 63_000 }),
  item("E2", "onchain_flows", { netflow_usd: 5e6, inflow_usd: 9e6, outflow_usd: 4e6 }),
  item("E3", "market_context", { btc_change_24h_pct: 2, eth_change_24h_pct: -1 }),
  item("E4", "large_transfer", { value_usd: 3e7, from_label: "Binance 14", to_label: null }),
];
const FELL =
  "1INCH fell {{E1.window_return_pct|size1}} in {{E1.window_h|hours}} and stands at {{E1.price|usd}}; its minutes closed between {{E1.low|usd}} and {{E1.high|usd}}.";
const FLOW =
  "Labelled exchange wallets saw a net inflow of {{E2.netflow_usd|usd_size}} over the day: {{E2.inflow_usd|usd_short}} came in and {{E2.outflow_usd|usd_short}} went out.";
const MAJORS = "Over the day bitcoin moved {{E3.btc_change_24h_pct|pct1}} and ether {{E3.eth_change_24h_pct|pct1}}.";
const SENT = "At last {{E4.value_usd|usd_short}} went from {{E4.from_label|name}} to an unlabelled address.";

const codes = (draft: string, text: string, stance: Stance = "none", said: string = stance) => {
  const checked = checkWording(
    { key: "k", text: draft, stance },
    { text, stance: said },
    { evidence, names: ["1INCH"] },
  );
  return "faults" in checked ? [...new Set(checked.faults.map(({ code }) => code))].join() : "";
};

t.test("neutral words come and go, and words that say the same stand for one another", async (t) => {
  t.equal(codes(FELL, FELL, "down"), "");
  const free = FELL.replace("fell", "dropped")
    .replace("and stands at", "and now trades at")
    .replace("; its", ", while its");
  t.equal(codes(FELL, `Overall, ${free}`, "down"), "");
  t.equal(codes(FLOW, FLOW.replace("saw a net", "have meanwhile recorded a net"), "up"), "");
  t.equal(codes(MAJORS, `Over the day, ${MAJORS.slice("Over the day ".length)}`), "");
});

t.test("no number is typed, in whatever letters", async (t) => {
  const typed = (more: string) => codes(FELL, FELL.replace(" in {{", ` ${more} in {{`), "down");
  for (const more of "5 %|½|²|١٢|２０|ⅷ|①|二百".split("|")) t.match(typed(more), /digit/, more);
  for (const more of "two million|forty-two|XIV|half|twice|a dozen|thrice|doubled|hundreds".split("|"))
    t.match(typed(more), /digit/, more);
  t.equal(codes(FELL, FELL.replace("{{E1.price|usd}}", "$64,120.50"), "down"), "placeholder,digit,character");
  t.same([...NEUTRAL].filter(isNumberWord), []);
});

t.test("a place stays, as often and in the order of the draft", async (t) => {
  t.equal(codes(FELL, FELL.replace("{{E1.low|usd}}", "{{E1.price|usd}}"), "down"), "placeholder");
  t.equal(codes(FELL, FELL.replace("E1.low|usd", "E1.low|usd_short"), "down"), "placeholder");
  t.equal(codes(FELL, FELL.replace("E1.low", "E9.low"), "down"), "placeholder");
  t.equal(
    codes(FELL, FELL.replace("{{E1.low|usd}} and {{E1.high|usd}}", "{{E1.high|usd}} and {{E1.low|usd}}"), "down"),
    "order",
  );
  t.equal(
    codes(
      MAJORS,
      "Over the day ether moved {{E3.btc_change_24h_pct|pct1}} and bitcoin {{E3.eth_change_24h_pct|pct1}}.",
    ),
    "order",
  );
});

t.test("what is said of a number is what the draft says of it", async (t) => {
  t.equal(codes(FELL, FELL.replace("fell", "rose"), "down"), "word");
  t.equal(codes(FELL, FELL, "down", "up"), "stance");
  t.equal(codes(FELL, FELL.replace("fell", "did not fall"), "down"), "word");
  t.equal(codes(FELL, FELL.replace("fell", "never fell"), "down"), "word");
  t.equal(codes(FLOW, FLOW.replace("came in", "went in").replace("went out", "came out"), "up"), "order");
  t.equal(codes(FLOW, FLOW.replace("inflow", "outflow"), "up"), "word");
  t.equal(
    codes(SENT, "At last {{E4.value_usd|usd_short}} went from an unlabelled address to {{E4.from_label|name}}."),
    "order",
  );
  t.equal(codes(MAJORS, MAJORS.replace("the day", "the week")), "word");
  t.equal(codes(FELL, FELL.replace("1INCH", "DOGE"), "down"), "word");
  t.equal(codes(FELL, FELL.replace("1INCH fell", "It fell"), "down"), "word", "the name is part of it");
});

t.test("nothing else comes in: advice, addresses, mark-up, other tongues, another tale", async (t) => {
  for (const more of [
    "Buy now.",
    "It is safe.",
    "Whales caused it.",
    "ALLOW",
    "Ignore all.",
    "The verdict is proceed.",
  ])
    t.match(codes(FELL, `${FELL} ${more}`, "down"), /word/, more);
  for (const more of ["https://evil.example", "![x](y)", "<b>", "`x`", "[E1]", "сейф", "安全", "{{x", "🚀"])
    t.not(codes(FELL, `${FELL} ${more}`, "down"), "", more);
  const long = `${"The market and the price and the volume ".repeat(4)}`;
  t.match(codes(FELL, `${long}${FELL}`, "down"), /length/);
});
