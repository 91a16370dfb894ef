// A reader who has a published brief or answer and nothing else: holds every number, every word of direction and every
// citation of its texts against the evidence in it. Written apart from the service's own checker, and knows no part of it.

type Json = Readonly<Record<string, unknown>>;
type Item = { readonly id: string; readonly kind: string; readonly data: Json };
type Text = { readonly where: string; readonly text: string; readonly ids: readonly string[] | null };
type Value = { readonly name: string; readonly value: number | string };

export type Published = {
  readonly token: { readonly symbol: string; readonly name: string } | null;
  readonly evidence: readonly Item[];
  readonly [member: string]: unknown;
};

/** Windows that sentences name in words, and idioms of this market. */
const PHRASES: readonly RegExp[] = [
  /\bwithin (?:an hour|four hours)\b/g,
  /\bfour hours before\b/g,
  /\beight hours\b/g,
  /\blast ninety days\b/g,
  /\bwithin two per cent of the middle\b/g,
  /\ba quarter of an hour\b/g,
  /\bfor each one short\b/g,
  /\bproves none of them\b/g,
  /\bhad none as sharp\b/g,
  /\b(?:four hours|(?:thirty|ninety) days|by the last thirty|in ninety)\b/g,
  /\b(?:one|two) per cent\b/g,
  /\bten largest\b/gi,
  /\b(?:buy|sell) tax\b/g,
];

const UP =
  "rose|rise|rises|gained|climbed|jumped|grew|added|advanced|increased|expanded|beat|outpaced|outperformed|inflow|higher";
const DOWN =
  "fell|fall|falls|lost|dropped|slipped|shrank|shed|declined|decreased|contracted|trailed|lagged|underperformed|outflow|lower";
const DIRECTION = new RegExp(`\\b(?:(${UP})|(${DOWN}))\\b`, "gi");
export const NUMBER_WORD =
  /\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred\w*|thousands?|millions?|billions?|trillions?|dozens?|half|halves|thirds?|quarters?|twice|thrice|double[ds]?|tripled?|quadrupled?|[ivx]{2,}|XIV|zwölf)\b/i;
const TOKEN = new RegExp(
  [
    String.raw`\d{4}-\d{2}-\d{2}`,
    String.raw`\d{2}:\d{2} UTC`,
    String.raw`[+-]?\$\d+(?:,\d{3})*(?:\.\d+)?[KMBT]?`,
    String.raw`[+-]?\d+(?:,\d{3})*(?:\.\d+)? (?:%|percentage points|times|bps|hours?)`,
    String.raw`\d+(?:\.\d+)?[KMBT]\b`,
    String.raw`[+-]?\d+(?:,\d{3})*(?:\.\d+)?`,
  ].join("|"),
  "g",
);

/** Changes and flows: their sign is a direction. */
const SIGNED =
  /change|return|netflow|strength|^funding_8h|^apr|^rate|share_of_volume_pct|usual_day|inflation|difference/;
const MONEY = /usd|price|^high$|^low$|^ath$|market_cap|volume/;
const COINS = /native|supply/;
const PERCENT = /pct|percentile|share|breadth|strength|return|change|apr|funding/;
const SCALE: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };
const LEAST_SLACK = 1e-9;

function walk(value: unknown, name: string, found: Value[]): void {
  if (typeof value === "number") found.push({ name, value });
  else if (typeof value === "string") {
    if (value !== "unassessed") found.push({ name, value });
  } else if (Array.isArray(value)) for (const one of value) walk(one, name, found);
  else if (typeof value === "object" && value !== null)
    for (const [inner, one] of Object.entries(value)) walk(one, inner, found);
}

/** Evidence is read for many texts, and never changes. */
const READ = new WeakMap<Json, readonly Value[]>();

function valuesOf(data: Json): readonly Value[] {
  const known = READ.get(data);
  if (known) return known;
  const found: Value[] = [];
  walk(data, "", found);
  READ.set(data, found);
  return found;
}

