// Claims made from facts: true, false, at the boundary, unmeasured and of several clauses, each in wordings of its own, with what they come to by plain arithmetic.
import type { Facts } from "./facts.ts";
import { type Draw, drawFrom, LEVELS, percent } from "./levels.ts";
import type { Made, Truth } from "./made.ts";
import { wordClaims } from "./worded.ts";

const TIMES: Readonly<Record<string, readonly string[]>> = {
  "1h": ["in the last hour", "over the past hour", "in 1h", "within an hour", "over the last 60 minutes"],
  "24h": ["in the last 24 hours", "over the past day", "in 24h", "on the day", "over 24 hours", "within one day"],
  "7d": ["in the last 7 days", "over the past week", "on the week", "in 7d", "over the last seven days"],
};
const UP = [
  "is up",
  "rose",
  "gained",
  "climbed",
  "has risen",
  "increased by",
  "went up",
  "has gained",
  "advanced",
  "is trading up",
];
const DOWN = [
  "is down",
  "fell",
  "lost",
  "dropped",
  "has fallen",
  "decreased by",
  "went down",
  "has lost",
  "declined",
  "is trading down",
];

const OVER = ["above", "over", "more than", "higher than", "greater than"];
const UNDER = ["below", "under", "less than", "lower than"];
const AT_LEAST = ["at least", "no less than"];
const AT_MOST = ["at most", "no more than"];

type Corpus = readonly Made[];
const pick = <T>(list: readonly T[], draw: Draw): T => list[Math.floor(draw() * list.length)] as T;
const labelled = (holds: boolean): Truth => (holds ? "supported" : "contradicted");

function levelClaims(facts: Facts, draw: Draw): Made[] {
  const fill = (text: string, op: string) =>
    text.replaceAll("{S}", facts.symbol).replaceAll("{N}", facts.name).replaceAll("{op}", op);
  return LEVELS.flatMap((level) => {
    const value = facts.values[level.fact];
    return level.says.flatMap((says, at): Made[] => {
      const one = (op: string, truth: Truth, group = level.group): Made => ({
        token: facts.token,
        text: fill(says, op),
        truth,
        group,
      });
      const measured = value ?? 0;
      if (value === null || value === undefined)
        return at < 3 ? [one(`above ${level.show(1_000, draw).text}`, "unknown", "unmeasured")] : [];
      const off = (factor: number) => level.show(measured * factor, draw);
      const [near, below, above] = [off(1), off(1 - 0.04 - 0.4 * draw()), off(1 + 0.04 + 0.4 * draw())];
      const isNegative = measured < 0;
      if (isNegative) return [];
      const isSame = Math.abs(near.value - measured) <= near.half;
      const prefix = level.fact === "price" ? "at " : "";
      const made = [
        one(`${pick(OVER, draw)} ${below.text}`, labelled(measured > below.value)),
        one(`${pick(AT_LEAST, draw)} ${below.text}`, labelled(measured >= below.value)),
        one(`${prefix}${near.text}`, labelled(isSame)),
        one(`${prefix}${below.text}`, labelled(Math.abs(measured - below.value) <= below.half)),
      ];
      // A lower bound cannot show what is above it.
      if (level.isLeast) return made.slice(0, 2);
      return [
        ...made,
        one(`${pick(UNDER, draw)} ${below.text}`, labelled(measured < below.value)),
        one(`${pick(OVER, draw)} ${above.text}`, labelled(measured > above.value)),
        one(`${pick(UNDER, draw)} ${above.text}`, labelled(measured < above.value)),
        one(`${pick(AT_MOST, draw)} ${above.text}`, labelled(measured <= above.value)),
        one(`between ${below.text} and ${above.text}`, labelled(true)),
      ].filter((_, place) => (place + at) % 3 === 0 || place === 2);
    });
  });
}

