// Everyday words of market prose by what they stand for: read where no phrase of the lexicon has them, and never taken for a slip of another.
import { inflected } from "./inflect.ts";
import type { Item } from "./lexicon.ts";

/** How large or remarkable somebody finds a number: the number is the same. */
const EPITHETS =
  "massive whopping hefty mere staggering notable noteworthy remarkable striking sizeable sizable stunning robust decent respectable tidy stark " +
  "measly meagre meager paltry puny lofty lush bumper mammoth gigantic enormous immense gargantuan colossal monstrous epic insane crazy wild mad ridiculous absurd " +
  "brutal savage nasty ugly painful bloody grim bleak dismal eye watering jaw dropping eyewatering jawdropping popping unremarkable uneventful " +
  "proper plain bog standard legit lofty sturdy handsome generous lacklustre lackluster sluggish abysmal dreadful shocking surprising " +
  "whole entire sheer outright precise exact actual true real current present prevailing latest existing noted said named aforementioned underlying";
/** How it is told. */
const ADVERBS =
  "itself himself themselves anyway anyhow meanwhile elsewhere nonetheless nevertheless regardless likewise besides thereby therein thus hereby " +
  "respectively collectively jointly together apiece individually broadly generally basically technically effectively ultimately roughly apparent " +
  "swiftly quickly fast rapidly abruptly suddenly smoothly steadily gradually slowly aggressively violently relentlessly persistently consistently continuously " +
  "merely purely solely hence proportionately correspondingly accordingly fully entirely completely totally wholly utterly absolutely definitely certainly " +
  "notoriously famously habitually usually though indeed alas yep yes yeah nope well ok okay gm gn bro bros fam lads guys folks man dude anon ser sir madam lol lmao lmfao " +
  "rofl smh fr frfr ngl tbh imo btw fyi psa fwiw tho rip oof ouch wow whoa damn heck hell dang sheesh yikes hmm hey oh ah look note reminder update alert breaking flash newsflash " +
  "fact facts truth simple summary recap snapshot tldr headline headlines check confirmed verified quick";
/** What numbers are spoken of with, and where they are shown. */
const THINGS =
  "press writing publication reading readings print prints tally count tab bill haul pile stash pot chunk portion slice lot lots bunch clip mark handle zone area region " +
  "territory terrain scene board screen screens chart charts data stats stat statistics metrics metric dashboard tracker gauge meter indicator needle ticker numbers figures number figure " +
  "pricing price-tag sticker tag worth-of piece unit units side front terms rates status state condition place spot-check case situation range pace clip rhythm extent degree magnitude scale " +
  "altcoin alt altcoins crypto-asset cryptoasset digital blockchain project ecosystem world globe planet world's market's industry industry's sector space " +
  "trader traders investor investors participants players punters speculators people person folk users community crowd money capital cash funds bag bags " +
  "desk desks bettors bets bet wagers wager gamblers degens degen apes bulls' bears' " +
  "day's today's hour's period interval stretch span timeframe time-frame horizon window fortnight's";
/** To have, to be and to become. */
const HAVES =
  "experience witness suffer undergo nurse endure sustain incur encounter enjoy boast command sport feature carry amass tally notch chalk rack log book score clinch net garner attract draw pull " +
  "fluctuate oscillate wobble bob gyrate float linger rest idle perch park lie sit stand hover trade clock register read weigh measure quote show display find/found exhibit mark represent account constitute comprise equate translate correspond " +
  "turn keep/kept bring/brought take/took/taken get/got make/made give/gave/given put/put leave/left come/came/come run/ran/run work feel/felt mean/meant " +
  "reflect denote signify imply total sum add amount average-out pan work";
const REST =
  "coefficient mode anything cryptocurrencies seeing see sees printing numbered realised realized markets observes due release broader wider wise ones rough tough difficult busy quiet wild choppy tricky volatile-day even far-off close-by about-face aside rejected defi " +
  "he she they them him her his our ours your yours my mine me i you u us one's who whom whose which what where whereby wherein " +
  "'s ' of off onto upon with via per around-the-clock across among amongst amid-st between-them within-it inside-it to-date till toward towards along " +
  "such some certain own same other-wise kind sort form thing things stuff way ways manner fashion any-more " +
  "been am im ive thats theres heres its it's here there then than-ks please pls kindly";

/** Words of these lists that say something after all, or are read elsewhere. */
const KEPT: ReadonlySet<string> = new Set(
  (
    "average-out apparent some any left leave leaves leaving off of one take takes taken taking mean means meant bet bets add adds added adding real true average side front worth state basis turn turned turns turning " +
    "lie spot-check net nets netted netting pull pulls pulled pulling draw draws put puts putting find finds give gives gave given giving bring brings imply implies implied implying"
  ).split(" "),
);

const fill: Item = { is: "fill" };
const listOf = (list: string): string[] => list.split(" ").filter((word) => word !== "" && !KEPT.has(word));

export const FREE_WORDS: ReadonlyMap<string, Item> = new Map<string, Item>([
  ...[EPITHETS, ADVERBS, THINGS, REST].flatMap((list) => listOf(list).map((word): [string, Item] => [word, fill])),
  ...inflected(HAVES)
    .filter((word) => !KEPT.has(word))
    .map((word): [string, Item] => [word, fill]),
]);
