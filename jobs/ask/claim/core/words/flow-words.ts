// How coins that come to exchanges, leave them or lie there are spoken of, and what whales move and who holds.
import { inflected } from "../../../inflect.ts";
import type { Item } from "../../../lexicon.ts";
import { either, joined } from "./joined.ts";

const INTO = "to|into|onto|on to|on|at|in|toward|towards|across to|over to";
const OUT = "off|from|out of|off of|away from";
const COMES = inflected(
  "arrive come/came/come enter flow go/went/gone head land move pour stream travel migrate send/sent deposit transfer ship bring/brought shift funnel route channel wire rush flood trickle",
).join("|");
const LEAVES = inflected("leave/left exit depart quit/quit flee/fled vacate").join("|");
const GOES = inflected(
  "come/came/come flow go/went/gone move pour stream travel transfer ship withdraw/withdrew/withdrawn pull drain remove take/took/taken yank send/sent shift extract depart trickle migrate claw escape siphon whisk",
).join("|");
const HOLDERS =
  "holders|wallets|addresses|accounts|owners|holder addresses|holder wallets|wallet addresses|whales|hands";
const LARGE = "large|big|sizeable|sizable|whale|whale sized|chunky|huge|bulk|block";
const MOVES = "transfers|transactions|moves|movements|payments|onchain transfers|onchain transactions|chain transfers";