const CHANGES = [
  ["change_1h", "1h", ["{S}", "{N}", "the price", "the price of {S}", "{S} price"]],
  ["change_24h", "24h", ["{S}", "{N}", "the price", "the price of {S}", "{S} price"]],
  ["change_7d", "7d", ["{S}", "{N}", "the price", "the price of {N}", "{S} price"]],
  ["oi_24h", "24h", ["open interest", "{S} open interest", "OI", "the open interest of {N}", "{N} OI"]],
  ["oi_1h", "1h", ["open interest", "{S} open interest", "OI", "the open interest of {N}", "{N} OI"]],
] as const;

/** Just inside and just outside of half the last digit. */
function atBoundary(value: number, decimals: number): readonly (readonly [shown: string, holds: boolean])[] {
  const size = Math.abs(value);
  const step = 10 ** -decimals;
  const lower = Math.floor(size / step) * step;
  return [lower - step, lower, lower + step, lower + 2 * step].flatMap((one) => {
    if (one <= 0) return [];
    const shown = one.toFixed(decimals);
    const distance = Math.abs(size - Number(shown));
    return Math.abs(distance - step / 2) < 1e-6 ? [] : [[shown, distance < step / 2] as const];
  });
}

function changeClaims(facts: Facts, draw: Draw): Made[] {
  return CHANGES.flatMap(([fact, time, subjects]) => {
    const value = facts.values[fact];
    const make = (verb: string, amount: string, truth: Truth, group: string): Made => {
      const subject = pick(subjects, draw).replace("{S}", facts.symbol).replace("{N}", facts.name);
      // Of open interest nothing is measured but hours up to now.
      const spoken = fact === "oi_24h" ? ["today"] : [];
      const when = pick([...(TIMES[time] ?? []), ...spoken], draw);
      const text = draw() < 0.8 ? `${subject} ${verb} ${amount} ${when}` : `${when}, ${subject} ${verb} ${amount}`;
      return { token: facts.token, text: text.replaceAll(/\s+/g, " "), truth, group };
    };
    if (value === null || value === undefined)
      return Array.from({ length: 3 }, () => make(pick(UP, draw), percent(3, 1, draw).text, "unknown", "unmeasured"));
    const [own, wrong] = value > 0 ? [UP, DOWN] : [DOWN, UP];
    const size = Math.abs(value);
    const plain = (verbs: readonly string[]) => pick(verbs, draw).replace(/ by$/, "");
    const boundary = [1, 2].flatMap((decimals) =>
      atBoundary(value, decimals).map(([shown, holds]) =>
        make(pick(own, draw), `${shown}%`, labelled(holds), "boundary"),
      ),
    );
    const times = Array.from({ length: 5 }, (): Made[] => {
      const [less, more] = [percent(size * (0.3 + 0.6 * draw()), 2, draw), percent(size * (1.1 + draw()), 2, draw)];
      return [
        make(pick(own, draw), `more than ${less.text}`, labelled(size > less.value), "change"),
        make(pick(own, draw), `more than ${more.text}`, labelled(size > more.value), "change"),
        make(pick(own, draw), `at least ${less.text}`, labelled(size >= less.value), "change"),
        make(pick(own, draw), `less than ${more.text}`, labelled(size < more.value), "change"),
        make(pick(own, draw), `less than ${less.text}`, labelled(size < less.value), "change"),
        make(pick(wrong, draw), less.text, "contradicted", "change"),
        make(plain(own), "", "supported", "direction"),
        make(plain(wrong), "", "contradicted", "direction"),
        make(pick(["doubled", "more than doubled", "tripled", "halved"], draw), "", "contradicted", "factor"),
      ];
    }).flat();
    return [...boundary, ...times];
  });
}

/** Words that some mean of hours up to now, and others of the calendar: both must say the same. */
const CALENDAR = [
  ["change_24h", "change_day", ["today", "this day"]],
  ["change_7d", "change_week", ["this week"]],
] as const;
/** So near to an amount its two measurements may fall on either side of it, percent. */
const NEAR_PCT = 0.03;

