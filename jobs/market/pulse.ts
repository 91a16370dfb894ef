// Builder of the market section pulse: what moves the market, in sentences made of measured numbers only.
import { DAY_MS } from "../../schema/duration.ts";
import { TRACKED, trackedById } from "../../schema/token/tracked.ts";
import { detectionAt, openAt } from "../detect/show.ts";
import { derive, type Gap, gap, isGap, type Measured } from "../measure/gap.ts";
import type { Regime } from "../measure/universe.ts";
import { roundPct, roundUsd } from "../number/round.ts";
import { readNumber, type StatePath } from "../state/read-number.ts";
import { type Evidence, type EvidenceBook, openEvidence, type Statement, state } from "../statement/evidence.ts";
import { type MarketBuilder, type MarketInput, omitted, sourcesOf } from "./market-builder.ts";
import { inOrder, known, medianOf, oldest, positivePct, readAll, weekInterestOf, weightedSum } from "./token-value.ts";

const MODEL = "deterministic-1";
const REGIME_WORDS: Readonly<Record<Regime, string>> = { risk_on: "Risk on", risk_off: "Risk off", mixed: "Mixed" };
const DIRECTIONS = { risk_on: "bullish", risk_off: "bearish", mixed: "neutral" } as const;
const NOTHING = gap("insufficient_coverage", "Nothing that drives the market was measured.");

const alone = (what: string): Gap => gap("insufficient_coverage", `Fewer than two ${what} were measured.`);

/** One thing the market may be told about: a sentence, or why its numbers are missing. */
type Teller = (input: MarketInput, book: EvidenceBook) => Measured<Statement>;

/** A number of a token's state as evidence. */
const ofState = (input: MarketInput, book: EvidenceBook, token: string, ...path: StatePath): Measured<Evidence> => {
  const value = readNumber(input.states.get(token), ...path);
  const format = path.at(-1)?.endsWith("_usd") ? "usd_short" : "pct1";
  if (typeof value === "number") return book.cite(`state/${token}/${path.join("/")}`, value, format);
  return value ?? gap("no_source");
};

const majors: Teller = (input, book) => {
  const btc = ofState(input, book, "bitcoin", "market", "change_24h_pct");
  if (isGap(btc)) return btc;
  const eth = ofState(input, book, "ethereum", "market", "change_24h_pct");
  return isGap(eth)
    ? state`Bitcoin moved ${btc} over 24 hours.`
    : state`Bitcoin moved ${btc} and ether ${eth} over 24 hours.`;
};

const breadth: Teller = (input, book) => {
  const values = readAll(input, "market", "change_24h_pct");
  const median = medianOf(values, roundPct);
  const { up24h } = input.facts.universe;
  if (isGap(median)) return median;
  if (isGap(up24h)) return up24h;
  const share = book.cite("market/breadth/up_24h_pct", roundPct(up24h), "share1");
  const count = book.cite("market/breadth/coverage/assessed", known(values).length, "int");
  const middle = book.cite("market/breadth/median_change_24h_pct", median, "pct1");
  return state`Of ${count} tracked tokens with a price then and now, ${share} rose over 24 hours; the median moved ${middle}.`;
};

const sectors: Teller = (input, book) => {
  const all = [...input.facts.universe.sectorChange24h].flatMap(([name, change]) =>
    isGap(change) ? [] : [{ name, change: roundPct(change) }],
  );
  const ranked = all.sort((a, b) => b.change - a.change || (a.name < b.name ? -1 : 1));
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (!best || !worst || best.name === worst.name) return alone("sectors");
  const cite = (one: { name: string; change: number }) =>
    [
      book.cite(`market/sectors/${one.name}/sector`, one.name, "name"),
      book.cite(`market/sectors/${one.name}/change_24h_pct`, one.change, "pct1"),
    ] as const;
  const [[bestName, bestChange], [worstName, worstChange]] = [cite(best), cite(worst)];
  return state`The strongest sector over 24 hours is ${bestName} (${bestChange}), the weakest ${worstName} (${worstChange}).`;
};

const movers: Teller = (input, book) => {
  const ranked = inOrder(known(readAll(input, "market", "change_24h_pct")), "highest", () => 0);
  const [first, last] = [ranked[0], ranked.at(-1)];
  if (!first || !last || first.token.id === last.token.id) return alone("tokens");
  const name = (id: string) => book.cite(`state/${id}/token/symbol`, trackedById(id)?.symbol ?? id, "name");
  const change = (one: typeof first) => book.cite(`state/${one.token.id}/market/change_24h_pct`, one.value, "pct1");
  return state`Among tracked tokens ${name(first.token.id)} did best (${change(first)}) and ${name(last.token.id)} worst (${change(last)}) over 24 hours.`;
};

