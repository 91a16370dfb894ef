// What questions ask for: each intent with the phrases that mean it; a star stands for any ending.

export const INTENTS = {
  price:
    "where (?:is|are|does|do) \\w+ (?:trading|trade)|(?:off|on|lose|lost|hold|holding|break|broke|from) (?:its |the )?peg|peg|depeg\\w*|(?:highest|lowest|record|max|maximum|top) price (?:ever|of all)|where (?:is|are) the (?:market|price|coin)|price|prices|priced|worth|trading at|trade at|trades at|quote|how much is|how much for one|how much for a|cost of one|value of one|going for|current value|exchange rate|all time high|ath|all time low|market cap*|mcap|marketcap|valuation|fdv|fully diluted|rank|ranked|ranking|value now|how expensive|pricey|what is it at|price level|market value|how big is|where is it trading|where does it trade|cotation|trading for|selling for|sells for|network value|how cheap|how much 4 a|price of|going rate|how many dollars|how many usd|valuable|what \\w+ \\w+ costs|costs? (?:in|right|now|today)|(?:is|are|\\w+) at(?: now| today| right now| currently)?$|going at|value of|pay for|how much (?:for|does|do i|would i)|(?:above|below|over|under|past|beyond) \\d+|what number is it|largest coins|biggest coins|\\w+ usd$|\\w+ usdt$|buy one|one coin|mkt cap|mktcap|where is \\w+(?: now| today| right now| at)?$",
  change:
    "(?:go|went|going|gone|got|get) (?:lower|higher)|(?:lower|higher) (?:last|over|this|than (?:yesterday|before|last))|the chart|off (?:the|its) (?:peak|high|top)|kind of (?:day|week|month|night)|chang*|up or down|going up|going down|went up|went down|gone up|gone down|rise|rises|rose|risen|rising|fall|falls|fell|fallen|falling|drop|drops|dropped|dropping|gain*|los* value|lost|losing|move|moved|moves|moving|movement|perform*|return|returns|did it do|doing|uptrend*|downtrend*|in the money|under ?water|pump*|dump*|rall*|crash*|declin*|climb*|increas*|decreas*|green|red|trend*|momentum|highest|lowest|how far|drawdown|range|high of|low of|highs|lows|intraday|24h high|24h low|swing|jump*|recover*|bounce*|slid*|slip*|plunge*|surge*|soar*|sank|tank*|happened to|happen to|been up to|evol*|grow*|grew|shrink|dip|dipped|percent|24h|7d|30d|go up|go down|lose|lost ground|price action|(?:up|down) (?:today|more|less|much|this|in|on|over|since|by|or)|is \\w+ (?:up|down)|(?:up|down)$|selloff|sell off|sold off|how (?:is|has|have) \\w+ (?:been|faring)|fared|bleed*|in profit|in loss|high and low|low and high|daily (?:high|low)|highs and lows|(?:good|bad|great|terrible|rough) (?:day|week|month|hour)|(?:get|got|getting) (?:hit|hammered|crushed|smashed)|(?:end|start|close|begin|finish) the (?:day|week|month)|how (?:did|was|were) \\w+ (?:do|day|week|night)|direction|headed|heading|(?:since|compared to) yesterday",
  volume:
    "volume*|vol in|vol usd|vol 24|24 ?hrs? vol|activity is|activity|traded|turnover|trading activity|how much trad*|changed hands|change hands|how active|busy|activity on exchanges|trades a day|how heavily|heavily traded|how actively|actively|liquid trading|trade count|amount traded|trading (?:this|it)|exchanged|trading vol|spot vol|24h vol|buying and selling|bought|sold in|quiet|how many trades|(?:lots|lot|much|any|more) (?:of )?trading|trading today",
  volatility:
    "volatil*|vol|price stability|all over the place|how wild|choppy|choppiness|swings|sigma|standard deviation|how much does it swing|how jumpy|jumpy|price swings|beta|correlat*|realised vol|realized vol|implied vol|iv|calm|how risky is the price|stable is the price|how stable|erratic|unstable|fluctuat*|stable|steady|(?:usually|typically|normally) (?:move|swing|change)*|usual move|typical move|wobbl*|riskier|nervous|jittery|moves? together|moves? with|in step with|in tandem|big swings|price risk",
  leverage:
    "l s|ls ratio|leverag*|number of contracts|contracts open|(?:which|what) side|open interest|oi|open positions|long short|longs|shorts|long or short|positioning|positioned|crowded|overleveraged|over leveraged|futures|perp|perps|perpetual*|derivatives|basis|taker|net long|net short|margin|open contracts|long to short|long vs short|speculat*|bets|betting|traders (?:are |being |go |going )?(?:long|short)|(?:are|is|many|most) (?:people |traders |everyone )?(?:long|short)|bulls or bears|bulls and bears",
  funding:
    "funding|fundings|funding rate*|who pays whom|longs pay|shorts pay|paying shorts|paying longs|carry|cost to hold a long|cost of holding|hold a perp|holding a long|holding a short|cost to hold|paid to hold|pay to hold|pay to stay|borrow cost|contango|backwardation|negative rates|keep a long open|keep a short open|keep my long|keep my short|who is paying|who pays|paying whom|getting paid|pay or receive|holding (?:longs|shorts)|get paid to|paid for (?:holding|shorting|longing)|(?:stay|staying|be|being|remain|keep) (?:long|short)|rate (?:do|for) (?:longs|shorts)",
  liquidations:
    "forced (?:sale|sales|selling|buying|sellers?)|liquidat*|liqs|liq|rekt|wiped out|wipe out|wipeout|forced closure*|closed by force|forced out|stopped out|margin call*|force closed|force clos*|blown up|blown out|long squeeze|short squeeze|squeeze*|cascade*|got burned",
  flows:
    "flow|flows|leaving exchange*|(?:coins|tokens|btc|bitcoins?) left|someone big|inflow*|outflow*|netflow*|exchange reserve*|exchange balance*|reserves|on exchanges|to exchanges|from exchanges|into exchanges|out of exchanges|onto exchanges|off exchanges|leaving exchanges|whale*|large transfer*|big transfer*|big move*|big wallets|deposit*|withdraw*|onchain|on chain|accumulat*|distribut*|moving coins|smart money|exchange wallets|large transactions|big transactions|big players|big money|cold storage|sent to exchange|moving to exchange*|(?:biggest|largest) (?:transaction|transfer)|(?:went|going|flowing|moved|moving|sent) (?:in|into|to|onto) \\w+ wallets|coins (?:went|moved|moving|left|leaving|flowed)|hoard*|selling pressure|taking profit*|(?:hit|hits|left|leave|reach|reached|entered|enter|reaching) (?:the )?exchanges|exchange wallets hold*|sent to binance|off binance|cex",
  holders:
    "who is holding|who has (?:the )?(?:most|all)|holder*|who owns|who holds|concentrat*|top ten|top 10|largest wallets|biggest wallets|distribution of ownership|ownership|decentralis*|decentraliz*|active addresses|active wallets|how many wallets|how many addresses|how many people|active users|number of addresses|transactions a day|transaction count|how used|richest|rich list|in few hands|few hands|top wallets|(?:one|single) (?:person|wallet|entity) (?:own|hold|control)*|user activity|network activity|how many users|hodlers|biggest bags|bagholders|(?:wallets|addresses|people) (?:hold|own|holding|owning)*|daily transactions|transactions per day|tx count|unique addresses|wallet count|spread (?:out|across|among)|distributed|how many hold*|whale concentration|split (?:between|across|among)",
  tvl: "tvl|value locked|locked value|total locked|(?:locked|deposited|deposits) in (?:its |the |\\w+ )?(?:defi|protocols?|contracts)|defi (?:deposits|value)|(?:leav\\w+|left) (?:its |the )?(?:defi|protocols?)",
  supply:
    "how many bitcoins|(?:token|coin) release*|release schedule|number of (?:tokens|coins)|amount of (?:tokens|coins)|quantity of (?:tokens|coins)|suppl*|circulat*|unlock*|vest*|inflation|emission*|dilut*|max supply|total supply|burn*|minted each|cliff|how many coins|how many tokens|tokens exist|coins exist|coins are there|tokens are there|float|tokenomics|issuance|issued|staked|staking|released|scheduled release|new coins|new tokens|coming onto the market|hit the market|mined|scarce|scarcity|inflationary|deflation*|hard cap|capped|cap on|fixed number|new supply|to mine|be mined|coins left|tokens left|released into",
  risk: "contract risk|contract*|honeypot|honey pot|rug*|scam*|safe|safety|mintable|mint|proxy|audit*|tax|taxes|blacklist*|pausable|paused|pause|hidden owner|owner|security|secure|upgradeable|malicious|exploit*|hack*|vulnerab*|backdoor|risk flags|red flags|risk flag|red flag|renounced|verified source|open source|trustworthy|legit|freeze my|frozen|be frozen|dangerous code|source code|(?:owns|controls|owner of) the contract|trap|drain my|steal|(?:source|contract|token|malicious|open|bad) code|code (?:verified|audited|safe|public|open|is)|devs?|developers?|admin key*|deployer|verified|freeze|mint function*|transfer fee*",
  liquidity:
    "overpay*|over pay|get out with|out with \\d+|liquidity|liquid|illiquid*|depth|order book*|orderbook*|book|books|spread|spreads|slippage|price impact|market impact|impact|how much can i sell|how much can i buy|how much could i|how big an order|order of|cost to buy|cost to sell|cost me to|what would it cost|what will it cost|fill|market order|execute|selling \\d+|buying \\d+|sell \\d+|buy \\d+|large order|big order|exit|get out of|move the price|move the market|moving the market|moving the price|(?:max|maximum|largest|biggest|what|trade|position) size|size of (?:an|a) order|\\d+ ?(?:k|m|mn|bn|million|thousand|grand)? ?(?:usd|dollars?|bucks)? ?(?:worth )?(?:market )?(?:sell|buy|order|trade|position)|trade without|slipag*|slippag*|dump my|unload|thin|order size|bid ask|bids|asks|absorb*|how deep|deep|offload|execution cost|cost of a|liquidate my",
  why: "why|reason*|what caused|what is causing|cause|causes|what happened|what is happening|what is going on|what is driving|what drove|driver*|driving|explain*|because of what|behind the|what moved|what made|how come|what triggered|trigger*|what is up with|what was behind|what is behind|what explains|what led|to blame|catalyst*|what pushed|what is pushing|any news|news|headline*|due to what|what sparked|responsible for|wtf|story behind|the story|what is the deal|what is (?:pumping|dumping|moving|pushing|lifting|sinking|tanking|dragging|pulling)|what (?:pumped|dumped|lifted|sank|tanked|dragged)|what gives|behind (?:today|this|that|the|it)",
  compare:
    "compare (?!to usual|with usual)|compares|comparing|comparison|versus|vs|relative to|against|outperform*|underperform*|better than|worse than|than the market|than bitcoin|than btc|than eth|than ethereum|than others|beating|beat|beaten|lagging|lag|lagged|lead|leading the|relative strength|stronger than|weaker than|than (?!usual|normal|average|before|yesterday|last|it was|\\d)|ahead of|behind btc|behind bitcoin|behind the market|in line with|side by side|next to|rest of the market|the broader market|stack up|stacks up|the wider market|fear and greed|sentiment|breadth|sector|peers|risk on|risk off|market mood|compared (?!(?:to|with) (?:the past|usual|normal|average|yesterday|before|last|history|its))|with the market|mood|overall market|whole market|entire market|crypto (?:doing|overall|market|as a whole)|the market doing|market overall|difference between|keep up with|keeping up with|keeping pace|or eth|or btc|follow* btc|follow* bitcoin",
  record:
    "(?:did|have|had) you (?:tell|told|rate|rated|judge|judged|expect|expected|publish|published|issue|issued|miss|missed|got|get|been|warn*)|you say|you said|your \\w+ (?:call|signal|verdict|brief|evaluation|rating|prediction)*|the signals? (?:right|correct)|your verdict|your call*|your last call|your opinion|your record|track record|were you right|are you right|was it right|was that right|were you wrong|you been right|you right|you wrong|accura*|hit rate|your signal*|signal*|last brief|latest brief|your brief*|your evaluation*|evaluation|verdict|your rating|you rate|your prediction*|you predict*|prediction*|predicted|scorecard|how good are you|how reliable|reliab*|how often are you|your history|past calls|previous call*|earlier call*|your forecast*|your track|trust you|trust your|proceed or avoid|caution|rated|your view|your stance|your take|assessment|your judgement|your judgment|did it come true|did you (?:call|see|flag|warn|predict|signal|say|think)|you (?:call|called|flag*|warn*|told|flagged)|call this|say about it|stance|said about it|come true|came true|turn out|turned out",
} as const satisfies Record<string, string>;