const isNear = (value: number, shown: number, decimals: number): boolean =>
  Math.abs(Math.abs(value) - shown) <= 0.5 * 10 ** -decimals * (1 + 1e-6) + LEAST_SLACK * Math.abs(value);

const decimalsOf = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

/** Whether a sum of money stands for the value: three digits and a letter, or all of it to its last decimal. */
function isMoney(text: string, value: number): boolean {
  const letter = /[KMBT]$/.exec(text)?.[0];
  const shown = Number(text.replace(/[^\d.]/g, ""));
  if (letter === undefined) return isNear(value, shown, decimalsOf(text));
  const scaled = Math.abs(value) / (SCALE[letter] ?? 1);
  return isNear(scaled, shown, Math.max(0, 2 - Math.floor(Math.log10(Math.max(scaled, 1)) + 1e-9)));
}

type Kind = "time" | "money" | "percent" | "times" | "bps" | "hours" | "coins" | "plain";
const kindOf = (token: string): Kind => {
  if (/UTC$|^\d{4}-/.test(token)) return "time";
  if (token.includes("$")) return "money";
  if (/[KMBT]$/.test(token)) return "coins";
  const unit = / (%|percentage points|times|bps|hours?)$/.exec(token)?.[1];
  return unit === undefined
    ? "plain"
    : unit === "%" || unit === "percentage points"
      ? "percent"
      : unit === "hour"
        ? "hours"
        : (unit as Kind);
};

const NAMED: Readonly<Record<Kind, RegExp>> = {
  time: /./,
  money: MONEY,
  percent: PERCENT,
  times: /ratio/,
  bps: /bps/,
  hours: /_h$|hours/,
  coins: COINS,
  plain:
    /ratio|value|rank|count|past_windows|venues_assessed|^n$|^open_signals$|^(?:transactions|active_addresses)_24h$|^btc_|native/,
};

/** The values that, with their unit, are what is shown; nothing is said of signs yet. */
function standing(token: string, kind: Kind, values: readonly Value[]): Value[] {
  if (kind === "time") {
    const is = (value: string) =>
      token.endsWith("UTC") ? value.slice(11, 16) === token.slice(0, 5) : value.startsWith(token);
    return values.filter(({ value }) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}T/.test(value) && is(value));
  }
  const shown = Math.abs(Number(token.replace(/[^\d.]/g, "")));
  const decimals = decimalsOf(token);
  const is = (value: number) =>
    kind === "money" || kind === "coins" ? isMoney(token, value) : isNear(value, shown, decimals);
  return values.filter(({ name, value }) => typeof value === "number" && is(value) && NAMED[kind].test(name));
}

type Said = { readonly sign: number; readonly at: number };

const directionsIn = (text: string): Said[] =>
  [...text.matchAll(DIRECTION)].map((found) => ({ sign: found[1] === undefined ? -1 : 1, at: found.index }));

/** The parts in which a word and its number belong together. */
const END = /[.;:](?=\s|$)/g;

