// What words of questions stand for, and which concepts together mean an intent, where no phrase of it was said.
import type { IntentId } from "./intent.ts";

/** Each concept with its words; a star stands for any ending. */
export const CONCEPTS = {
  trade:
    "sell*|sold|buy*|bought|dump*|exit*|unwind*|unload*|offload*|liquidate|cash out|get rid|convert*|swap*|purchas*|acquir*|order*|execut*|trade|trading|fill*|position|get out|get in|take profit*|dispose*|size|clip|bid|ask|enter|entry|market buy|market sell|sweep*|close out|place|ape",
  amount:
    "\\d{4,}|\\d+ (?:usd|dollars?|bucks|btc|coins?|tokens?|eth|sol|ada|bnb)|large|big|huge|bigger|biggest|massive|sizeable|sizable|whole bag|all of it|all my|everything at once|much size|stack|bags?|million|millions|thousand|six figures|seven figures|institutional|notional|this size|size",
  ease: "eas*|quick*|fast|smooth*|without|hurt*|immediately|instantly|at once|in one go|one shot|move|moves|moving|push*|shift*|nuk*|tank*|crater*|los* (?:much|money|a lot)|cheap*|expensive|cost|costs|fee|fees|price do i|price would i|average price|what price|room|enough|able to|possible|feasible|realistic*|afford|bps|basis points|effect|footprint|get away with|handle|soak*|best (?:place|venue|exchange)|where",
  thick:
    "thick*|thin|deep*|shallow|dense|wall|walls|resting orders|limit orders|market makers?|maker|makers|tight|wide",
  books: "markets|bids?|asks?|offers|order|orders|book|books|quotes|market|side|mid|level two|l2",
  long: "long|longs|short|shorts|shorting|longing|shorters|longers|leveraged|leverage|perp|perps|perpetual*|futures|swap|swaps|derivative*|bulls|bears|bullish|bearish",
  pay: "pay|pays|paid|paying|earn*|cost*|rate|rates|expensive|cheap|charge*|fee|fees|interest|yield|income|receive*|collect*|premium|annualis*|annualiz*|apr|overnight|rollover",
  lean: "lean*|tilt*|skew*|side|bias*|mostly|majority|most|more|everyone|everybody|people|traders|retail|degens?|apes|crowd*|one sided|too many|exposure|exposed|expos*|how many|percent|share|ratio|balance|stacked|piled|piling|offside|the herd|market",
  outstanding:
    "outstanding|open|opened|contracts open|notional|exposure|stack*|build*|buil*|positions|position|gearing|geared|borrowed|margin*|debt|on margin|over ?extended|overheated|froth*",
  wiped:
    "wip*|flush*|blow*|blew|blown|kill*|destroy*|nuked|wreck*|kicked|forced|knock*|purg*|carnage|massacre*|bloodbath|burn(?:t|ed)|margin called|taken out|smoked|cooked|roasted|obliterat*|slaughter*|hunted|stop hunt*|washed|crushed|busted|bust|rinsed|caught|hurt|pain|punished|evaporat*|closed out",
  party:
    "trader*|position*|longs?|shorts?|bulls|bears|people|degens?|leverage*|over leveraged|accounts?|stops|players|gamblers",
  new: "new|newly|fresh|additional|more|another|extra|each day|every day|per day|daily|every year|per year|a year|annual*|yearly|next|coming|future|upcoming|still|left|remaining|ever|eventually|in total|total|already|so far|out there|in existence|maximum|max|locked",
  coin: "coin*|token*|units?|btc|bitcoin*|supply|sats|satoshis|them",
  make: "made|make|creat*|mint*|print*|generat*|produc*|exist*|releas*|issu*|emit*|enter*|add*|come|comes|coming|hit|hits|mine|mined|miners|give out|handed|grow*|locked|destroy*|flood*|remain*|left|out there|outstanding|available",
  easily:
    "easy|easily|hard|difficult|quick|quickly|fast|instantly|possible|smoothly|tight|illiquid|thin|simple|painless|costly|straightforward",
  rid: "rid of|out of|into cash|to cash|for cash|cash out|turn into money",
  siding: "side|sides|bullish|bearish|positioned|positioning|exposure|direction",
  howMuchOf:
    "how much of it|destroy*|in existence|left to (?:mine|issue|release)|dilut*|tokens? (?:are )?locked|minted|buyback*|buy back*",
  insider:
    "team|teams|founder*|investor*|vc|vcs|insider*|foundation|treasury|private sale|seed|early backers|backers|dev|devs|creator*|issuer*|company|admin*|somebody|someone|they|anyone",
  power:
    "print*|mint*|stop|stops|freeze*|frozen|take|pull|turn off|block*|disable*|seize*|confiscat*|switch off|shut|halt*|change the|rewrite|edit|upgrade*|run away|run off|disappear*|steal*|drain*|withdraw my|blacklist*|lock me|lock my|abandon*|exit scam|censor*|revoke*|create more|make more|unlimited",
  unlocking: "sell*|lock*|unlock*|release*|lockup*|lock up|allocation*|allocat*|share|grant*|tranche*",
  dodgy:
    "dodg*|shady|sketch*|fish(?:y|ier)|suspicious|suspect|malware|bug|bugs|fraud*|fake|ponzi|swindle*|con job|hidden|trick*|dangerous|danger|unsafe|risk|risks|risky|flaw*|weakness*|loophole*|nasty|privileged|trap*|compromis*|tamper*|bogus|phish*|warning signs?|vulnerabl*|centralis*|centraliz*|reputable|trust|trusted|okay|sound|harmless|concern*",
  code: "code|contract*|smart contract*|function*|program|programme|permission*|privilege*|tokenomics|project|deployer|bytecode|protocol|source|owner*|admin|hook|hooks|token",
  block:
    "block*|stop*|prevent*|unable|not be able|allowed|locked|stuck|trapped|restrict*|impossible|disabled|can i even|can i actually|can i still|able to",
  leave: "sell*|selling|transfer*|withdraw*|exit|moving my|getting out|get my money|cash out|out again",
  allLost:
    "lose everything|lose it all|lose all|los* my money|lose my funds|go to zero|my money safe|funds safe|money is safe|money safe|funds at risk",
  motion:
    "go|goes|going|gone|went|move*|moving|sen[dt]*|send*|leav*|left|flow*|enter*|pour*|pil*|com(?:e|es|ing)|came|pull*|ship*|transfer*|put|putting|drain*|stream*|exit*|add*|shift*|deposit*|withdr*|arriv*|park*|park(?:ed|ing)|sit|sits|sitting|held|stored|taken|take|taking|dump*|buy*|bought|sell*|sold|load*|stack*|scoop*|grab*|offload*|active|doing|up to|woke|wake|waking|awake|dormant|pick*|shuffl*",
  venue:
    "exchange|exchanges|cex|cexs|binance|coinbase|kraken|bybit|okx|kucoin|bitfinex|bitstamp|gemini|upbit|trading venues?|custod*|cold wallets?|hot wallets?|self custody|platforms?",
  goods:
    "coin*|money|token*|btc|bitcoin*|supply|funds|capital|balances?|stash|holdings|stack|big|sats|crypto|holders?|miners?",
  giant:
    "whale*|big (?:wallet*|guy*|money|boy*|fish|holder*|address*|player*|investor*|buyer*|seller*)|large (?:wallet*|holder*|player*|address*|investor*|buyer*|seller*)|institution*|smart money|insiders|etf|etfs|funds|long term holders?|og|ogs|deep pockets|major holders?|mega|miners?|old (?:coins?|wallets?)",
  few: "few|handful|small group|one (?:person|wallet|entity|address)|single|concentrat*|centralis*|centraliz*|insider*|top (?:\\d+|wallets?|addresses|accounts?|five|ten|hundred)|largest|biggest|richest|major|whales|whale|dominat*|same people|evenly|spread|distributed|founders?|satoshi|team",
  control:
    "control*|own*|hold|holds|holding|held|share|stake|possess*|percent|percentage|belong*|majority|most of|fraction|dominat*|hands|have|has|keep*|sit on",
  people: "people|wallet*|address*|user*|account*|holder*|participant*|community|investors|someone|owner*|person*",
  howMany:
    "how many|number of|count|counts|total|amount of|how much|quantity|growth|growing|rising|new|unique|daily|distinct|active|more|number|adoption|joining|fresh",
  network: "network|chain|blockchain|on chain|onchain|ledger|protocol|mainnet|ecosystem|adoption|adopt*",
  use: "use|used|uses|using|usage|activity|active|adoption|adopt*|busy|alive|dead|ghost chain|users?|transact*|transfers|fees|throughput|demand|growth|growing|growth rate",
  wild: "bump*|roller ?coaster|whipsaw*|violent*|turbulen*|hectic|shaky|insane|crazy|wild*|noisy|noise|spik(?:y|ey)|jump(?:y|iness)|explosive|boring|sleepy|tame|mental|unpredictable|dispersion|variance|variab*|vola|atr|average true range|bollinger|compress*|daily range|st ?dev|stdev|deviation|drama*|chaotic|ride|steadi*|gentle|temper*|predictable|unruly",
  usual:
    "usual*|typical*|normal*|average|on average|day to day|daily|in general|generally|expected|tend*|around a lot|all over|every day|each day|in a day|per day",
  moveWord: "move*|moving|swing*|range*|fluctuat*|jump*|vary|varies|bounc*|whip*|travel*|change*|oscillat*|candle*",
  stronger:
    "better|worse|strong*|weak*|win|wins|winning|won|lose to|do|does|did|doing|compare*|comparison|best|worst|faster|slower|more|less|perform*|versus|both|instead|or|same|similar|like|with|and|against|gain*|return*|different*|diverg*|decoupl*|follow*|track*|trail*|rel(?:ative)?|benchmark*|measure up|match*|ratio|pair|above|catch* up|overtak*|hold* up|lower|higher|cheaper|drop* more|fell more|rose more|stack*",
  everyone:
    "all (?:the )?(?:coins|tokens)|average coin|the average|market|rest|whole|everything|everyone|everything else|others?|alts|altcoins|altcoin|alt|industry|sector|competitors|competition|peers|index|crypto space|majors|top coins|category|other coins|other tokens|others|rivals?|average coin|board",
  alike:
    "follow*|same|alone|only|just|also|too|rest|whole|broader|wider|together|else|across|independent*|decoupl*|diverg*|better|worse|than|lead*|lag*|mirror*|track*|along|against|in general|overall|general|all|everything|beta|alpha|relative|outpac*|trail*|average|most|standout|stands? out|unusual|isolated|idiosyncratic|compared|with",
  along:
    "follow*|only|alone|mirror*|track*|along with|independent*|decoupl*|diverg*|too|also|as well|whole|rest|else|others|broader|wider|overall|in general",
  alpha:
    "alpha|relative performance|relative return|relative to|excess return|dominance|altseason|alt season|decoupl*|laggard|leader|benchmark*|rel strength|outpac*|which (?:one|of them) (?:is|did|has|was|performed)|head to head|pecking order|broad market|rotation|better (?:performer|performance)|best performer|worst performer|who won this|winner between",
  cause:
    "caus*|reason*|why|explanation*|explain*|responsib*|behind|driv*|trigger*|spark*|push*|mak(?:e|es|ing)|made|due|because|blame|catalyst*|react*|account for|factor*|source of|origin|root|led to|motive|culprit*|rationale|justif*|attribut*|narrative*|prompted|set off|underlying|contribut*|reacting|explains",
  movement:
    "move*|moving|drop*|fall*|fell|rise|rising|rose|crash*|pump*|dump*|spike*|jump*|going up|going down|go up|go down|went up|went down|up|down|surge*|slump*|sell off|selloff|rally|rallies|rallied|dip|plung*|tank*|slid*|sink*|collapse*|nuk*|moon*|red|green|bleed*|gain*|loss|losses|decline*|swing*|change|action|price|behaviour|behavior|volatil*|candle|wick|tumbl*|soar*|market|today",
  occur:
    "(?:did|has) (?:something|anything) (?:big |major |bad |good |special )?(?:happen|occur|go wrong|break)*|(?:something|anything) (?:happen*|occur*|wrong|going on|important|major)|(?:was|is) it (?:the|because|due|caused|just|a reaction|a response)|what is up|wha(?:t)? happen*|going on|what the hell|what the heck|the hell|reacting to|event*|announcement*|announced|developments?|headline*|any news|in the news|news|story|fud|rumou?rs?|fundamental reason|fundamentals behind|some news|wtf|to do with",
  you: "you|your|yours|assay|this service|the service|your team|your model|your system",
  said: "say|said|says|saying|call|calls|called|warn*|alert*|signal*|predict*|forecast*|claim*|told|think|thought|right|wrong|correct*|accura*|mistake*|mistaken|record|records|opinion|verdict|assess*|recommend*|flag*|spotted|rating|rate|rated|score*|brief*|conclud*|conclusion*|judg*|trust*|reliab*|miss|missed|caught|catch|saw|see|notic*|expect*|anticipat*|guess*|position on|view|stance|error|errors|past|history|previous*|earlier|success*|performance|performed|performing|advis*|advice|suggest*|stand*|confident|confidence|good at|how good|how well|opinion|publish*|issued|report*|tell me last|calibrat*|believ*|published",
  alarm:
    "alert|alerts|warnings?|past evaluations?|previous (?:calls?|predictions?|verdicts?|signals?)|warned|triggered signals?|open signals?|red alerts?|verdicts?|predictions?|backtest*|hit rate|success rate|batting average|win rate|scorecard|accuracy|track record|calibrat*|past calls|evaluations?|earlier calls?|last call|proceed|avoid|caution",
  active:
    "heav*|quiet*|slow|dead|active|activity|busy|busier|brisk|hot|sleepy|usual|dry|dried|drying|pick* up|interest|participat*|much|many|demand|light|lighter|frenzy|hectic|lot|amount|anyone|anybody|people|real|fake|wash|most|day|daily|how often",
  trading:
    "trading|trade|trades|traded|traders|turnover|transacted|transactions on exchanges|buyers and sellers|participat*|market activity|exchange activity|deals?|notional traded|vol|churn*",
  money:
    "cheap|selling for|sells for|preis|precio|prix|prezzo|preco|cours|dollar*|usd|bucks|money|cash|euro*|eur|price|cost|costs|value|worth|quote*|number|rate|currency|cents|usdt|fiat",
  one: "one|unit|cheap|selling for|sells for|this|the (?:asset|token|coin|market)|network|unit|cheap|selling for|sells for|it|this|the (?:asset|token|coin|market)|network|per|single|each|a coin|a token|of it|of this|this token|this coin|it|1|coin|unit|whole coin|full coin|btc|bitcoin",
  level:
    "current*|now|right now|latest|spot|last|live|today|present|at the moment|presently|this minute|as of|sitting|stand|stands|standing|hover*|printing|price tag|ticker|quote*|level",
  fare: "doin|doing|faring|far(?:e|es|ed)|holding up|behav*|hold up|held up|looking|look|go|goes|going|went|done|did|been|perform*|act|acts|acting|treat*|how is it|how is things|how are things|how are we|hows|how did",
  time: "today|yesterday|week*|month*|year*|day|days|hour*|overnight|morning|lately|recently|since|so far|past|last|this|24h|7d|30d|1h|session|weekend|tonight|night|ytd|mtd|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|minutes?|quarter|daily|weekly|monthly|these days",
  size: "percent|percentage|pct|return*|gain*|loss|losses|profit*|up|down|higher|lower|above|below|high|low|peak|bottom|top|appreciat*|depreciat*|gained|lost|made|roi|pnl|delta|net change|better|worse|good|bad|drawdown|retrac*|rebound*|climb*|green|red|strength|weakness|winning|losing",
} as const satisfies Record<string, string>;

