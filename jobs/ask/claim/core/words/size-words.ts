// How amounts are compared, how near they are to what is said, how far one is past another, and which way something went.
import { inflected } from "../../../inflect.ts";
import type { Item } from "../../../lexicon.ts";
import { either, joined } from "./joined.ts";

const UP =
  "over|above|more than|higher than|north of|past|beyond|upwards of|greater than|in excess of|larger than|up from|to the north of|bigger than";
const DOWN =
  "under|below|beneath|short of|shy of|less than|lower than|south of|fewer than|smaller than|to the south of|underneath|off";
const SMALL =
  "a hair|a whisker|a shade|a tad|a notch|a touch|a sliver|a smidge|a smidgen|a fraction|a little|a little bit|a bit|a tiny bit|a wee bit|a trifle|only just|just barely|just|only slightly|only a little|only a bit|only marginally|barely|slightly|marginally|fractionally|narrowly|a hair's breadth|ever so slightly|a stone's throw|minutely|a fraction of a percent|very slightly|just a little|just a bit|just a touch|just a tad|just a hair|just slightly|just marginally|a small step|not much|not far|not a lot";
const FAR =
  "well|far|way|considerably|substantially|significantly|much|markedly|a good deal|a lot|vastly|miles|a long way|hugely|massively|dramatically|a far cry|streets|way way|a great deal|significantly and|wildly|a good way|a fair way|a fair bit|quite a bit|a whole lot|by far";
const RISES = inflected(
  "blow/blew/blown sail shoot/shot push climb rise/rose/risen move go/went/gone get/got jump surge rally soar power run/ran charge race storm smash burst break/broke/broken cross advance leap/leapt spring/sprang/sprung pop poke edge creep/crept nudge inch drift tick march sneak bounce rebound recover",
).join("|");
const FALLS = inflected(
  "sink/sank/sunk slide/slid break/broke/broken fall/fell/fallen drop slip dip move go/went/gone crash plunge tumble push drag send/sent knock cross drift creep/crept edge nudge inch tick plummet slump collapse retreat shrink/shrank/shrunk dive/dived ease sag pull cut/cut",
).join("|");
const NUDGES = inflected(
  "creep/crept edge inch drift tick nudge grind/ground move go/went/gone come/came head trend push pull bring/brought take/took/taken drag send/sent knock point float sneak march slip trade turn swing/swung press squeeze force pressure",
).join("|");
const BE = "is|are|was|were|has been|have been|be|being";