function calendarClaims(facts: Facts, draw: Draw): Made[] {
  return CALENDAR.flatMap(([rolling, calendar, whens]) => {
    const [one, other] = [facts.values[rolling], facts.values[calendar]];
    if (one == null || other == null) return [];
    const of = (text: string, holds: (change: number) => boolean): Made[] => {
      const told = [one, other].flatMap((value) => [holds(value - NEAR_PCT), holds(value), holds(value + NEAR_PCT)]);
      const [first = false] = told;
      const isSame = told.every((each) => each === first);
      // What is near to an amount is not told.
      if (!isSame && [told.slice(0, 3), told.slice(3)].some((each) => new Set(each).size > 1)) return [];
      return [{ token: facts.token, text, truth: isSame ? labelled(first) : "unknown", group: "calendar" }];
    };
    const subjects = [facts.symbol, facts.name, "the price", `the price of ${facts.symbol}`];
    return Array.from({ length: 12 }, (): Made[] => {
      const [subject, when] = [pick(subjects, draw), pick(whens, draw)];
      const amount = percent(Math.abs(pick([one, other], draw)) * (0.4 + draw()), 2, draw);
      const by = (verbs: readonly string[]) => pick(verbs, draw).replace(/ by$/, "");
      return [
        ...of(`${subject} ${by(UP)} ${when}`, (change) => change > 0),
        ...of(`${subject} ${by(DOWN)} ${when}`, (change) => change < 0),
        ...of(`${subject} ${pick(UP, draw)} more than ${amount.text} ${when}`, (change) => change > amount.value),
        ...of(`${when}, ${subject} ${pick(DOWN, draw)} at least ${amount.text}`, (change) => change <= -amount.value),
      ];
    }).flat();
  });
}

function signClaims({ values, venues, token, symbol }: Facts, draw: Draw): Made[] {
  const one = (text: string, truth: Truth, group: string): Made => ({ token, text, truth, group });
  const { funding, netflow_24h: net, netflow_7d: week } = values;
  const rates = Object.values(venues);
  const signs = [1, -1] as const;
  const word = (sign: number) => (sign > 0 ? "positive" : "negative");
  const of = (value: number | null | undefined, sign: number): Truth =>
    value == null ? "unknown" : labelled(value * sign > 0);
  return signs
    .flatMap((sign): Made[] => [
      ...[
        `funding is ${word(sign)}`,
        `${symbol} funding is ${word(sign)} right now`,
        `the funding rate is ${word(sign)}`,
        sign > 0 ? "longs pay shorts" : "shorts pay longs",
      ].map((text) => one(text, of(funding, sign), "sign")),
      ...["every venue", "all exchanges", "each venue", "every exchange"].map((all) =>
        one(
          `${word(sign)} funding on ${all}`,
          rates.length === 0 ? "unknown" : labelled(rates.every((rate) => rate * sign > 0)),
          "venues",
        ),
      ),
      ...Object.entries(venues).map(([venue, rate]) =>
        one(`funding on ${venue} is ${word(sign)}`, of(rate, sign), "venues"),
      ),
      ...["today", "in the last 24 hours", "over the past day"].map((when) =>
        one(`${symbol} saw a net ${sign > 0 ? "inflow to" : "outflow from"} exchanges ${when}`, of(net, sign), "flows"),
      ),
      ...["this week", "over the past 7 days"].map((when) =>
        one(`net exchange ${sign > 0 ? "inflow" : "outflow"} ${when}`, of(week, sign), "flows"),
      ),
      one(
        `open interest is ${sign > 0 ? "higher" : "lower"} than ${pick(["$1", "$10 trillion"], draw)}`,
        "unknown",
        "skip",
      ),
    ])
    .filter(({ group }) => group !== "skip");
}

