// A brief says nothing of what was not measured: not of minutes that are missing.
import t from "tap";
import { draftAnswer, readInput } from "../../../jobs/ask/compose-answer.ts";
import { composeBrief } from "../../../jobs/brief/compose-brief.ts";
import type { WindowRows } from "../../../jobs/evidence/builder.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { news, type Planted, transfer, windowOf } from "../../support/rows/window.ts";

const TO = Math.floor(AS_OF / MINUTE_MS) * MINUTE_MS;
const RUN = "run_01JD6Q3Z8W0000000000000000";
const aave = buildState(factsOf(wholeRows()), "aave");

function write(window: WindowRows, state = aave) {
  const { data } = composeBrief({ state, window, createdAt: AS_OF, runId: RUN, odds: {} }, new Map());
  const of = (kind: string) => data.evidence.find((item) => item.kind === kind);
  return { headline: data.headline, causes: data.likely_causes, text: JSON.stringify({ ...data, evidence: [] }), of };
}

t.test("a window is told as long as its minutes reach", async (t) => {
  const day: Planted = { hours: 24, changePct: -1 };
  t.match(write(windowOf(TO, day)).of("price")?.data, {
    window_return_pct: Number,
    high: Number,
    low: Number,
    window_h: 24,
  });
  const whole = windowOf(TO, day);
  const ofLastHours = { ...whole, closes: whole.closes.filter(({ at }) => at > TO - 3 * HOUR_MS) };
  const part = write(ofLastHours);
  t.match(part.of("price")?.data, { window_return_pct: "unassessed", high: "unassessed", low: "unassessed" });
  t.notMatch(part.text, /in 24 hours|highest close/);
  t.match(part.text, /Not all of price was measured: too few sources tell it/);
  const late = { ...whole, closes: whole.closes.filter(({ at }) => at < TO - 3 * HOUR_MS) };
  t.equal(write(late).of("price")?.data.window_return_pct, "unassessed");
  const holed = { ...whole, closes: whole.closes.filter(({ at }) => at < TO - 9 * HOUR_MS || at > TO - 8 * HOUR_MS) };
  t.match(write(holed).of("price")?.data, { window_return_pct: Number, high: "unassessed", low: "unassessed" });
  const slow = { ...whole, closes: whole.closes.filter(({ at }) => (at / MINUTE_MS) % 5 === 0) };
  t.match(write(slow).of("price")?.data, { window_return_pct: Number, high: Number }, "not each minute has a trade");
});

/** One member of a section, not measured. */
const without = (
  id: "signals" | "context" | "onchain" | "derivatives",
  name: string,
  value: unknown = "unassessed",
) => {
  const section = { ...aave.sections[id], [name]: value, unassessed: [{ path: `/${name}`, reason: "stale" }] };
  return { ...aave, sections: { ...aave.sections, [id]: section } } as typeof aave;
};

t.test("what has no item where it was not measured is named: silence is no calm", async (t) => {
  const of = (state: typeof aave) => write(windowOf(TO), state).text;
  const said = (words: string) => `Not all of ${words} was measured: what is known is too old.`;
  for (const [id, name, words] of [
    ["signals", "open", "signals"],
    ["context", "headlines", "headlines"],
    ["onchain", "large_transfers_24h", "large transfers"],
  ] as const) {
    t.notOk(of(aave).includes(said(words)), words);
    t.ok(of(without(id, name)).includes(said(words)), words);
  }
});

const answerOf = (mode: "question" | "claim", text: string, state = aave) => {
  const read = readInput({ mode, text }, "aave", AS_OF);
  const about = {
    others: new Map(),
    prices: new Map(),
    volumes: new Map(),
    market: new Map(),
    outcomes: [],
    verdict: "unassessed",
  };
  return draftAnswer(read, { ...about, state: { ...state, build: AS_OF }, window: windowOf(TO) }, new Map(), AS_OF);
};

t.test("an answer to why names what was not looked at, and a claim of many tokens says that it is one", async (t) => {
  const why = (state: typeof aave) => answerOf("question", "Why did it move?", state);
  const stale = without("context", "headlines");
  t.notOk(why(aave).lacks.some(({ path }) => path === "/headline/found"));
  t.match(
    why(stale).lacks.find(({ path }) => path === "/headline/found"),
    { reason: "stale" },
  );
  t.ok(why(stale).caveats.includes("Not all of headlines was measured: what is known is too old."));
  const many = answerOf("claim", "AAVE outperformed BTC, ETH, SOL, ADA, LINK and UNI over 24 hours");
  t.equal(many.claim?.verdict, "unknown");
  t.same(many.fixed.after, ["It names more tokens than one answer can tell of."]);
});

