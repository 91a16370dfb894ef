// The words that may stand beside a price, or beside what is measured by its name, without saying anything of it. A word that is none of them was meant of something: then nothing is decided.
import { inflected } from "../../inflect.ts";
import type { MetricId } from "../../metric.ts";
import type { Read } from "../../read-items.ts";

/** Words that only join others. */
const JOINING =
  "a an the this that these those it its they their them there here which who what where of at in on into onto to from over under past last for as so by with within across during per among amid amidst despite off is are was were be been being am has have had having does do did not only just also too either both each every all one ones own same still even yet already then now again only alone but and or while than rather very quite some any you we us our my your i me he she his her themselves itself us's upon via through throughout along around about against between behind beyond beneath toward towards until till out up down back because since when if though although once can could will may might would t s d";
/** The coin itself, and what it costs. */
const THE_COIN =
  "coin coins token tokens altcoin altcoins alt crypto cryptocurrency cryptocurrencies asset assets currency native digital price prices priced pricing valued value values worth market percentage level levels mark handle change changes changed performance return returns returned range period time moment apiece dollar dollars usd usdt cents cent $ = way direction much anything nothing spot today's day's hour hours day days week weeks month";
/** Where something is shown or counted: after "on", "at", "in" and the like. */
const SHOWN =
  "rate rates figure figures number numbers reading readings window course terms case point points amount sum total quote unit press writing tape board chart charts screen ticker basis data place record books count measure";
const SHOWN_AFTER = /^(?:at|on|in|by|per|of|as|from|across|over|during|with|for|to|a)$/;
/** To be, to stand, to trade and to become: what stands beside them says what. */
const STANDING_VERBS =
  "stand/stood sit/sat lie/lay/lain rest hover linger remain stay trade deal quote price cost/cost hold/held come/came/come go/went/gone run/ran/run keep/kept make/made get/got/gotten become/became/become end finish settle continue appear look seem show/showed/shown see/saw/seen find/found measure read/read register record post print log notch stage manage experience suffer endure take/took/taken turn amount equal equate total represent mean/meant put/put hang/hung bring/brought give/gave/given reach return move fluctuate float oscillate wobble swing/swung set/set nurse extend perform confirm indicate note check match revisit retake regain cover account";
const STANDING = inflected(STANDING_VERBS);
/** How much somebody makes of it. */
const EMPHASIS =
  "whole entire full mere massive whopping hefty staggering huge big large small tiny modest decent solid strong sharp steep rough busy wild wicked striking remarkable notable fresh new net true real actual right well exactly precisely roughly currently presently present latest current previous flat fine firm plain clear sure yes yeah yep no-doubt indeed fact facts update alert breaking note gm ser lol lmao fam bro bros guys folks ngl tbh imo btw fyi rn af ouch wow overall broader wider combined collectively together single good healthy cool neat clean round paltry meagre measly brutal savage ugly nasty painful ruthless";
/** With "ly" these are no emphasis: how often, how long, how nearly. */
const NO_EMPHASIS =
  /^(?:nearly|hardly|barely|scarcely|usually|typically|normally|generally|rarely|temporarily|briefly|momentarily|mostly|mainly|largely|partly|partially|fairly|only|family|supply|rally|monthly|weekly|daily|hourly|yearly|possibly|probably|likely|unlikely|supposedly|allegedly|reportedly|seemingly|apparently|potentially|practically|virtually|frequently|occasionally|initially|originally|previously|formerly|early|eventually|wrongly|falsely|hypothetically|theoretically)$/;

/** Beside what is measured by name: whose it is, where it is, and what it comes to. */
const BESIDE =
  "supply circulating circulation outstanding order orders book books exchange exchanges venue venues platform platforms account accounts position positions trader traders investor investors wallet wallets holder holders owner owners long longs short shorts buyer buyers seller sellers bidders participants crowd everyone everybody public people market markets network chain onchain control controlled controls own owns owned hands custody stash vaults liquidation liquidations liquidated forced closed wiped rekt blown selling buying paying paid pay volume turnover liquidity depth mid ratio coefficient money fund funds leverage leveraged open interest future futures perp perps perpetual perpetuals swap swaps contract contracts derivatives release releases due coming upcoming locked staked deposits defi gross combined grand handful number numbers majority bulk lion's share hurdle mean average median standard baseline norm hourly daily yearly annualised annualized realised realized implied recent most regular normal usual typical tight thin fat lean heavy gloomy dismal fearful mood index sentiment size sized both side sides two either whale whales tracker trackers picture terms volatility regime mode territory terrain world world's odd pace trivial totalled totaling totalling numbered numbering pointing pointed noting noted mentioning said shifted";