export type ConceptId = keyof typeof CONCEPTS | "other" | "own";

/** Concepts that mean an intent where all of one row are there, the surest rows first. */
export const MEANT: readonly (readonly [IntentId, readonly ConceptId[]])[] = [
  ["record", ["you", "said"]],
  ["record", ["alarm"]],
  ["liquidations", ["party", "wiped"]],
  ["risk", ["allLost"]],
  ["risk", ["insider", "power"]],
  ["risk", ["block", "leave"]],
  ["risk", ["dodgy", "code"]],
  ["liquidity", ["trade", "amount", "ease"]],
  ["liquidity", ["thick", "books"]],
  ["funding", ["long", "pay"]],
  ["leverage", ["long", "lean"]],
  ["leverage", ["long", "outstanding"]],
  ["flows", ["goods", "venue", "motion"]],
  ["holders", ["few", "control"]],
  ["flows", ["giant", "motion"]],
  ["holders", ["howMany", "people"]],
  ["holders", ["network", "use"]],
  ["supply", ["new", "coin", "make"]],
  ["supply", ["insider", "unlocking"]],
  ["volatility", ["wild"]],
  ["volatility", ["moveWord", "usual"]],
  ["compare", ["other", "stronger"]],
  ["compare", ["alpha"]],
  ["why", ["occur"]],
  ["compare", ["everyone", "along"]],
  ["why", ["cause", "movement"]],
  ["compare", ["everyone", "alike"]],
  ["volume", ["trading", "active"]],
  ["change", ["size", "time"]],
  ["change", ["fare", "time"]],
  ["price", ["money", "one"]],
  ["price", ["money", "level"]],
  ["change", ["fare"]],
  ["price", ["level", "own"]],
  ["risk", ["dodgy"]],
  ["liquidity", ["trade", "easily"]],
  ["liquidity", ["rid", "amount"]],
  ["liquidity", ["rid"]],
  ["flows", ["motion", "amount", "goods"]],
  ["leverage", ["lean", "siding"]],
  ["change", ["size"]],
  ["supply", ["howMuchOf"]],
];