t.test(
  "of each kind one caveat says why not all of it was measured, and none speaks of what is not there",
  async (t) => {
    const day = windowOf(TO, { hours: 24, changePct: -1 });
    const short = { ...day, closes: day.closes.filter(({ at }) => at > TO - 3 * HOUR_MS), pastMoves: [] };
    const { text } = write(short);
    t.equal(text.split("Not all of price was measured").length, 2, text);
    t.match(text, /Not all of price was measured: .*, and /);
    t.match(write(day).text, /Forced closures are a lower bound/);
    const none = { ...aave.sections.derivatives.liquidations_1h, total_usd: "unassessed" };
    t.notMatch(write(day, without("derivatives", "liquidations_1h", none)).text, /Forced closures are a lower bound/);
  },
);

t.test("that nothing was closed by force is said where closures were read, and there alone", async (t) => {
  const peak = (state: typeof aave) => write(windowOf(TO, { events: [] }), state).of("liquidations");
  const none = { ...aave.sections.derivatives.liquidations_1h, total_usd: "unassessed" };
  t.equal(peak(aave)?.data.peak, null);
  const item = peak(without("derivatives", "liquidations_1h", none));
  t.equal(item?.data.peak, "unassessed");
  t.ok(item?.unassessed.some(({ path }) => path === "/peak"));
});

t.test("the last hour of a venue is the last hour", async (t) => {
  const window = windowOf(TO);
  const venue = window.venue as NonNullable<WindowRows["venue"]>;
  const until = (at: number) => ({
    ...window,
    venue: { ...venue, candles: venue.candles.filter((c) => c.open_at < at) },
  });
  t.match(write(until(TO - 2 * MINUTE_MS)).of("spot_volume")?.data, { volume_1h_usd: Number, ratio: Number });
  const old = write(until(TO - 3 * HOUR_MS));
  t.match(old.of("spot_volume")?.data, { volume_1h_usd: "unassessed", ratio: "unassessed" });
  t.notMatch(old.text, /changed hands/);
});

t.test("a change that is shown as none is no jump, however still it is otherwise", async (t) => {
  const still = windowOf(TO, { pastMoves: Array.from({ length: 336 }, () => 0.0001) });
  const closes = still.closes.map(({ at }, i) => ({ at, price: i > 60 ? 100.004 : 100 }));
  const { headline, of } = write({ ...still, closes });
  t.match(of("price")?.data, { sharpest_move: { percentile: 100 } });
  t.match(headline, /^AAVE unchanged at /);
});

t.test("news that cannot be quoted is told without its words, by headline and cause alike", async (t) => {
  for (const title of [
    "Win at www.evil.example",
    "100 %",
    "Aave at {{E1.price}}",
    "Aave at <%= price %>",
    "Aave is down",
  ]) {
    const events = [news(TO - 65 * MINUTE_MS, title)];
    const { headline, causes } = write(windowOf(TO, { changePct: 12, events }));
    t.match(headline, /as news came out$/);
    t.equal(causes.find(({ kind }) => kind === "headline")?.cause.includes(title), title === "Aave is down");
  }
});

t.test("what came after a move, or pushes the other way, crowds out nothing that may have moved it", async (t) => {
  const at = TO - HOUR_MS;
  const later = (minutes: number) => at + minutes * MINUTE_MS;
  const named = (events: readonly HistoryEvent[]) =>
    write(windowOf(TO, { changePct: -12, events })).causes.map(({ kind }) => kind);
  const said = [5, 10, 15, 20].map((minutes) => news(later(minutes), "It fell"));
  t.ok(named([...said, news(later(-5), "It was hacked")]).includes("headline"));
  const sent = [5, 10, 15].map((minutes) => transfer(later(minutes), 9e7, null, "Bank"));
  const other = [-5, -10, -15].map((minutes) => transfer(later(minutes), 9e7, "Bank", null));
  t.ok(named([...sent, ...other, transfer(later(-20), 8e7, null, "Bank")]).includes("large_transfer"));
});

t.test("a window with holes is not said to have had nothing sharper", async (t) => {
  const of = (changePct: number, pastMoves?: readonly number[]) => {
    const window = windowOf(TO, { changePct, ...(pastMoves ? { pastMoves } : {}) });
    const isKnown = ({ at }: { at: number }) => at < TO - 40 * MINUTE_MS || at > TO - 20 * MINUTE_MS;
    const [whole, holed] = [window, { ...window, closes: window.closes.filter(isKnown) }].map((one) => write(one));
    return [whole, holed].map((one) => [one?.causes.map(({ cause }) => cause).join(), one?.headline, one?.text ?? ""]);
  };
  const wild = new Array(336).fill(20);
  for (const [change, past] of [[12], [3, wild], [3, []]] as const) {
    const [whole, holed] = of(change, past);
    t.match(whole?.[0], /^No clear cause/);
    t.notMatch(whole?.join(), /minutes of the window are missing|that was measured,|that was measured came/);
    t.match(holed?.[0], /^No clear cause: .*; minutes of the window are missing/);
    t.notMatch(holed?.[1], /no stretch of it sharper/);
    t.notMatch(holed?.[2], /The sharpest stretch came|No stretch stood out/);
  }
});