function pairClaims(facts: readonly Facts[], draw: Draw): Made[] {
  const [own, other] = facts;
  if (!own || !other) return [];
  const one = (text: string, truth: Truth): Made => ({ token: own.token, text, truth, group: "comparison" });
  const differ = (a: number | null | undefined, b: number | null | undefined, sign: number): Truth =>
    a == null || b == null ? "unknown" : labelled((a - b) * sign > 0);
  const changes = [
    ["change_24h", "24h"],
    ["change_7d", "7d"],
    ["change_1h", "1h"],
  ] as const;
  const verbs = [
    ["outperformed", "beat", "did better than", "is outperforming"],
    ["underperformed", "lagged", "did worse than", "is underperforming"],
  ] as const;
  return [
    ...changes.flatMap(([fact, time]) =>
      verbs.flatMap((list, at) =>
        list.map((verb) =>
          one(
            `${own.symbol} ${verb} ${pick([other.symbol, other.name], draw)} ${pick(TIMES[time] ?? [], draw)}`,
            differ(own.values[fact], other.values[fact], at === 0 ? 1 : -1),
          ),
        ),
      ),
    ),
    ...(
      [
        ["market_cap", "market cap"],
        ["volume_24h", "daily volume"],
        ["open_interest", "open interest"],
        ["funding", "funding rate"],
      ] as const
    ).flatMap(([fact, name]) =>
      [1, -1].map((sign) =>
        one(
          `${own.symbol} has a ${sign > 0 ? "higher" : "lower"} ${name} than ${other.symbol}`,
          differ(own.values[fact], other.values[fact], sign),
        ),
      ),
    ),
  ];
}

/** Two or three claims joined: any that is false makes it false, and all must be true. */
function joined(made: readonly Made[], count: number, draw: Draw): Made[] {
  const decided = made.filter(
    ({ group, text }) =>
      group !== "comparison" && !text.includes(" and ") && !/^(?:in|over|on|today|this|within)\b/.test(text),
  );
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: draw() < 0.7 ? 2 : 3 }, () => pick(decided, draw));
    const truths = parts.map(({ truth }) => truth);
    const truth: Truth = truths.includes("contradicted")
      ? "contradicted"
      : truths.every((one) => one === "supported")
        ? "supported"
        : "unknown";
    const text = parts.map(({ text: one }) => one).join(pick([" and ", ", and ", " while ", ", "], draw));
    return { token: parts[0]?.token ?? "", text, truth, group: "several clauses" };
  });
}

const negated = (made: readonly Made[]): Made[] =>
  made.flatMap(({ text, truth, group, token }) =>
    group === "direction" && / is (?:up|down) /.test(text) && truth !== "unknown"
      ? [
          {
            token,
            text: text.replace(/ is (up|down) /, " is not $1 "),
            truth: truth === "supported" ? ("contradicted" as const) : ("supported" as const),
            group: "negation",
          },
        ]
      : [],
  );

const BEYOND = [
  "{S} will double next week",
  "{S} is going to fall below {P} soon",
  "{S} is undervalued",
  "{S} is up because of the ETF",
  "if rates fall {S} is above {P}",
  "{S} may rise 5% today",
  "{S} rose after the news",
  "{N} is above {P} in euros",
  "gold is up 3% today",
  "{S} reportedly rose 4% today",
  "{S} is safer than bonds",
  "{S} closed above {P} in March",
  "{S} outperformed the Nasdaq this week",
  "{S} has been up for five days in a row",
  "{S} tends to rise on Mondays",
  "everyone loves {S}",
  "{S} looks strong above {P}",
  "{S} trades above its 200-day moving average",
];

/** Everything that can be made of these facts; the first are those that several clauses are made of. Pure. */
export function makeClaims(all: readonly Facts[], seed: number, several = 120): Corpus {
  const draw = drawFrom(seed);
  return all.flatMap((facts, at) => {
    const single = [...levelClaims(facts, draw), ...changeClaims(facts, draw), ...signClaims(facts, draw)];
    const calendar = calendarClaims(facts, draw);
    const price = facts.values.price ?? 1;
    const beyond = BEYOND.map(
      (text): Made => ({
        ...{ token: facts.token, truth: "unknown", group: "beyond" },
        text: text
          .replaceAll("{S}", facts.symbol)
          .replaceAll("{N}", facts.name)
          .replaceAll("{P}", `$${price.toFixed(2)}`),
      }),
    );
    const others = all.filter((_, place) => place !== at);
    const pairs = pairClaims([facts, ...others.slice(0, 1)], draw);
    const [other] = others;
    const worded = other ? wordClaims(facts, other) : [];
    return [
      ...worded,
      ...single,
      ...calendar,
      ...pairs,
      ...joined(single, several, draw),
      ...negated(single),
      ...beyond,
    ];
  });
}