const funding: Teller = (input, book) => {
  const values = readAll(input, "derivatives", "funding_8h_pct");
  const [median, positive] = [medianOf(values, roundPct), positivePct(values)];
  if (isGap(median)) return median;
  if (isGap(positive)) return positive;
  const middle = book.cite("market/sentiment/funding_median_8h_pct", median, "pct4");
  const share = book.cite("market/sentiment/funding_positive_share_pct", positive, "share1");
  return state`Median funding is ${middle} per 8 hours and positive for ${share} of tokens with a perpetual.`;
};

const liquidations: Teller = (input, book) => {
  const closed = weightedSum(readAll(input, "derivatives", "liquidations_24h", "total_usd"), weekInterestOf(input));
  if (isGap(closed)) return closed;
  const total = book.cite("market/overview/liquidations_24h_usd", roundUsd(closed), "usd_short");
  return state`At least ${total} of positions in tracked tokens were closed by force over 24 hours on the venues that publish it.`;
};

const flows: Teller = (input, book) => {
  const net = ofState(input, book, "bitcoin", "onchain", "exchange_netflow_24h_usd");
  if (isGap(net)) return net;
  return Number(net.value) >= 0
    ? state`Net flow of bitcoin to labelled exchange wallets was ${net} over 24 hours.`
    : state`Net flow of bitcoin to labelled exchange wallets was ${net} over 24 hours: more left than came.`;
};

const signals: Teller = ({ asOf, facts }, book) => {
  const detected = detectionAt(facts.detections, asOf);
  if (isGap(detected)) return detected;
  const rows = TRACKED.flatMap(({ id }) => facts.tokens.get(id)?.signals ?? []);
  const open = openAt(rows, asOf);
  const fired = book.cite(
    "state/*/signals/counts_24h",
    rows.filter((row) => row.fired_at > asOf - DAY_MS).length,
    "int",
  );
  const count = book.cite("state/*/signals/open", open.length, "int");
  const worst = open[0];
  if (!worst) return state`${fired} signals fired over 24 hours; ${count} are open.`;
  const symbol = book.cite(
    `state/${worst.token}/token/symbol`,
    trackedById(worst.token)?.symbol ?? worst.token,
    "name",
  );
  const kind = book.cite(`state/${worst.token}/signals/open/${worst.id}/kind`, worst.kind.replaceAll("_", " "), "name");
  return state`${fired} signals fired over 24 hours; ${count} are open, the gravest of them ${kind} of ${symbol}.`;
};

const TELLERS: Readonly<Record<string, Teller>> = {
  majors,
  breadth,
  sectors,
  movers,
  funding,
  liquidations,
  flows,
  signals,
};

/** The regime and the two numbers it rests on; the first sentence where the regime is not known. */
function headlineOf(input: MarketInput, book: EvidenceBook, drivers: readonly Statement[]): Measured<string> {
  const { regime, up24h } = input.facts.universe;
  const btc = ofState(input, book, "bitcoin", "market", "change_24h_pct");
  if (isGap(regime) || isGap(up24h) || isGap(btc)) return drivers[0]?.text ?? NOTHING;
  const word = book.cite("market/pulse/regime", REGIME_WORDS[regime], "name");
  const share = book.cite("market/breadth/up_24h_pct", roundPct(up24h), "share1");
  return state`${word}: bitcoin ${btc}, ${share} of tracked tokens up over 24 hours`.text;
}

export const pulse: MarketBuilder<"pulse"> = (input) => {
  const book = openEvidence();
  const heard = Object.entries(TELLERS).map(([about, tell]) => ({ about, told: tell(input, book) }));
  const drivers = heard.flatMap((one) => (isGap(one.told) ? [] : [one.told]));
  const partial = heard.flatMap(({ about, told: why }) =>
    isGap(why) ? [omitted("/drivers", `Nothing of ${about}`, why, "it was not measured.")] : [],
  );
  const headline = headlineOf(input, book, drivers);
  const { universe } = input.facts;
  const { regime } = universe;
  const hasDrivers = drivers.length > 0;
  return {
    asOf: oldest(input, known(readAll(input, "market", "change_24h_pct"))),
    sources: sourcesOf(input, "market", "derivatives", "onchain"),
    coverage: { assessed: drivers.length, expected: heard.length },
    weight: drivers.length / heard.length,
    partial,
    members: {
      headline,
      summary: hasDrivers ? drivers.map(({ text }) => text).join(" ") : NOTHING,
      direction: derive([regime], (word) => DIRECTIONS[word]),
      regime,
      drivers: hasDrivers ? drivers.map(({ text, evidence }) => ({ text, evidence: [...evidence] })) : NOTHING,
      evidence: hasDrivers ? book.entries.map((entry) => ({ ...entry })) : NOTHING,
      model: MODEL,
    },
  };
};
