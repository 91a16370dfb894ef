// The words a model may use of its own: those that change nothing of what a sentence says. All others come from the draft.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** They may come and go: none says a direction, a size, a cause, a time, an order, a denial, an advice or a number. */
export const NEUTRAL = words(`
  a an the this that these those its it their they them here there which who whose while whereas as and but yet with
  within at on in of for by to over across around about through throughout during between among per than then so also too
  such own is are was were be been being has have had having s
  stands stood standing stand sits sat trades traded trading trade
  saw seen sees see shows showed shown show reads read measured recorded registered counted tracked watched observed
  noted marked posted printed logged covers covered reaches reached touches touched runs ran ranged ranges put puts
  took takes taking taken brought brings made makes came comes changed changes changing moved moves moving
  market markets price prices priced level levels value values valued figure figures reading readings data picture
  backdrop context background sum amount amounts total totals count counts measure number share part parts portion
  window span stretch period time course session quote quotes quoted
  token coin coins asset venue venues exchange exchanges platform platforms wallet wallets book books order orders depth
  spread volume turnover activity interest position positions positioning accounts account participants traders addresses
  address transfer transfers chain chains flow flows contract contracts futures perpetual spot sector group
  meanwhile now currently overall together altogether roughly approximately around just still far along likewise
  similarly separately elsewhere respectively net known visible recent latest current wider broader entire whole
  according report reports reported reporting according`);

/** Each group says one thing: of a group any word stands for any other, and they are those that a reader holds against signs. */
const GROUPS: Readonly<Record<string, ReadonlySet<string>>> = {
  up: words("rose rises gained gains climbed climbs jumped jumps grew grows added adds advanced increased expanded"),
  down: words("fell falls lost loses dropped drops slipped slips shrank shrinks shed declined decreased contracted"),
  ahead: words("beat outpaced outperformed"),
  behind: words("trailed lagged underperformed"),
  inflow: words("inflow inflows"),
  outflow: words("outflow outflows"),
  hour: words("hour hours"),
  minute: words("minute minutes"),
  day: words("day days"),
  week: words("week weeks"),
  long: words("long longs"),
  short: words("short shorts"),
  bid: words("bid bids"),
  ask: words("ask asks"),
};

const GROUP_OF = new Map(
  Object.entries(GROUPS).flatMap(([id, group]) => [...group].map((word) => [word, id] as const)),
);

/** What a word says; null for one that says nothing by itself. */
export const meaningOf = (word: string): string | null => (NEUTRAL.has(word) ? null : (GROUP_OF.get(word) ?? word));

/** Numbers that are typed without a digit. */
const NUMBER =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|[mbtr]+illions?|hundreds|thousands|dozens?|half|halves|thirds?|quarters?|fifths?|tenths?|once|twice|thrice|double[ds]?|tripled?|k|m|bn|mn)$/;
const ROMAN = /^(?=[mdclxvi]{2})m*(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/;
const NUMERALS = /[\p{N}一二三四五六七八九十百千万萬億亿兆零〇]/u;

export const isNumberWord = (word: string): boolean => NUMBER.test(word) || ROMAN.test(word);
export const hasNumeral = (text: string): boolean => NUMERALS.test(text);
