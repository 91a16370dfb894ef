// Words that only whole sentences have a place for: what would be needed, what was so at some time, what lies outside, and months by name.
import type { Item } from "../../../lexicon.ts";
import { either, joined } from "./joined.ts";

export const TURN_WORDS: readonly (readonly [Item, string])[] = [
  [
    { is: "needed" },
    either(
      joined("would|will||still|currently|now", "have to|has to|need to|needs to|need|needs|require|requires"),
      joined(
        "is|are|would be|was|still",
        "needed|required|necessary|what it takes|all it takes|all it would take|what it would take|away from|enough",
      ),
      joined("it|that", "takes|would take|will take|needs|would need|requires|would require|has to|would have to"),
      "is all it would take|is what it would take|needed|required|away from|short of regaining|from reclaiming|must|would only have to|would have to at least|remains needed",
    ),
  ],
  [
    { is: "fill" },
    either(
      joined(
        "to|in order to|before it could|before it can|before",
        "get back to|match|regain|reclaim|revisit|return to|recover to|recover|retake|reach|hit|equal|climb back to|be back at|see|set|test|retest|make it back to|return it to|be at|rise back to|surpass|beat|make|get to|reaching|regaining|reclaiming|matching",
      ),
      "from here|from current levels|from current prices|from its current level|from the current price|from today's price|from where it is|from where it stands|from its current price|from this level|from present levels|at the current price|again from here|from now|to get back|in value from here",
    ),
  ],
  [
    { is: "sometime" },
    "at some point|at one point|sometime|at some time|at some stage|at one stage|at any point|at any time|at one time|temporarily|briefly|for a time|for a while|for a moment|momentarily|at some moment|at times|fleetingly|at least once|intermittently|at a certain point",
  ],
  [
    { is: "pays" },
    "pay|pays|paying|paid|hand over|hands over|handing over|fork over|forks over|forking over|shell out|shells out|shelling out|are charged|is charged|are being charged|have to pay|must pay|pay out|owe|owes",
  ],
  [
    { is: "earns" },
    "earn|earns|earned|earning|receive|receives|receiving|collect|collects|collecting|get paid|gets paid|is paid|are paid|being paid|are being paid|pocket|pockets|pocketing|is earning|are earning|is credited|are credited",
  ],
  [{ is: "peg" }, "dollar peg|its dollar peg|peg to the dollar|its peg to the dollar|one dollar peg|$1 peg|its $1 peg"],
  [{ is: "from" }, "off|down off|back from"],
  [
    { is: "fill" },
    "staged|staging|stages|mounted|mounting|exposure|exposures|the odd one out|odd one out|an outlier|the outlier|the exception|an exception|standing apart|standing alone|hardly surprising|the outright|at a glance|leverage-wise|selling|the selling|buying|the ones who|the ones|who are|who is|who was|who were",
  ],
  [{ is: "nearer" }, "closer to|nearer to|nearer|closer|in closer reach of|less far from|not as far from"],
  [
    { is: "range" },
    "swing|price swing|swings of|a swing of|top to bottom|high to low|low to high|peak to trough|trough to peak|span between high and low|distance between high and low|gap between high and low|difference between high and low|spread between high and low|high low range|range between high and low|gap between its high and low|difference between its high and its low|difference between the high and the low|gap between the high and the low|distance between the high and the low|distance between its high and its low|from high to low|from low to high|from top to bottom|from peak to trough|from bottom to top",
  ],
  [
    { is: "fill" },
    either(
      joined("across|among|in|for|over|of|taking", "all", "accounts|traders|positions|venues|holders|addresses"),
      joined(
        "kind|unkind|rough|hard|tough|good|bad|cruel|generous|brutal|harsh|gentle|painful|difficult|nice|great|rewarding|punishing|profitable|costly|lovely|miserable",
        "to|on|for",
        "|the",
        "holders|investors|traders|bulls|bears|owners|buyers|coin|token|price|it|coin holders",
      ),
      joined("kind|unkind|rough|cruel|generous|brutal|harsh|gentle", "to|on|for"),
      "despite|in spite of|notwithstanding|even after|even with|with|hurdle|mark|threshold|barrier|milestone|watermark|bar|line in the sand|psychological mark|psychological level|round number|handle|covers|covering|it has|to date",
    ),
  ],
  [{ is: "times", factor: 2 }, "double"],
  [{ is: "times", factor: 3 }, "triple|treble"],
  [{ is: "times", factor: 4 }, "quadruple"],
  [
    { is: "refuse", why: "unread" },
    "double digit|double digits|single digit|single digits|triple digit|mid single digit|low single digit|high single digit",
  ],
  [
    { is: "op", op: ">" },
    "not as low as|not quite as low as|not so low as|not as negative as|not as deeply negative as|not as small as|not as little as",
  ],
  [
    { is: "op", op: "<" },
    "not as high as|not as much as|not as large as|not so high as|not as many as|not as big as|not quite as high as|not as great as|not quite as much as|not as far as",
  ],
  [
    { is: "fill" },
    "ended|closed|finished|wrapped up|than it started|than it began|than it opened|than where it started|than where it began|than where it opened|from where it started|than at the start|than at its start|than it was at the start|than at the outset|than at its beginning|than when it began|than when it started",
  ],
  [
    { is: "metric", id: "market_cap" },
    "market values|market puts|is valued by the market at|valued by the market at|market assigns|market attaches",
  ],
  [
    { is: "outside" },
    "outside|outside of|beyond the|other than the|not in the hands of|not held by|not owned by|not among|not controlled by|elsewhere than with the",
  ],
  [{ is: "not" }, "not yet|yet to|still not|no longer|not currently|not presently|not now|not at present"],
];
