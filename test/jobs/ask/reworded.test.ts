// Verbs, nouns and idioms of levels and changes: each is borne out by one number and contradicted by another, and what turns it is not decided as it.
import t from "tap";
import { readClaim } from "../../../jobs/ask/claim/read-claim.ts";
import { verdictOfClaim } from "../../support/statement/claim-facts.ts";

const NOW = Date.UTC(2026, 10, 19, 15);
const verdictOf = (text: string) => verdictOfClaim(readClaim(text, "solana", NOW).claim, "solana");

type Group = { readonly of: string; readonly holds: string; readonly fails: string; readonly said: readonly string[] };

/** In each sentence a # stands for the number. */
const GROUPS: readonly Group[] = [
  {
    of: "a price above",
    holds: "$130",
    fails: "$150",
    said: [
      ...["SOL commands a price above #", "SOL commands more than #", "SOL is fetching more than #"],
      ...[
        "SOL sets buyers back over #",
        "the market prices SOL above #",
        "the market values one Solana at more than #",
      ],
      ...["SOL is perched above #", "SOL is dearer than #", "SOL is pricier than #", "SOL trades upwards of #"],
      ...["it takes more than # to buy one SOL", "buyers need more than # to get one SOL", "SOL retails for over #"],
      ...["SOL is trading hands above #", "SOL changes owners above #", "SOL is being traded above #"],
      ...["SOL is priced by the market at more than #", "SOL is not to be had below #", "SOL finds buyers above #"],
      ...["SOL cannot be bought for less than #", "the spot price of SOL weighs in above #"],
      ...["traders are paying north of # for Solana", "more than # is paid for one SOL"],
    ],
  },
  {
    of: "a price below",
    holds: "$150",
    fails: "$130",
    said: [
      ...["SOL commands less than #", "the market prices it below #", "SOL is available for under #"],
      ...["Solana is to be had for under #", "SOL sells beneath #", "SOL is stuck under #", "SOL languishes below #"],
      ...["SOL does not cost as much as #", "SOL is not worth as much as #", "it takes less than # to buy one SOL"],
    ],
  },
  {
    of: "a market cap above",
    holds: "$60B",
    fails: "$75B",
    said: [
      ...[
        "SOL is capitalised at more than #",
        "Solana is capitalized at over #",
        "the total market value of SOL is above #",
      ],
      ...["SOL's aggregate market value exceeds #", "the market values all SOL at more than #"],
      ...["all circulating Solana together is worth over #", "SOL's circulating supply is worth more than #"],
      ...["SOL commands a market cap of over #", "SOL commands a valuation of more than #"],
    ],
  },
  {
    of: "a volume above",
    holds: "$3B",
    fails: "$4B",
    said: [
      ...["SOL racked up more than # of volume over the last 24 hours", "SOL saw at least # in trades in the past day"],
      ...["SOL saw more than # traded in the past day", "trading in SOL amounted to over # over the last 24 hours"],
      ...["SOL trading came to over # in the past day", "SOL trading totalled more than # over the last 24 hours"],
      ...[
        "SOL chalked up more than # in volume over the last 24 hours",
        "SOL drew over # in trading volume in 24 hours",
      ],
      ...["SOL piled up more than # in volume in the past day", "the value of SOL trades was above # in the past day"],
      ...["SOL traded more than # over the last 24 hours"],
    ],
  },
  {
    of: "an open interest above",
    holds: "$4.5B",
    fails: "$6B",
    said: [
      ...["over # in SOL futures contracts is currently open", "more than # in SOL contracts is outstanding"],
      ...["traders have over # riding on Solana futures", "open SOL futures contracts are worth more than #"],
      ...["SOL positions worth more than # are open", "traders are holding SOL positions worth more than #"],
      ...["traders keep more than # open in Solana perps", "at least # is tied up in SOL open interest"],
    ],
  },
  {
    of: "a high above",
    holds: "$150",
    fails: "$156",
    said: [
      ...["the top of SOL over the last 24 hours was above #", "the top for the past 24 hours was above #"],
      ...["SOL got higher than # over the last 24 hours", "SOL maxed out above # in the past day"],
      ...["SOL crested above # in the past day", "at its dearest in the past day, SOL cost more than #"],
      ...[
        "the most anyone paid for SOL over the last 24 hours was more than #",
        "SOL put in a high above # in the past day",
      ],
      ...["Over the last 24 hours, SOL got above #", "at its peak in the past day Solana traded above #"],
    ],
  },
  {
    of: "a high below",
    holds: "$156",
    fails: "$150",
    said: [
      ...["SOL never got as high as # over the last 24 hours", "SOL never made it to # over the last 24 hours"],
      ...["Solana never reached # in the past day", "SOL never hit # in the last 24 hours"],
      ...["In the past day, Solana never cost as much as #", "Solana failed to get to # in the past day"],
      ...["SOL stopped short of # in the past day", "SOL could not get to # in the last 24 hours"],
    ],
  },
  {
    of: "a low below",
    holds: "$141",
    fails: "$137",
    said: [
      ...["Solana troughed below # in the past day", "at its cheapest in the past day, Solana cost less than #"],
      ...["the least anyone paid for Solana in the past day was less than #", "In the past day, Solana went below #"],
    ],
  },
  {
    of: "a low above",
    holds: "$137",
    fails: "$141",
    said: [
      ...["SOL never got as low as # over the last 24 hours", "SOL did not fall to # in the last 24 hours"],
      ...["SOL never fell as low as # in the past day", "SOL never dropped to # in the past 24 hours"],
    ],
  },
  {
    of: "an all-time high above",
    holds: "$250",
    fails: "$320",
    said: [
      ...["SOL topped out above # at its all-time high", "the highest price SOL has ever had is above #"],
      ...["at its record, SOL cost more than #", "the most SOL ever cost is more than #"],
    ],
  },
  {
    of: "an all-time high below",
    holds: "$320",
    fails: "$250",
    said: [
      ...["SOL topped out below # at its all-time high", "Solana has never got as high as #", "SOL has never hit #"],
      ...["SOL has never been worth more than #", "SOL has not once traded above # in its life"],
      ...["SOL never got as high as # in its history"],
    ],
  },
  {
    of: "a distance below the all-time high of more than",
    holds: "45%",
    fails: "55%",
    said: [
      ...["SOL is down by more than # from its record", "measured from the record high, SOL is down over #"],
      ...["counted from its all-time high, Solana has lost over #", "relative to its ATH SOL is down more than #"],
      ...["compared with its all-time high, SOL is down more than #", "against its ATH, Solana has lost more than #"],
      ...["versus its record, SOL is over # lower", "more than # separates SOL from its ATH"],
      ...["SOL is over # removed from its record high", "SOL has come off its all-time high by more than #"],
      ...[
        "SOL is trading at a discount of more than # to its all-time high",
        "SOL has come down over # from its record",
      ],
    ],
  },
  {
    of: "a distance below the all-time high of less than",
    holds: "55%",
    fails: "45%",
    said: [
      ...["less than # separates it from its ATH", "SOL is down by less than # from its record"],
      ...["measured from the record high, SOL is down under #", "SOL is off its all-time high by less than #"],
    ],
  },
  {
    of: "a rise of more than",
    holds: "10%",
    fails: "14%",
    said: [
      ...["SOL booked a rise exceeding # in the past 7 days", "SOL booked an increase topping # in the past 7 days"],
      ...["SOL racked up gains of more than # versus a week ago", "SOL enjoyed a gain of more than # week-on-week"],
      ...["SOL achieved a gain of more than # week-on-week", "SOL pocketed gains of more than # in the past week"],
      ...["SOL delivered gains of more than # over the last week", "SOL clocked a gain of more than # in 7 days"],
      ...["Buyers pushed SOL up by more than # over the last week", "SOL improved by more than # versus a week ago"],
      ...["SOL roared higher by more than # in the past 7 days", "SOL was driven up by more than # in the past 7 days"],
      ...[
        "SOL has been bid up by more than # in the past 7 days",
        "SOL pulled ahead by more than # in the past 7 days",
      ],
      ...["SOL is stronger by more than # in the past 7 days", "SOL tacked on more than # over the last week"],
      ...["SOL headed up by more than # over the last week", "SOL worked its way up by more than # in the past 7 days"],
    ],
  },
  {
    of: "a fall of more than",
    holds: "5%",
    fails: "8%",
    said: [
      ...["SOL booked a fall exceeding # in the past day", "SOL incurred a loss of more than # in the past day"],
      ...["SOL sustained a loss of more than # over the last 24 hours", "SOL headed south by more than # in 24 hours"],
      ...["sellers knocked SOL down by more than # in the past day", "SOL was beaten down by more than # in 24 hours"],
      ...["SOL sold off by more than # over the last 24 hours", "SOL slid back by more than # in the past day"],
      ...["SOL worsened by more than # in the past day", "SOL spiralled down by more than # in the past day"],
      ...["SOL was hit for more than # in the past day", "SOL is weaker by more than # over the last 24 hours"],
    ],
  },
  {
    of: "a change either way of more than",
    holds: "5%",
    fails: "8%",
    said: [
      ...["SOL is more than # away from where it stood 24 hours ago", "SOL is over # off where it stood 24 hours ago"],
      ...["SOL's price differs by more than # from that of 24 hours ago", "SOL shifted by more than # in the past day"],
      ...["the price of SOL deviates by more than # from that of a day earlier"],
      ...["more than # separates the Solana price from that of a day earlier"],
      ...["SOL moved more than # in one direction or the other in the past day"],
    ],
  },
  {
    of: "a change either way of less than",
    holds: "8%",
    fails: "5%",
    said: [
      ...["SOL is less than # away from where it stood 24 hours ago", "SOL is within # of where it was 24 hours ago"],
      ...["Solana's price differs by less than # from that of a day earlier"],
      ...["SOL is less than # from where it was 24 hours ago"],
    ],
  },
  {
    of: "a way over the week, and not over the day",
    holds: "over the last week",
    fails: "over the last 24 hours",
    said: [
      ...[
        "SOL is on the plus side #",
        "the price of SOL has improved #",
        "SOL has won ground #",
        "SOL has headed up #",
      ],
      ...["SOL has gotten pricier #", "buyers pushed SOL up #", "buyers lifted SOL #", "SOL saw its price rise #"],
      ...["SOL has enjoyed a rise #", "SOL was the better performer against ETH #", "SOL got the better of ETH #"],
      ...["SOL left ETH behind #", "SOL had the upper hand over ETH #", "SOL's return # is higher than ETH's"],
      ...["SOL returned more than ETH #", "SOL topped ETH's performance #", "SOL bettered ETH #"],
      ...["SOL came out on top against ETH #", "SOL enjoyed better returns than ETH #"],
    ],
  },
  {
    of: "a way over the day, and not over the week",
    holds: "over the last 24 hours",
    fails: "over the last week",
    said: [
      ...["SOL is on the minus side #", "the price of SOL has worsened #", "SOL has headed down #"],
      ...[
        "sellers pushed SOL down #",
        "sellers knocked SOL back #",
        "SOL saw its price fall #",
        "SOL has been sold off #",
      ],
      ...["SOL was the worse performer against ETH #", "SOL was the laggard against ETH #", "ETH left SOL behind #"],
      ...["SOL fell short of ETH's return #", "SOL's return # is below that of ETH", "SOL failed to match ETH #"],
      ...["SOL had a poorer return than ETH #"],
    ],
  },
  {
    of: "an inflow above",
    holds: "$280M",
    fails: "$350M",
    said: [
      ...[
        "exchanges saw more than # of SOL flow in over the last 24 hours",
        "exchanges saw over # of SOL arrive in 24 hours",
      ],
      ...["holders deposited more than # of SOL on exchanges in the past day"],
      ...["exchanges were sent more than # of SOL in the past day"],
    ],
  },
  {
    of: "an outflow above",
    holds: "$250M",
    fails: "$330M",
    said: [
      ...[
        "exchanges saw more than # of SOL flow out over the last 24 hours",
        "exchanges saw over # of SOL leave in 24 hours",
      ],
      ...["exchanges saw over # flow out in SOL over the last 24 hours"],
    ],
  },
  {
    of: "a sum locked above",
    holds: "$9B",
    fails: "$10B",
    said: [
      ...["SOL secures a TVL in excess of #", "more than # is locked in SOL", "Solana DeFi has attracted over #"],
      ...["users have locked more than # in Solana", "deposits in SOL DeFi exceed #"],
    ],
  },
];