function judge(plain: string, where: string, values: readonly Value[]): string[] {
  const faults: string[] = [];
  const tokens = [...plain.matchAll(TOKEN)].map((found) => ({ text: found[0], at: found.index }));
  const ends = [...plain.matchAll(END)].map((found) => found.index);
  const isTogether = (from: number, to: number) => !ends.some((end) => end > from && end < to);
  const words = directionsIn(plain);
  let before = 0;
  for (const { text, at } of tokens) {
    const kind = kindOf(text);
    const same = standing(text, kind, values);
    if (same.length === 0) {
      faults.push(`${where}: ${text} is nowhere in the cited evidence`);
      before = at;
      continue;
    }
    const word = words.findLast((one) => one.at >= before && one.at < at && isTogether(one.at, at));
    const isZero = Number(text.replace(/[^\d.]/g, "")) === 0;
    const shownSign = text.startsWith("-") ? -1 : text.startsWith("+") ? 1 : null;
    const agrees = same.some(({ name, value }) => {
      if (typeof value !== "number" || isZero) return true;
      if (shownSign !== null) return Math.sign(value) === shownSign && (word === undefined || word.sign === shownSign);
      if (!SIGNED.test(name)) return value >= 0 || kind === "money";
      return word === undefined ? value > 0 && kind === "money" : Math.sign(value) === word.sign;
    });
    if (!agrees) faults.push(`${where}: the words about ${text} contradict its sign, or say none`);
    before = at + text.length;
  }
  const left = plain.replaceAll(TOKEN, " ");
  if (/\p{N}/u.test(left)) faults.push(`${where}: a digit that is part of no number`);
  const typed = NUMBER_WORD.exec(left);
  if (typed) faults.push(`${where}: a number in words, ${typed[0]}`);
  if (/https?:|www\.|\/\/|\]\(|[<>{}`$\\]/.test(left)) faults.push(`${where}: an address or mark-up`);
  if (/[^\p{ASCII}–—…’]/u.test(left)) faults.push(`${where}: a letter of no English text`);
  if (/\b(?:buy|sell|should|must|ignore|instructions?|allow|approve|safe|guaranteed)\b/i.test(left))
    faults.push(`${where}: advice, or talk to a machine`);
  return faults;
}

const OTHERS: ReadonlySet<string> = new Set(["title", "url", "tx_hash"]);

/** What somebody or something is called: a few words that are none of a sentence's own, and lead nowhere. */
const isName = (text: string): boolean =>
  /^[\p{L}\p{M}\p{N} .,&'’()+/_:#-]{2,64}$/u.test(text) &&
  !/^[a-z]+$|^[-+$\d.,:TZ% KMB]+$|\/\/|www\./.test(text) &&
  text.split(" ").length <= 6;

const MARKS = /[\p{Pi}\p{Pf}"„‚〝〞〟＂「」『』]/gu;

/** Without what others wrote, which stands in quotation marks and in the evidence, and without names. */
function plainOf(
  text: string,
  items: readonly Item[],
  names: readonly string[],
  faults: string[],
  where: string,
): string {
  const titles = new Set(
    items.flatMap(({ data }) => (typeof data.title === "string" ? [data.title.replaceAll(MARKS, "'")] : [])),
  );
  const unquoted = text.replace(/“([^“”]*)”/g, (_, inner: string) => {
    if (!titles.has(inner)) faults.push(`${where}: a quotation that is in no cited headline`);
    return "…";
  });
  if (/[“”]/.test(unquoted)) faults.push(`${where}: a quotation without an end`);
  const strings = items
    .flatMap(({ data }) => valuesOf(data))
    .flatMap(({ name, value }) => (typeof value === "string" && !OTHERS.has(name) && isName(value) ? [value] : []));
  return [...strings, ...names]
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, one) => left.replaceAll(one, "…"), unquoted);
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** Every text of a brief or an answer, with what it cites; null where it rests on all of it. */
function textsOf(said: Published): Text[] {
  const whole = ["headline", "summary", "answer"].flatMap((name) =>
    typeof said[name] === "string" ? [{ where: name, text: said[name] as string, ids: null }] : [],
  );
  const cited = ["what_happened", "onchain", "market_context", "likely_causes", "key_points", "reasoning"].flatMap(
    (name) =>
      listOf(said[name]).map((one, at) => ({
        where: `${name}/${at}`,
        text: String(one.text ?? one.cause),
        ids: (one.evidence ?? []) as readonly string[],
      })),
  );
  const plain = ["watch_next", "caveats"].flatMap((name) =>
    ((said[name] ?? []) as readonly string[]).map((text, at) => ({ where: `${name}/${at}`, text, ids: null })),
  );
  return [...whole, ...cited, ...plain];
}

/** The text that a fault is about. */
export const textAt = (said: Published, fault: string): string =>
  textsOf(said).find(({ where }) => fault.startsWith(`${where}: `))?.text ?? "";

/** How many numbers its texts show. */
export const countNumbers = (said: Published): number =>
  textsOf(said).reduce((sum, { text }) => sum + [...text.matchAll(TOKEN)].length, 0);

const namesOf = ({ token }: Published): string[] => (token === null ? [] : [token.symbol, token.name]);

/** What does not hold of a text beside these pieces of evidence. */
function readText(where: string, text: string, items: readonly Item[], names: readonly string[]) {
  const faults: string[] = [];
  const own = plainOf(text, items, names, faults, where);
  const plain = PHRASES.reduce((left, phrase) => left.replaceAll(phrase, "…"), own);
  const values = items.flatMap(({ data }) => valuesOf(data));
  return { plain, faults: [...faults, ...judge(plain, where, values)] };
}

/** Of a claim: what is said to be measured is in the evidence, and what is not measured decides nothing. */
function readChecked(said: Published): string[] {
  const all = listOf(said.claims_checked);
  const faults = all.flatMap(({ measured, result, evidence }, at) => {
    const where = `claims_checked/${at}`;
    if (measured === UNASSESSED) return result === UNKNOWN ? [] : [`${where}: nothing was measured, and it is decided`];
    const items = said.evidence.filter(({ id }) => (evidence as readonly string[]).includes(id));
    const isThere =
      typeof measured === "boolean"
        ? items.some(({ data }) => Object.values(data).includes(measured))
        : items.some(({ data }) => valuesOf(data).some(({ value }) => value === measured));
    return isThere ? [] : [`${where}: ${String(measured)} is nowhere in the cited evidence`];
  });
  const isOpen = all.every(({ result }) => result === UNKNOWN);
  return said.mode === "claim" && isOpen && said.verdict !== UNKNOWN
    ? [...faults, "nothing decides the claim"]
    : faults;
}

const UNASSESSED = "unassessed";
const UNKNOWN = "unknown";

/** Everything that does not hold. A statement of an answer that says what was not measured may lack a citation. */
export function readPublished(said: Published): string[] {
  const names = namesOf(said);
  const faults = textsOf(said).flatMap(({ where, text, ids }) => {
    const items = ids === null ? said.evidence : said.evidence.filter(({ id }) => ids.includes(id));
    const { plain, faults: own } = readText(where, text, items, names);
    if (ids === null || (items.length > 0 && items.length === new Set(ids).size)) return own;
    const mayBe = /^(?:key_points|reasoning)/.test(where) && ids.length === 0 && !/\p{N}/u.test(plain);
    return mayBe ? own : [...own, `${where}: it cites nothing, or what is not there`];
  });
  return [...faults, ...readChecked(said)];
}

/** Citations of its statements, and those that are needed: without one the rest no longer bear it out, or it does so alone. */
export function citationsOf(said: Published): { readonly all: number; readonly needed: number } {
  const names = namesOf(said);
  const holds = (text: string, items: readonly Item[]) => readText("", text, items, names).faults.length === 0;
  let [all, needed] = [0, 0];
  for (const { text, ids } of textsOf(said)) {
    const items = said.evidence.filter(({ id }) => ids?.includes(id));
    all += items.length;
    for (const item of items)
      if (
        items.length === 1 ||
        holds(text, [item]) ||
        !holds(
          text,
          items.filter((one) => one !== item),
        )
      )
        needed += 1;
  }
  return { all, needed };
}

/** Whether it says that something was not measured, of which this piece of evidence is all that is known. */
export function admits(said: Published, id: string): boolean {
  const isSaid =
    listOf(said.unassessed).length > 0 || ((said.caveats ?? []) as readonly string[]).some((text) => LACKS.test(text));
  const rests = listOf(said.claims_checked).filter(({ evidence }) => (evidence as readonly string[]).includes(id));
  return isSaid && rests.every(({ result }) => result === UNKNOWN);
}
const LACKS = /\bnot\b.*\bmeasured\b/i;
