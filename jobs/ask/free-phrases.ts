// Everyday phrases of market prose by what they stand for: read with the everyday words where a first reading left a claim open.
import { inflected } from "./inflect.ts";
import type { Item } from "./lexicon.ts";

const RISES =
  "perked up|firmed up|marched higher|ticked higher|notched up|in the black|above water|on the up|on the rise|on the way up|trending higher|heading north|going north|gone north|went north|pointing up|pointing higher|swung higher|made headway|made progress|pressed higher|stormed ahead|leaped|buoyant|enlarged|fattened|mushroomed|piled up|picked up steam|gathered pace|turned up|turned higher|came back up|built up|better off|advancing|on the front foot|in the money|surged higher|pushed up|lifted|boosted|bulked up|filled out|powered higher|powered up|driven up|driven higher|been bid up|was bid up|got bid up|escalated|ramped up|ramped higher|hiked up|roared higher|raced up|raced higher|stormed higher|flew up|flew higher|sprang up|hopped up|bumped up|worked its way up|worked its way higher|beefed up|won ground|winning ground";
const FALLS =
  "surrendered ground|gave ground|given ground|gave up ground|underwater|under water|worse off|on the slide|on the way down|trending lower|heading south|going south|gone south|went south|pointing down|pointing lower|backslid|unwound|unwinding|drained|draining|deflated|deflating|melted|melting|faded|fading|leaked|leaking|crumbled|crumbling|buckled|wilted|withered|drooped|slackened|thinned out|petered out|tailed off|fell away|fallen away|dropped away|scaled back|whittled down|lightened|in retreat|took a hit|taken a hit|took a beating|taken a beating|took a dive|taken a dive|took a tumble|took a knock|bleeding out|bled out|rolled over|handed over|slashed|sapped|shrivelled|shriveled|dented|eroded|on the back foot|down bad|coughed up|forfeited|relinquished|knocked back|run down|drawn down|depleted|vanished|vanishing|disappeared|disappearing|went up in smoke|walked out of the door|walked out the door|come in|cut back|driven down|driven lower|beaten down|beaten lower|spiralled down|spiraled down|spiralled lower|spiraled lower|swooned|backtracked|slid back|slipped back|sank back|sunk back|shrank back";

/** What each list stands for, its phrases with a bar between them. */
const LISTS: readonly (readonly [Item, string])[] = [
  [{ is: "move", dir: 1 }, RISES],
  [{ is: "move", dir: -1 }, FALLS],
  [{ is: "op", op: ">" }, inflected("surpass outdo outsize outrank overshadow trump").join("|")],
  [{ is: "op", op: ">" }, "on the far side of|to the north of|upwards from|clear of"],
  [{ is: "op", op: "<" }, "on the near side of|to the south of|inside of|shy of"],
  [{ is: "extreme", side: 1 }, "apex|zenith|summit|crest|pinnacle|top tick"],
  [{ is: "extreme", side: -1 }, "nadir|bottom tick"],
  [
    { is: "most" },
    "lion's share|lions share|the lion's share|bulk|the bulk|vast bulk|the vast bulk|vast majority|greater part|better part|lion s share|brunt|the brunt",
  ],
  [
    { is: "bigger", metric: "volatility", dir: 1 },
    "jumpier|choppier|wilder|shakier|bumpier|more turbulent|more jumpy|more erratic",
  ],
  [{ is: "bigger", metric: "volatility", dir: -1 }, "steadier|tamer|more stable|smoother"],
  [{ is: "bigger", metric: "depth", dir: 1 }, "deeper|thicker|more deep"],
  [{ is: "bigger", metric: "depth", dir: -1 }, "shallower|thinner|less deep"],
  [{ is: "metric", id: "volume" }, "exchanged|was exchanged|were exchanged|has been exchanged|bought and sold"],
  [{ is: "noun" }, "custody|platforms|trading platforms|wallet addresses|vaults"],
  [{ is: "positive", sign: -1 }, "subzero|sub zero"],
  [
    { is: "fill" },
    [
      "languishes|languishing|languished|loiters|loitering|lurks|lurking|dwells|nestles|chilling|chills|camped|camping|hanging out|hanging|hangs|cruising|humming",
      "pretty|costing|locked|locked up|locked away|modest|a mere|a grand total of|as a whole|to its name|in the hands of|hands|in their custody|in custody",
      "in terms of value|by value|in value terms|in dollar terms|measured in dollars|dollars' worth|dollars worth|worth of|leveraged|outstanding|or thereabouts|so to speak|as it happens|at the time|in all|all up|forced|forcibly",
      "today's|table|belongs|belongs to|league table|league|regular|ordinary",
    ].join("|"),
  ],
];

export const FREE_PHRASES: ReadonlyMap<string, readonly { readonly words: readonly string[]; readonly item: Item }[]> =
  (() => {
    const all = new Map<string, { words: readonly string[]; item: Item }[]>();
    for (const [item, list] of LISTS)
      for (const phrase of list.split("|")) {
        const words = phrase.split(" ");
        const [first = ""] = words;
        all.set(first, [...(all.get(first) ?? []), { words, item }]);
      }
    for (const list of all.values()) list.sort((a, b) => b.words.length - a.words.length);
    return all;
  })();

/** The words of these that stand alone: none of them is a slip of another. */
export const FREE_ALONE: ReadonlySet<string> = new Set(
  [...FREE_PHRASES.values()].flatMap((list) => list.flatMap(({ words }) => words)),
);
