// Leaves out of a claim what only comments on it: parts of a sentence that hold nothing but words of reaction, of emphasis and of who tells it.

/** Any of these makes a part a comment. */
const REMARKS =
  "cope copium seethe ser sers brace buckle fren frens anon bruh bro bros kek omg omfg wtf lol lmao lmfao rofl smh ngl tbh fr imo imho fyi psa iykyk wow whoa damn dang sheesh yikes ouch oof rip gg gm gn wagmi ngmi lfg yolo fam folks lads boys guys gents ladies peeps mate mates dude yall yo hey hello cheers congrats congratulations jeez geez gosh blimey crikey boom bam ayy welp alas hooray hurrah bravo " +
  "weird strange odd curious funny amusing crazy insane nuts bonkers unreal unbelievable incredible remarkable notable noteworthy interesting intriguing fascinating telling striking surprising unsurprising predictable ironic typical tragic brutal savage nasty grim bleak scary spooky awkward impressive remarkable peasy obvious nuff fullstop " +
  "cheering cheered delighting delighted pleasing pleased spooking spooked rattling rattled alarming alarmed dismaying dismayed unnerving unnerved worrying worried frustrating frustrated disappointing disappointed surprised relieving relieved thrilling thrilled emboldening emboldened encouraging encouraged comforting comforted upsetting angering annoying puzzling puzzled confusing exciting excited exasperating rewarding rewarded punishing punished scratched " +
  "delight dismay relief chagrin surprise disappointment frustration amusement horror joy glee consternation annoyance embarrassment satisfaction " +
  "noted notes noting observed remarked indicate indicates indicated confirm confirms confirmed reveal reveals revealed reiterate reiterated stress stressed emphasise emphasised emphasize emphasized brokers dealers observers commentators pundits onlookers journalists " +
  "tape popcorn calendars calendar drumroll spoiler twist tick tock tip hint reminder remember recall newsflash bulletin memo dispatch " +
  "clarity completeness context perspective comparison transparency speaking statistically numerically strictly design told repeating repeat aware mention mentioning mentioned noting stating underlining";
/** These say nothing beside one of those. */
const BESIDE =
  "a an the this that these those it its he she they we you i me my your ur our their us them is are was were be been being am do does did has have had to of in on at by for with from as so and just very quite rather really truly much too also indeed here there now again some many who which what how all everyone everybody anyone " +
  "bulls bears holders investors traders buyers sellers analysts community desk desks street crypto twitter ct fans chart charts screen screens board books record figures numbers data stats statistics metrics evidence latest own tracker dashboard sources source feed " +
  "good bad great nice lovely beautiful sweet big huge small sign news thing things stuff fact facts look watch see mark grab quick fun full let make made more can should must worth bears point pointed out barely plainly clearly put simply frankly honestly hard true about go went goes clients readers please kindly say could one everyone";

const listOf = (words: string): readonly string[] => words.split(" ");
const REMARK: ReadonlySet<string> = new Set(listOf(REMARKS));
const EITHER: ReadonlySet<string> = new Set([...REMARK, ...listOf(BESIDE)]);