t.test("each wording is borne out where the number has it, and contradicted where it has not", async (t) => {
  for (const { of, holds, fails, said } of GROUPS) {
    const found = said.map((one) => [one, verdictOf(one.replace("#", holds)), verdictOf(one.replace("#", fails))]);
    const wanted = said.map((one) => [one, "supported", "contradicted"]);
    t.same(found, wanted, of);
  }
});

t.test("liquidations by who closed what are read; above what the venues publish they stay open", async (t) => {
  const said = [
    ...["SOL positions worth more than $70M were forced closed over the last 24 hours"],
    ...["liquidations took out over $60M in SOL longs over the last 24 hours"],
    ...["exchanges liquidated more than $70M of SOL positions over the last 24 hours"],
    ...["SOL traders lost more than $70M to liquidations in the past day"],
  ];
  t.same(
    said.map(verdictOf),
    said.map(() => "supported"),
  );
});

/** What each comes to if it is decided at all. */
const TURNED = {
  supported: [
    ...["SOL does not command a price above $150", "SOL is not capitalised at more than $75B"],
    ...["SOL did not rack up more than $4B of volume over the last 24 hours", "SOL has never traded above $300"],
    ...[
      "SOL did not post a gain of more than 14% over the last 7 days",
      "SOL is not down more than 55% from its record",
    ],
    ...[
      "SOL failed to get the better of ETH over the last 24 hours",
      "traders cut SOL open interest in the last 24 hours",
    ],
  ],
  contradicted: [
    ...["SOL does not command a price above $130", "SOL is not capitalised at more than $60B"],
    ...["SOL did get as high as $156 in the last 24 hours", "measured from the record high, SOL is up over 45%"],
    ...[
      "SOL did not post a gain of more than 10% over the last 7 days",
      "SOL is not down more than 45% from its record",
    ],
    ...[
      "SOL is not more than 5% away from where it stood 24 hours ago",
      "sellers pushed SOL up by more than 5% in 24 hours",
    ],
    ...[
      "SOL was not the better performer against ETH over the last 7 days",
      "exchanges saw less than $280M of SOL arrive",
    ],
  ],
  unknown: [
    ...["SOL would command a price above $130", "SOL once commanded a price above $250"],
    ...["SOL almost got as high as $156 in the last 24 hours", "it takes more than $130 to move SOL by 1%"],
    ...[
      "Crypto is capitalised at more than $60B",
      "SOL options racked up more than $3B in volume in the last 24 hours",
    ],
    ...["traders hold long SOL positions worth more than $6B", "SOL has never got as high as $200 this year"],
    ...["SOL's market cap never got as high as $150B", "ETH never got as high as $156 in the last 24 hours"],
    ...[
      "compared with its ATH, SOL is down over 5% in the last 24 hours",
      "SOL had been down more than 80% from its ATH",
    ],
    ...[
      "compared with its all-time high, SOL's volume is down more than 45%",
      "SOL's TVL lost more than 45% since its ATH",
    ],
    ...["SOL was down more than 90% from its record in 2022", "SOL is down more than 45% from ETH's record high"],
    ...[
      "SOL longs booked a loss of more than 10% over the last 7 days",
      "SOL funding is on the plus side over the week",
    ],
    ...["the liquidity of SOL has improved over the last week", "SOL has become cheaper to use over the last week"],
    ...[
      "SOL is more than 5% away from where ETH stood 24 hours ago",
      "SOL's price differs by more than 5% from that of ETH",
    ],
    ...[
      "SOL nearly got the better of ETH over the last 24 hours",
      "SOL is headed up",
      "SOL saw over $3B of on-chain volume",
    ],
    ...["SOL made more than ETH in fees over the last 7 days", "more than $10B is locked in SOL vesting contracts"],
  ],
} as const;

t.test("what turns such words is never decided as they are", async (t) => {
  for (const [wanted, said] of Object.entries(TURNED)) {
    const wrong = said.flatMap((one) => {
      const verdict = verdictOf(one);
      return verdict === wanted || verdict === "unknown" ? [] : [`${one}: ${verdict}`];
    });
    t.same(wrong, [], wanted);
  }
});