const ADDING = inflected(
  "add/added account amount total come/came/come make/made equal equate constitute comprise represent form tally count sum translate correspond work weigh/weighed clock produce happen bear/bore/borne carry boast command contain possess include belong distribute divide split share spread/spread concentrate track list cover observe monitor seen float locate hold/held print",
);

const SPENT: ReadonlySet<string> = new Set([...`${JOINING} ${THE_COIN} ${EMPHASIS}`.split(" "), ...STANDING]);
const PLACES: ReadonlySet<string> = new Set(SHOWN.split(" "));
const isEmphasis = (word: string): boolean => /.{3}ly$/.test(word) && !NO_EMPHASIS.test(word);

const NAMED: ReadonlySet<string> = new Set([...SPENT, ...PLACES, ...BESIDE.split(" "), ...ADDING]);
const isSpentBeside = (word: string): boolean => NAMED.has(word) || isEmphasis(word) || /^[^a-z]*$/.test(word);

/** Whether nothing was left unsaid with a word that stands between these. */
function isSpent(word: string, before: readonly string[]): boolean {
  if (PLACES.has(word)) return before.slice(-2).some((one) => SHOWN_AFTER.test(one));
  return SPENT.has(word) || isEmphasis(word) || /^[^a-z]*$/.test(word);
}

const isEnd = ({ is }: Read): boolean => is === "stop" || is === "join" || is === "or";
function partsOf(items: readonly Read[]): Read[][] {
  const parts: Read[][] = [[]];
  for (const item of items) {
    if (isEnd(item)) parts.push([]);
    else parts.at(-1)?.push(item);
  }
  return parts;
}

/** Of one coin a verb has an end: without it the word is a noun, as "deal" is in "BTC's deal fell", and so is an adjective in its place. */
const NOUNS: ReadonlySet<string> = new Set(
  [...STANDING_VERBS.split(" ").map((verb) => verb.split("/")[0] ?? verb), ...EMPHASIS.split(" ")]
    .concat("meaning feeling reading showing standing dealing suffering".split(" "))
    .filter(
      (word) => !/^(?:cost|put|set|read|now|right|well|exactly|indeed|fact|facts|fine|flat|together)$|ly$/.test(word),
    ),
);
const BE = /^(?:is|was|has|had)$/;

/** Words in the place of a noun that no measure is named by: between a coin and what it did, and before "of" a coin. Pure. */
export const strayNouns = (items: readonly Read[]): string[] => partsOf(items).flatMap(nounsOf);

function nounsOf(part: readonly Read[]): string[] {
  if (part.filter(({ is }) => is === "token").length !== 1) return [];
  const isVerb = (item: Read | undefined): boolean =>
    item !== undefined && (item.is === "move" || item.is === "op" || (item.is === "fill" && BE.test(item.text)));
  return part.flatMap((item, at) => {
    const word = item.text.toLowerCase();
    if (!["fill", "noun", "unread"].includes(item.is) || !NOUNS.has(word)) return [];
    // "Did SOL trade above": a verb after all.
    const isAsked = /^(?:did|does|do)$/i.test(part[at - 2]?.text ?? "");
    const isBehind = part[at - 1]?.is === "token" && isVerb(part[at + 1]) && !isAsked;
    const isBefore = part[at + 1]?.text === "of" && part[at + 2]?.is === "token" && isVerb(part[at + 3]);
    return isBehind || isBefore ? [word] : [];
  });
}

const OF_PRICE: readonly MetricId[] = ["price", "ath", "drawdown"];
/** What names something that is measured beside the price. */
const NAMES: readonly Read["is"][] = ["part", "side", "lean", "fact", "bigger", "venue", "futures", "top", "crowd"];
const isNamed = (part: readonly Read[]): boolean =>
  part.some((item) => NAMES.includes(item.is) || (item.is === "metric" && item.id !== "price"));

/** Words of the parts that nothing took in: of those that name what is measured, and of those that are of the price. Pure. */
export function unspent(items: readonly Read[], metrics: readonly MetricId[]): string[] {
  const isPrice = metrics.some((id) => OF_PRICE.includes(id));
  return partsOf(items).flatMap((part) => {
    const words = part.flatMap(({ is, text }) =>
      text
        .toLowerCase()
        .split(/[\s-]+/)
        .map((word) => ({ word, isLeft: is === "fill" || is === "noun" })),
    );
    const said = words.map(({ word }) => word);
    const left = (isSaid: (word: string, at: number) => boolean) =>
      words.flatMap(({ word, isLeft }, at) => (isLeft && !isSaid(word, at) ? [word] : []));
    if (isNamed(part)) return left(isSpentBeside);
    return isPrice || part.some(({ is }) => is === "move") ? left((word, at) => isSpent(word, said.slice(0, at))) : [];
  });
}