export type IntentId = keyof typeof INTENTS;
export const INTENT_IDS = Object.keys(INTENTS) as IntentId[];

/** What an intent takes over, where both are in one part of a question. */
export const TAKES: Readonly<Partial<Record<IntentId, readonly IntentId[]>>> = {
  why: ["price", "change", "compare"],
  volume: ["price", "change"],
  volatility: ["price", "change", "compare"],
  leverage: ["price", "change"],
  funding: ["price", "change", "leverage"],
  liquidations: ["price", "change", "leverage"],
  flows: ["price", "change"],
  holders: ["price", "change"],
  tvl: ["price", "change", "supply", "flows", "risk", "why", "liquidity"],
  supply: ["price", "change"],
  risk: ["price", "change"],
  liquidity: ["price", "change", "volume"],
  compare: ["price", "change"],
  record: ["price", "change", "compare"],
  change: ["price"],
};

/** As answers say what can be asked, in the order in which they tell it. */
export const INTENT_SAYS: Readonly<Record<IntentId, string>> = {
  why: "why the price moved",
  record: "what we said and what came of it",
  liquidations: "forced closures",
  funding: "funding",
  liquidity: "liquidity and the cost of a size",
  risk: "contract risk",
  supply: "supply and unlocks",
  holders: "holders and use of the chain",
  tvl: "value locked in its protocols",
  flows: "exchange flows and large transfers",
  volume: "volume",
  volatility: "volatility",
  leverage: "open interest and how positions stand",
  compare: "how it compares with the market or another tracked token",
  change: "changes of the price",
  price: "price and market value",
};
export const TOLD_INTENTS = Object.keys(INTENT_SAYS) as IntentId[];
