// The market in numbers: what the listed tokens come to, free, and the whole market, which costs a call.
import type { MarketSectionOf } from "../../../schema/market/index.ts";
import type { Answer } from "../kit/ask.ts";
import type { Detail } from "../kit/detail.tsx";
import { change, fixed, plain, short, words } from "../kit/format.ts";
import { isPartlyJudged } from "../kit/judged.ts";
import type { Live } from "../kit/live.ts";
import { PaidButton, usePaid } from "../kit/paid.tsx";
import { Figure, isMeasured, Value, whyMissing } from "../kit/value.tsx";
import { VERDICTS } from "./address.ts";
import type { TokenListData } from "./tokens.tsx";

type MarketData = {
  readonly overview?: MarketSectionOf<"overview">;
  readonly breadth?: MarketSectionOf<"breadth">;
  readonly sentiment?: MarketSectionOf<"sentiment">;
};
/** Its unit stays with its number. */
const TYPICAL = "Typical change, 24\u00a0h";

type SectionName = keyof MarketData;

const TARGET = "/v1/market?sections=overview,breadth,sentiment";

type Number = number | "unassessed";
const measuredOf = (numbers: readonly Number[]): number[] => numbers.filter(isMeasured);
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
function median(numbers: readonly number[]): number | null {
  const ordered = [...numbers].sort((a, b) => a - b);
  const [low, high] = [ordered[Math.ceil(ordered.length / 2) - 1], ordered[Math.floor(ordered.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** How many of the rows have which verdict, and how many have none. */
function Verdicts({ answer }: { readonly answer: Answer<TokenListData> }) {
  const { tokens } = answer.body.data;
  const counts = VERDICTS.map((word) => [word, tokens.filter((row) => row.verdict === word).length] as const);
  const judged = sum(counts.map(([, count]) => count));
  const none = tokens.length - judged;
  const shown = judged === 0 ? [] : [...counts, ...(none > 0 ? [["without", none] as const] : [])];
  const detail: Detail = {
    title: "Verdicts in force",
    value: judged === 0 ? "none yet" : shown.map(([word, count]) => `${count} ${word}`).join(", "),
    asOf: answer.body.as_of,
    notes: [
      `Of the ${tokens.length} tokens listed below ${judged} have a verdict in force; of the others none was issued yet, or the last has run out. Counted in this page.`,
    ],
    sources: answer.body.sources,
    whole: "the whole list",
  };
  return (
    <Value detail={detail}>
      {judged === 0 && "none yet"}
      {shown.map(([word, count]) => (
        <span key={word}>
          {count} {word}
        </span>
      ))}
    </Value>
  );
}

/** What the rows of the table come to; each says how many of them it is of. */
function Listed({ answer }: { readonly answer: Answer<TokenListData> }) {
  const { tokens } = answer.body.data;
  const caps = measuredOf(tokens.map((row) => row.market_cap_usd));
  const volumes = measuredOf(tokens.map((row) => row.volume_24h_usd));
  const changes = measuredOf(tokens.map((row) => row.change_24h_pct));
  const signals = measuredOf(tokens.map((row) => row.open_signals_count));
  const middle = median(changes);
  const detail = (title: string, value: string | null, of: number, how: string, section = "market"): Detail => ({
    title,
    value,
    asOf: answer.body.as_of,
    notes: [
      `${how} Of ${of} of the ${tokens.length} tokens listed below, those where it was measured; counted in this page.`,
    ],
    sources: answer.body.sources,
    whole: "the whole list",
    section,
  });
  const cap = caps.length === 0 ? null : `${short(sum(caps))} USD`;
  const volume = volumes.length === 0 ? null : `${short(sum(volumes))} USD`;
  const partly = tokens.filter(isPartlyJudged).length;
  // "0" alone would say that none is open, where most kinds were not judged.
  const open = signals.length === 0 ? null : `${plain(sum(signals))}${partly > 0 ? " known" : ""}`;
  const kinds =
    partly > 0
      ? ` Of ${partly} of the tokens only some kinds of signals could be judged: what the others would say is not known.`
      : "";
  const typical = middle === null ? null : `${change(middle)} %`;
  const rising = changes.length === 0 ? null : `${changes.filter((one) => one > 0).length} of ${changes.length}`;
  return (
    <dl class="stats">
      <Figure label="Cap of listed tokens">
        <Value detail={detail("Market cap of the listed tokens", cap, caps.length, "The sum.")}>{cap}</Value>
      </Figure>
      <Figure label="Traded in 24 h">
        <Value detail={detail("Volume of the listed tokens, 24 h", volume, volumes.length, "The sum.")}>{volume}</Value>
      </Figure>
      <Figure label="Rose in 24 h">
        <Value detail={detail("Listed tokens that rose in 24 h", rising, changes.length, "Their number.")}>
          {rising}
        </Value>
      </Figure>
      <Figure label={TYPICAL}>
        <Value detail={detail("Median change, 24 h", typical, changes.length, "The median.")}>{typical}</Value>
      </Figure>
      <Figure label="Verdicts" isSeveral>
        <Verdicts answer={answer} />
      </Figure>
      <Figure label="Open signals">
        <Value
          detail={detail("Open signals of the listed tokens", open, signals.length, `The sum.${kinds}`, "signals")}
        >
          {open}
        </Value>
      </Figure>
    </dl>
  );
}

const LISTED = ["Cap of listed tokens", "Traded in 24 h", "Rose in 24 h", TYPICAL];
const dots = <span aria-hidden="true">…</span>;

/** As large as what will stand there. */
const Waiting = () => (
  <dl class="stats waiting">
    {LISTED.map((label) => (
      <Figure key={label} label={label}>
        {dots}
      </Figure>
    ))}
    <Figure label="Verdicts" isSeveral>
      {dots}
    </Figure>
    <Figure label="Open signals">{dots}</Figure>
  </dl>
);

/** A member of a section of the whole market, with its own sources, or why there is none. */
function Member({
  answer,
  section,
  member,
  label,
  show,
}: {
  readonly answer: Answer<MarketData>;
  readonly section: SectionName;
  readonly member: string;
  readonly label: string;
  readonly show: (value: unknown) => string;
}) {
  const data = answer.body.data[section];
  if (data === undefined) return null;
  const value = (data as Readonly<Record<string, unknown>>)[member];
  const text = value === "unassessed" ? null : show(value);
  const why = text === null ? whyMissing(data.unassessed, `/${member}`) : [];
  const detail: Detail = {
    title: label,
    value: text,
    asOf: text === null ? null : data.as_of,
    notes: why,
    sources: answer.body.sources.filter(({ id = "" }) => data.sources.includes(id)),
    section,
  };
  return (
    <Figure label={label}>
      <Value detail={detail}>{text}</Value>
    </Figure>
  );
}

const usd = (value: unknown) => `${short(value as number)} USD`;
const pct = (value: unknown) => `${fixed(value as number, 1)} %`;
const changed = (value: unknown) => `${change(value as number)} %`;
const mood = (value: unknown) => {
  const { value: points, label } = value as { value: number; label: string };
  return `${points} of 100, ${label}`;
};

function Whole({ answer }: { readonly answer: Answer<MarketData> }) {
  const of = (section: SectionName, member: string, label: string, show: (value: unknown) => string) => (
    <Member answer={answer} section={section} member={member} label={label} show={show} />
  );
  return (
    <dl class="stats">
      {of("overview", "total_market_cap_usd", "Whole market, cap", usd)}
      {of("overview", "change_24h_pct", "Its change, 24 h", changed)}
      {of("overview", "btc_dominance_pct", "Bitcoin's share", pct)}
      {of("breadth", "up_24h_pct", "Breadth: rose in 24 h", pct)}
      {of("overview", "regime", "Regime", (value) => words(String(value)))}
      {of("sentiment", "fear_greed", "Mood: fear and greed", mood)}
    </dl>
  );
}

function WholeMarket() {
  const paid = usePaid<MarketData>(TARGET);
  return (
    <div class="whole">
      {paid.answer !== null && <Whole answer={paid.answer} />}
      <PaidButton paid={paid} first="Show the whole market" />
    </div>
  );
}

export const Overview = ({ tokens }: { readonly tokens: Live<TokenListData> }) => (
  <section class="overview" aria-label="The market in numbers">
    {tokens.answer === null ? <Waiting /> : <Listed answer={tokens.answer} />}
    <WholeMarket />
  </section>
);