/** Sayings that would be read as something else by their words. */
const SAYINGS =
  /(?<![\w'’-])(?:no (?:drama|biggie|big deal|surprises?(?: there)?|wonder)|nothing to see here|(?:i(?:['’]?m| am) )?just saying|just sayin|cry about it|cry harder|deal with it|change my mind|mark my words|trust me|believe me|believe it or not|like it or not|no (?:joke|kidding|cap|lie|doubt about it|question about it|two ways about it)|not (?:gonna|going to) lie|not kidding|true story|for real|end of story|case closed|(?:e)?nough said|that(?:['’]s| is) (?:all|it)|mind you|to be (?:exact|precise|clear|fair|sure|honest|specific)|make no mistake|(?:give or take)(?=\s*[,.;!]|$)|look at th(?:at|is|e) (?:tape|chart|candle|thing)|how about that|who(?:['’]d| would) have thought|for the avoidance of (?:all |any )?doubt|(?:and )?not (?:vice versa|the other way (?:round|around))|rather than (?:vice versa|the other way (?:round|around))|taken (?:together|as a whole)|all told|all in all|when all is said and done|in no uncertain terms|by all accounts|to (?:say|put) (?:it|the least)(?: mildly)?|so (?:do not|don['’]?t) be shy|if you(?:['’]re| are) (?:keeping track|counting|wondering)|in case you missed it|as (?:of )?(?:this )?(?:writing|we speak))(?![\w'’-])/gi;
/** "As one would expect in a quiet market": to the end of the part. */
const EXPECTED =
  /(?<=^|[,;])\s*(?:just |much |exactly )?as (?:(?:one|you|we|many|most|some|anyone|everyone|analysts|brokers|traders|observers|people) )?(?:(?:would|might|could|can|may|had|have|has|will) )?(?:expect(?:ed|s)?|see|seen|know|knows|known|noted?|notes|imagined?|hoped|feared|guess(?:ed)?|predicted|suspect(?:ed)?|recall|remember|observed?|usual|always)\b[^,;.!?\d]*(?=$|[,;.!?])/gi;
/** What it is measured by stands with what is measured. */
const MEASURED =
  /,? (?:(?:if|when) (?:you|one) (?:goes|go|measures?|judges?)(?: it)? by|as per|going by|judg(?:ing|ed) by|in terms of|as measured by|measured by|as gauged by|per) (?=(?:the |its )?(?:(?:[a-z-]+ ){0,2}(?:volatility|cap(?:itali[sz]ation)?|ratio|volume|interest|supply|funding|value)))/gi;
/** Calls before and behind without a comma. */
const CALLS =
  "(?:omg|omfg|lol|lmao|lmfao|rofl|wtf|smh|ngl|tbh|fr|fyi|imo|easy|bro|bruh|fam|ser|anon|frens?|folks|lads|boys|guys|gm|gn|yo|wow|damn|sheesh|oof|rip|rn fam|no cap|cope|period|mate|dude|ouch|yikes|lfg|wagmi|ngmi|tho|though|big time|like crazy|hard to believe)";
const CALLED = new RegExp(String.raw`^(?:${CALLS}\b[\s,!.:-]*)+(?=\S)|(?:[\s,]+${CALLS})+(?=[\s!.?]*$)`, "gi");
/** "We can confirm that", "it bears repeating that". */
const OPENED = /^((?:[\p{L}'’-]+ ){1,6})that (?=\S)/iu;

/** "FDV? Well over 100 billion.": who asks for a number tells it. */
const ASKED =
  /^(?!(?:is|are|was|were|does|did|do|has|have|had|will|can|could|should|would|what|how|who|why|when|where|which)\b)([^?]{3,60})\? (?=(?:well |just |only |about |around |roughly |nearly |almost )*(?:over|under|above|below|north|more than|less than|at least|[$]?\d))/i;

/** The claim with what it asks and answers by itself told. Pure. */
export const answered = (text: string): string => text.replace(ASKED, "$1 is ");

const PARTS = /([,;:!?…()|—–]+|\.(?!\d)|\s-\s)/u;

const isOf = (part: string): boolean => {
  const words = part.toLowerCase().match(/[\p{L}\d'’%$-]+/gu) ?? [];
  return words.length > 0 && words.every((word) => EITHER.has(word)) && words.some((word) => REMARK.has(word));
};

/** The claim without its comments; as it is where nothing else would be left. Pure. */
export function withoutComments(text: string): string {
  const said = text
    .replace(SAYINGS, "")
    .replace(/,\s*,/g, " ")
    .replace(EXPECTED, "")
    .replace(MEASURED, " as ")
    .replace(CALLED, "")
    .replace(OPENED, (all, opener: string) => (isOf(opener) ? "" : all));
  const parts = said.split(PARTS);
  const left = parts.map((part, at) => (at % 2 === 0 && isOf(part) ? "" : part)).join("");
  return /[\p{L}\d]/u.test(left) ? left : text;
}