export const SIZE_WORDS: readonly (readonly [Item, string])[] = [
  [
    { is: "op", op: ">", event: true },
    either(
      joined(RISES, "past|above|over|beyond|through"),
      "cleared|clears|clearing|vaulted|vaulted past|vaulted over|leapfrogged|hurdled|retook|regained|took out",
    ),
  ],
  [{ is: "op", op: "<", event: true }, joined(FALLS, "below|under|beneath|underneath|to below|to under")],
  [{ is: "move", dir: 1 }, joined(NUDGES, "up|higher|upward|upwards")],
  [{ is: "move", dir: -1 }, joined(NUDGES, "down|lower|downward|downwards")],
  [
    { is: "about", how: "almost" },
    either(
      joined(SMALL, DOWN),
      "close on|nigh on|getting on for|as good as|knocking on|next to|all but exactly|coming up on|pushing|touching on|approaching|nudging|closing in on|verging on|bordering on|within a whisker of|within touching distance of|the best part of|the better part of|well nigh|not quite|almost exactly|very nearly|very almost|just about under|up to nearly|just off|a little off|slightly off",
    ),
  ],
  [
    { is: "about", how: "bit" },
    either(
      joined(SMALL, UP),
      "marginally more|a fraction more than|a smidge more than|just north of|only just over|just the other side of|fractionally more than|barely more than|scarcely more than|hardly more than|little more than|not much more than|no great deal more than",
    ),
  ],
  [
    { is: "about", how: "well" },
    either(
      joined(
        FAR,
        "over|above|more than|higher than|north of|past|beyond|greater than|in excess of|larger than|upwards of",
      ),
      joined(FAR, "under|below|beneath|short of|less than|lower than|south of|fewer than|smaller than"),
      "nowhere near as much as",
    ),
  ],
  [
    { is: "about", how: "about" },
    "in the neighbourhood of|in the neighborhood of|in the vicinity of|in the region of|in the ballpark of|in the area of|in the range of about|in the order of|on the order of|of the order of|to the order of|to the tune of about|or so|or thereabouts|or around that|thereabouts|give or take|more or less|broadly|somewhere around|somewhere near|somewhere about|somewhere in the region of|around about|round about|right around|right about|right near|just about|pretty close to|very close to|quite close to|close to|near|nearish|ish|odd|near enough|to a first approximation|in round numbers|in round figures|rounded|in rough terms|on a rough count|say|an estimated|estimated at|an approximate|approximate|a rough|rough|roughly about|circa|circa about|approximating|hovering around|hovering near|hovering about|hovers around|hovers near|hovers about|hovered around|hovered near|sitting around|sitting near|sits around|sits near|trading around|trading near|trades around|trades near|not far from|equivalent to about|or something like it|nearly or about|what amounts to",
  ],
  [
    { is: "op", op: ">=" },
    "at the very least|at a minimum|a minimum of|not less than|no less than|no lower than|no smaller than|not below|not under|not lower than|no fewer than|not fewer than|as much as or more than|equal to or above|equal to or more than|equal to or greater than|greater than or equal to|more than or equal to|above or equal to|or above|or higher|or greater|or better|and above|and up|and over|upward of at least|minimum|did not fall short of|does not fall short of|does not fall below|is not below|never less than|not any less than|no worse than at least|as least",
  ],
  [
    { is: "op", op: "<=" },
    "at the very most|at the most|at a maximum|a maximum of|not more than|no more than|no greater than|no larger than|no bigger than|not above|not over|not higher than|no higher than|not any more than|not exceeding|equal to or below|equal to or less than|less than or equal to|below or equal to|or below|or lower|or fewer|and below|and under|maximum|up to a maximum of|does not exceed|do not exceed|did not exceed|has not exceeded|have not exceeded|does not top|did not top|has not topped|does not surpass|did not surpass|has not surpassed|never more than|capped at|limited to|does not go beyond|does not rise above|is not above|not in excess of|never exceeded|does not even exceed|no match for",
  ],
  [
    { is: "op", op: "<" },
    either(
      "has not yet reached|have not yet reached|has not quite reached|has not reached|has not yet hit|have not yet hit|has not yet topped|has yet to hit|has yet to top|does not reach|do not reach|did not reach|has not reached|have not reached|fails to reach|failed to reach|fail to reach|falls short of|fall short of|fell short of|falling short of|stops short of|stopped short of|stop short of|comes in under|comes in below|came in under|came in below|nowhere near|not even|does not even reach|did not even reach|does not amount to|do not amount to|not as much as|is short of|does not match|do not match|did not match|cannot match|can not match|does not get to|did not get to|has yet to reach|have yet to reach|yet to reach|does not come to|did not come to|does not add up to|did not even come to|is outdone by|is exceeded by|are exceeded by|was exceeded by|were exceeded by|is outweighed by|are outweighed by|was outweighed by|were outweighed by|is outstripped by|are outstripped by|was outstripped by|were outstripped by|is dwarfed by|are dwarfed by|was dwarfed by|were dwarfed by|is surpassed by|was surpassed by|are surpassed by|were surpassed by|is topped by|was topped by|is eclipsed by|are eclipsed by|was eclipsed by|is outnumbered by|are outnumbered by|were outnumbered by|was outnumbered by|outnumbered by|outweighed by|outstripped by|exceeded by|dwarfed by|surpassed by|eclipsed by|overshadowed by|outdone by",
      inflected("undershoot/undershot undercut/undercut underrun").join("|"),
    ),
  ],
  [
    { is: "op", op: ">" },
    either(
      inflected("overshadow outsize overshoot/overshot outclass outmatch outgrow/outgrew/outgrown").join("|"),
      "is in excess of|comes in above|came in above|comes in over|came in over|comes in at over|is no longer below|goes beyond|went beyond|runs above|ran above|got past|gets past|over and above|more even than|upwards of|upward of|northwards of|to the north of|northward of|tops out above|in the excess of|comes in higher than|came out above|came out higher than|rises above|sits above|lies above|stands above|weighs more than|is greater than",
    ),
  ],
  [
    { is: "vague" },
    "a hair|a whisker|a shade|a tad|a notch|a sliver|a smidge|a smidgen|a fraction|a little bit|a tiny bit|a trifle|fractionally|barely|only just|narrowly|minimally|noticeably|appreciably|decidedly|distinctly|clearly|by far|vastly|a good deal|a great deal|significantly|by a wide margin|by a large margin|by a big margin|by some distance|by a considerable distance|by a distance|by a long way|by a long shot|by some margin|by a mile|by miles|handsomely|by a good margin|many times over|by a clear margin|by a comfortable margin|comfortably|a whole lot|a fair bit|quite a bit|ever so slightly|by a country mile",
  ],
  [
    { is: "most" },
    "the greater portion|the larger portion|the major part|the main part|the better half|the bigger half|more than half|over half|upwards of half|well over half|the majority share|the bigger part|the biggest part|the largest part|the biggest share|the largest share|the bigger share|a majority share|the lion share|the larger half|the greatest part|the preponderance|mostly of|for the greater part|in the main|in large part|the dominant part|largely|chiefly|primarily|the brunt|the brunt of|the weight|the heft|most of it|most of them|most of that|most of this|the majority of it|the majority of them|the bulk of it|the bulk of them",
  ],
  [
    { is: "degree", how: "much" },
    "almost exclusively|almost entirely|nearly exclusively|nearly entirely|virtually exclusively|virtually entirely|overwhelmingly|almost completely|nearly completely|the great majority|the vast bulk|an overwhelming majority|a vast majority|by far the most|by far the largest part",
  ],
  [
    { is: "bigger", metric: "market_cap", dir: 1 },
    either(
      joined("more", "valuable|highly valued|richly valued"),
      "worth more|valued more highly|valued higher|ranked higher in value|greater in value|larger by value|bigger by value|larger in value|bigger in value|higher valued|weightier|larger by market cap|bigger by market cap|larger by cap|bigger by cap",
    ),
  ],
  [
    { is: "bigger", metric: "market_cap", dir: -1 },
    either(
      joined("less", "valuable|highly valued|richly valued"),
      "worth less|valued less highly|valued lower|smaller by value|smaller in value|lower valued|smaller by market cap|smaller by cap",
    ),
  ],
  [
    { is: "bigger", metric: "price", dir: 1 },
    "dearer|pricier|costlier|more expensive|more costly|higher priced|more highly priced|higher in price|more dear",
  ],
  [
    { is: "bigger", metric: "price", dir: -1 },
    "cheaper|less expensive|less costly|lower priced|lower in price|less pricey|more affordable|better value|a better bargain",
  ],
  [
    { is: "bigger", metric: "volatility", dir: 1 },
    "more jumpy|more erratic|shakier|rockier|rougher|more unstable|more nervous|more restless|more choppy|more unruly|edgier|swingier|bouncier|more agitated",
  ],
  [
    { is: "bigger", metric: "volatility", dir: -1 },
    "more placid|quieter in price|more sedate|smoother|more settled|more steady|less jumpy|less erratic|less choppy|less wild|more subdued in price|placider",
  ],
  [{ is: "bigger", metric: "depth", dir: 1 }, "more deep|denser|fuller|meatier|more substantial liquidity"],
  [
    { is: "bigger", metric: "volume", dir: 1 },
    "more heavily traded|more actively traded|traded more heavily|traded more actively|more widely traded|more traded",
  ],
  [
    { is: "bigger", metric: "volume", dir: -1 },
    "less heavily traded|less actively traded|traded less|less traded|more thinly traded",
  ],
  [
    { is: "more", dir: 1 },
    "more|greater|larger|higher|bigger|stronger|heavier|fatter|steeper|taller|wider|broader|ampler|richer|in greater numbers|in larger numbers|more numerous|further up",
  ],
  [
    { is: "more", dir: -1 },
    "less|fewer|lower|smaller|lighter|weaker|narrower|thinner|slimmer|tighter|leaner|slighter|shallower|in smaller numbers|in fewer numbers|less numerous|down on|reduced versus|poorer|more modest|softer|scarcer|milder",
  ],
  [
    { is: "versus", dir: 1 },
    either(
      inflected(
        "outperform outpace outrun/outran outshine/outshone outdo/outdid/outdone beat/beat/beaten outgain outclass trump best outmuscle outstrip surpass eclipse lead/led",
      )
        .filter((word) => word !== "best" && word !== "bests")
        .join("|"),
      joined(
        "done|did|do|does|doing|fared|fares|faring|performed|performs|performing|held up|holds up|came off|came out|come off|stood up|weathered it|coped|has done|have done|has fared|has performed|had done|has held up",
        "better than|better|rather better than|somewhat better than|a bit better than|slightly better than|far better than|much better than|a little better than|notably better than|considerably better than",
      ),
      "ahead of|edged ahead of|inched ahead of|nosed ahead of|moved ahead of|crept ahead of|edged out|pulled away from|came in ahead of|pulled ahead of|finished ahead of|is ahead of|was ahead of|got ahead of|stayed ahead of|ran ahead of|stronger than|in better shape than|had the edge over|has the edge on|has the edge over|the stronger of the two against|showed relative strength against|gained ground on|gained ground against|gained ground versus|gained relative to|gained against|made up ground on|strengthened against|rose against|rose versus|rose relative to|appreciated against|up against|up versus|up relative to|climbed against|stole a march on|left behind|relative strength against|relative strength versus|has done better than|outperformance over|outperformance of|outperformance versus|outperformance against|a better return than|a better performance than|a stronger performance than|better returns than|a stronger showing than|a better showing than|a better day than|a better week than|a better month than|had a better time than|more resilient than|a better bet than|a better hold than",
    ),
  ],
  [
    { is: "versus", dir: -1 },
    either(
      inflected("underperform trail lag").join("|"),
      joined(
        "done|did|do|does|doing|fared|fares|faring|performed|performs|performing|held up|holds up|came off|came out|come off|stood up|coped|has done|have done|has fared|has performed|had done|has held up",
        "worse than|worse|rather worse than|somewhat worse than|a bit worse than|slightly worse than|far worse than|much worse than|a little worse than|less well than|notably worse than|considerably worse than|not as well as",
      ),
      "behind|edged behind|slipped behind|fallen behind|dropped back behind|fell behind|lagged behind|is behind|was behind|dropped behind|trailed behind|finished behind|weaker than|in worse shape than|ceded ground to|lost ground to|lost ground against|lost ground on|lost out to|gave ground to|was outpaced by|were outpaced by|is outpaced by|outpaced by|beaten by|was beaten by|is beaten by|has been beaten by|outperformed by|was outperformed by|is outperformed by|has been outperformed by|outdone by|was outdone by|outshone by|was outshone by|outrun by|lost against|lost versus|lost relative to|fell against|fell versus|fell relative to|weakened against|depreciated against|down against|down versus|down relative to|slipped against|relative weakness against|relative weakness versus|underperformance versus|underperformance against|underperformance relative to|a worse return than|a worse performance than|a weaker performance than|worse returns than|a weaker showing than|a worse showing than|a worse day than|a worse week than|a worse month than|less resilient than|could not keep up with|did not keep up with|failed to keep up with|failed to keep pace with|did not keep pace with|could not keep pace with|has not kept pace with|has not kept up with|was left behind by|left behind by|could not match|did not match the performance of",
    ),
  ],
  [
    { is: "move", dir: 1 },
    either(
      joined(
        BE,
        "in the green|in the black|in positive territory|in profit|on the rise|on the up|on an upswing|in the plus|up on the trade",
      ),
      "in the green|in the black|on the upswing|upswing|uptick|upturn|upmove|a gain|a rise|an increase|an advance|a climb|an uptick|a rally|a bounce|a rebound|growth|upward move|upward movement|a positive return|positive return|price gain|price rise|price increase|appreciation|in ascent|on the ascent|ascent|making money|a net gain|a net rise|in the money|worth more|richer|better off|a winning|winning|put on weight|put on|tacked on|piled on|added|adding|has added|have added|earned|a green|gained in value|grew in value|rose in value|increased in value|up in price|sitting on a gain|sitting on profits|positive performance|made ground|made up ground|regained ground|recovered ground|edged upward|edged upwards|moved upward|moved upwards|drifted up|drifted upwards|on the front foot|to the upside|inched upward|nudged upward|ticked upward|crept upward|gained altitude|turned a profit|yielded|returned a gain|returned a profit|made its holders money",
    ),
  ],
  [
    { is: "move", dir: -1 },
    either(
      joined(
        BE,
        "in the red|in negative territory|at a loss|on the decline|on the slide|in the minus|down on the trade",
      ),
      "in the red|deep in the red|deeply in the red|downswing|downtick|downturn|downmove|a loss|a fall|a drop|a decline|a decrease|a slide|a dip|a pullback|pullback|a retreat|a setback|setback|slide|shrinkage|reduction|a reduction|contraction|downward move|downward movement|a negative return|negative return|a minus|price drop|price fall|price decline|price decrease|depreciation|on the descent|descent|losing money|a net loss|a net fall|worth less|poorer|worse off|a losing|losing|came off|coming off|has come off|have come off|come off|shed|shedding|a red|lost in value|fell in value|dropped in value|decreased in value|declined in value|down in price|negative performance|gave back|given back|giving back|gave up|handed back|surrendered|forfeited|relinquished|conceded|ceded|knocked off|shaved off|edged downward|edged downwards|moved downward|moved downwards|drifted down|drifted downwards|on the back foot|to the downside|inched downward|nudged downward|ticked downward|crept downward|lost altitude|took a hit|taken a hit|took a knock|was trimmed|was cut|has been cut|were cut|has been trimmed|been reduced|was reduced|has been reduced|has shrunk|was pared back|pared back|cut back|wound down|was wound down|unwound|been unwound|was unwound|was flushed out|disappeared|vanished|evaporated|erased|been erased|wiped away|melted away|cost its holders|cost holders|cost investors|has cost holders|were closed out|slipped back|fell back|fallen back|dropped back|pulled lower|cooled off|cheapened|become cheaper|became cheaper|has become cheaper|got cheaper|gotten cheaper|has got cheaper|has gotten cheaper|depleted|been depleted|drained|was drained|drained away|bled out|thinned|thinned out|lightened|deflated",
    ),
  ],
  [
    { is: "move", dir: 1 },
    "become dearer|became dearer|has become dearer|got dearer|has got dearer|become more expensive|became more expensive|has become more expensive|got more expensive|has got more expensive|gotten more expensive|has gotten more expensive",
  ],
  [
    { is: "move", dir: -1 },
    "slump|a slump|damage|the damage|rout|a rout|the rout|selloff|sell off|a selloff|a sell off|the selloff|slide|a slide|the slide|correction|a correction|the correction|plunge|a plunge|the plunge|tumble|a tumble|crash|a crash|drawdown since|the drawdown over|lopped off|lopped|lopping|sliced off|carved off|hacked off|skimmed off|taken off|took off its price|clipped|docked|chopped off|calmed|calmed down|calming|cooled down|quietened|quietened down|quieted down|subsided|abated|died down|fell off|fallen off|dropped off|slackened off|tapered|down leg|leg down|a leg down|leg lower|a leg lower|gone up in smoke|went up in smoke|gone from|down day|a down day|deleveraged|retraced",
  ],
  [
    { is: "move", dir: 1 },
    "leg up|a leg up|leg higher|a leg higher|the rally|the bounce|the rebound|the recovery|a recovery|the advance|the climb|the surge|a surge|an up day|up day|boomed|booming|thrived|blossomed|flourished|rebounded by|staged a rally|staged a rebound|staged a recovery|mounted a recovery|made a comeback|staged a comeback",
  ],
  [
    { is: "flat" },
    "about the same|more or less the same|roughly the same|much the same|more or less unchanged|practically unchanged|virtually unchanged|little changed|hardly changed|barely changed|broadly flat|broadly unchanged|broadly stable|roughly flat|basically flat|essentially flat|essentially unchanged|pretty much flat|pretty much unchanged|more or less flat|almost unchanged|nearly unchanged|almost flat|nearly flat|close to unchanged|treading water|in a holding pattern|stood still|standing still|stagnated|stagnant|range bound|did not go anywhere|has gone nowhere|went nowhere|ran in place|marked time|little moved|moved little|changed little|has changed little|has barely changed|has hardly changed|has barely moved|has hardly moved|has barely budged|has hardly budged|scarcely moved|scarcely changed|has scarcely moved|moved sideways|traded sideways|moving sideways|trading sideways|going sideways|went sideways|no real change|no meaningful change|no change to speak of|next to no change|almost no change",
  ],
  [
    { is: "times", factor: 2 },
    "two fold|more or less doubled|a doubling|doubled up|doubles|double in size|multiplied by two",
  ],
  [{ is: "times", factor: 3 }, "three fold|a tripling|triples|trebles|multiplied by three"],
  [
    { is: "times", factor: 0.5 },
    "a halving|halves|halving|been halved|cut by half|cut in two|slashed in half|sliced in half|dropped by one half|lost one half|fell by one half|shed half|lost half",
  ],
];