export const FLOW_WORDS: readonly (readonly [Item, string])[] = [
  [
    { is: "metric", id: "netflow", sign: 1 },
    either(
      joined("net", "inflow|inflows|influx|deposits|arrivals|deposit", `|${joined("to|into|onto|on|at", "exchanges")}`),
      "exchanges gained on balance|exchanges gained on net|exchanges netted|exchanges were net recipients|net recipients|net receivers|more came in than went out|more came in than left|more flowed in than out|more flowed in than flowed out|more went in than out|more went in than came out|more moved in than out|more came to exchanges than left|more arrived than left|more coming in than going out|more coming in than leaving|more flowing in than out|more flowing in than flowing out|more went in than left",
    ),
  ],
  [
    { is: "metric", id: "netflow", sign: -1 },
    either(
      joined(
        "net",
        "outflow|outflows|withdrawals|departures|withdrawal|exodus|drain",
        `|${joined("from|off|out of|at", "exchanges")}`,
      ),
      "exchanges lost on balance|exchanges lost on net|net senders|more went out than came in|more left than came in|more left than arrived|more flowed out than in|more flowed out than flowed in|more moved out than in|more going out than coming in|more leaving than coming in|more flowing out than in|more flowing out than flowing in|more went out than in|more left than went in|more came out than went in",
    ),
  ],
  [
    { is: "metric", id: "netflow" },
    either(
      joined("net", "exchange|", "balance|movement|movements|position change|transfer|transfers"),
      "net movement of coins|balance of flows|flow balance|exchange flow balance|inflows minus outflows|inflows less outflows|net flow at exchanges|net flows at exchanges|flows netted out|net of flows",
    ),
  ],
  [
    { is: "metric", id: "inflow" },
    either(
      joined(COMES, INTO, "exchanges"),
      joined(
        "deposits|deposit|inflow|inflows|influx|arrivals|transfers|incoming transfers|flow|flows|shipments",
        INTO,
        "exchanges",
      ),
      joined("exchange", "deposits|inflow|inflows|arrivals|influx"),
      joined("exchanges", inflected("receive absorb welcome attract").join("|")),
      joined("exchanges", "took in|take in|are taking in|have taken in|have received|had received|brought in"),
      "gross inflow|gross inflows|coming in|flowing in|flowed in|moving in|going in|poured in|pouring in|received|incoming coins|incoming flows|came onto them|moved onto them|arrived there|received by exchanges|entered exchange wallets|hitting exchanges|hit exchanges|reached exchanges|reaching exchanges|on the way in|inbound",
    ),
  ],
  [
    { is: "metric", id: "outflow" },
    either(
      joined(LEAVES, "exchanges"),
      joined(GOES, OUT, "exchanges"),
      joined(
        "withdrawals|withdrawal|outflow|outflows|departures|exodus|removals",
        "from|off|out of|at|away from",
        "exchanges",
      ),
      joined("exchange", "withdrawals|outflow|outflows|departures"),
      joined(
        "exchanges",
        "paid out|pay out|sent out|let go of|handed out|gave up|have paid out|have sent out|released",
      ),
      "gross outflow|gross outflows|going out|flowing out|flowed out|moving out|coming out|came out|poured out|pouring out|leaving|left them again|outgoing coins|outgoing flows|off exchanges|moved off them|went off them|withdrawn again|on the way out|outbound|heading out|coming back out",
    ),
  ],
  [
    { is: "metric", id: "reserve" },
    either(
      joined(
        "coins|tokens|supply|balance|balances|stash|pile|stock|stocks|inventory|holdings|amount|quantity|number of coins|stockpile|hoard|reserve|reserves",
        `|${"held|kept|lying|sitting|stored|parked|resting|left|remaining|available|located|deposited|that sits|that sit|that lie|that lies"}`,
        "on|at|by|in|with",
        "exchanges",
      ),
      joined(
        "exchanges",
        "hold|held|keep|own|owned|possess|have|store|sit on|custody|stock|are sitting on|are holding|have in their wallets|have in stock|now hold|still hold|currently hold|together hold|collectively hold",
      ),
      joined(
        "exchange",
        "held supply|held coins|held balances|supply|balance|wallets|wallet balances|stockpiles|coffers|treasuries|custody|holdings|inventory|float|stash|vaults",
      ),
      "stored on exchanges|kept on exchanges|kept at exchanges|lying on exchanges|sitting on exchanges|parked on exchanges|parked at exchanges|stays on exchanges|in exchange wallets|in the custody of exchanges|in exchange custody|custodied by exchanges|held by exchanges|in the hands of exchanges|owned by exchanges|remain on exchanges|are on exchanges|is on exchanges|on exchanges|at exchanges|in exchanges",
    ),
  ],
  [
    { is: "metric", id: "top10" },
    either(
      joined(
        "#10|top #10|the top #10|first #10|leading #10",
        "largest|biggest|richest|top|wealthiest|heaviest|fattest|leading|",
        HOLDERS,
      ),
      joined("largest|biggest|richest|top|wealthiest", "#10", HOLDERS),
      "top ten concentration|top #10 concentration|holder concentration|concentration of holdings|concentration among the top #10|top #10 share|#10 largest|#10 biggest|#10 richest|#10 of the largest holders",
    ),
  ],
  [
    { is: "metric", id: "holders" },
    either(
      joined(
        "number|count|total|amount|tally|population",
        "of",
        "holders|owners|holding addresses|holding wallets|holder addresses|unique holders|distinct holders|token holders|wallets that hold it|addresses that hold it",
      ),
      joined(
        "addresses|wallets|accounts|people|users|investors|entities",
        "hold|own|holding|owning|that hold|that own|that hold it|that own it|which hold|held|in possession of|with a balance of|containing|with holdings",
      ),
      "holder base|holder tally|coin holders|unique holders|distinct holders|individual holders|holder addresses|holder wallets|hodlers|is held by|are held by|owner count|owner base|held across",
    ),
  ],
  [
    { is: "metric", id: "largest_transfer" },
    either(
      joined(
        "largest|biggest|single largest|single biggest|heaviest|most valuable|top|fattest|chunkiest|greatest",
        `${LARGE}|single|onchain|individual|`,
        "transfer|transaction|movement|payment|move|onchain move|onchain transfer|one",
      ),
      joined("largest|biggest", "of them|of these|of those|of the transfers|of the lot"),
    ),
  ],
  [
    { is: "metric", id: "transfer_count" },
    either(
      joined(LARGE, MOVES),
      joined("number|count|tally|total", "of", LARGE, MOVES),
      "transfers of size|transfers of large size|transfers by whales|whale activity|transfers from whales|count of whale transfers",
    ),
  ],
  [
    { is: "metric", id: "transfers" },
    either(
      joined(
        "value|volume|sum|worth|total value|combined value|total|total worth",
        `of|moved in|moved by|moved through|transferred in|sent in|carried by`,
        LARGE,
        MOVES,
      ),
      joined(
        LARGE,
        MOVES,
        "moved|carried|shifted|together moved|totalled|totaled|added up to|came to|amounted to|summed to|worth|were worth|shifted a total of|accounted for|represented",
      ),
      joined("whales", "moved|shifted|transferred|sent|pushed around|have moved|moved around|shuffled"),
      "moved by whales|whales' transfers|moved in large transfers|moved in large transactions|shifted in large transfers|whale transfer value",
    ),
  ],
];
