// How levels are worded in claims, each in ten ways, and how amounts are written.
export type Draw = () => number;
/** Seeded numbers in 0..1. */
export function drawFrom(seed: number): Draw {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

type Shown = { readonly text: string; readonly value: number; readonly half: number };

const grouped = (figures: string): string => {
  const [whole = "", part] = figures.split(".");
  const text = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return part === undefined ? text : `${text}.${part}`;
};
const SCALES = [
  [1e12, ["T", "tn", " trillion"]],
  [1e9, ["B", "bn", " billion"]],
  [1e6, ["M", "m", " million"]],
  [1e3, ["K", "k", " thousand"]],
] as const;

/** Dollars with a scale, or whole where there is none. */
function money(value: number, draw: Draw, decimals: number): Shown {
  const [scale, words] = SCALES.find(([from]) => Math.abs(value) >= from) ?? [1, [""] as const];
  const figures = (Math.abs(value) / scale).toFixed(decimals);
  const word = words[Math.floor(draw() * words.length)] ?? "";
  const text = draw() < 0.7 || word.length > 2 ? `$${figures}${word}` : `${figures}${word} dollars`;
  return { text, value: Number(figures) * scale, half: (10 ** -decimals * scale) / 2 };
}
const price = (value: number): Shown => {
  const decimals = value >= 1_000 ? 0 : value >= 1 ? 2 : 4;
  const figures = value.toFixed(decimals);
  const isRound = decimals === 0 && /00$/.test(figures);
  const shown = isRound ? (value + 1).toFixed(0) : figures;
  return { text: `$${grouped(shown)}`, value: Number(shown), half: 10 ** -decimals / 2 };
};
export const percent = (value: number, decimals: number, draw: Draw): Shown => {
  const figures = Math.abs(value).toFixed(decimals);
  const unit = ["%", " %", " percent", " per cent"][Math.floor(draw() * 4)];
  return { text: `${figures}${unit}`, value: Number(figures), half: 10 ** -decimals / 2 };
};

type Level = {
  readonly fact: string;
  readonly group: string;
  readonly show: (value: number, draw: Draw) => Shown;
  readonly says: readonly string[];
  readonly isLeast?: true;
};
const usd = (value: number, draw: Draw) => money(value, draw, 1);

/** How a level is named; `{op}` is the comparison with the amount. */
export const LEVELS: readonly Level[] = [
  {
    fact: "price",
    group: "price",
    show: price,
    says: [
      "{S} is {op}",
      "{S} trades {op}",
      "the price of {N} is {op}",
      "{N} is trading {op}",
      "{S} sits {op}",
      "one {S} costs {op}",
      "{N} price: {op}",
      "the {S} price stands {op}",
      "{N} is currently {op}",
      "right now {S} is {op}",
    ].filter((one) => !one.includes("costs")),
  },
  {
    fact: "market_cap",
    group: "market cap",
    show: usd,
    says: [
      "{S} has a market cap {op}",
      "the market cap of {N} is {op}",
      "{N}'s market capitalization is {op}",
      "{S} mcap is {op}",
      "market value of {S} is {op}",
      "the marketcap is {op}",
      "{S}'s market cap stands {op}",
      "total market cap of {N} is {op}",
      "{S} market cap {op}",
      "its market cap is {op}",
    ],
  },
  {
    fact: "volume_24h",
    group: "volume",
    show: usd,
    says: [
      "{S} volume is {op} in the last 24 hours",
      "24h trading volume of {N} is {op}",
      "daily volume is {op}",
      "spot volume over 24 hours is {op}",
      "the 24-hour volume stands {op}",
      "{N} trading volume today is {op}",
      "{S} traded volume over the past day is {op}",
      "volume in 24h is {op}",
      "{S}'s daily trading volume is {op}",
      "over the last day {S} volume was {op}",
    ],
  },
  {
    fact: "open_interest",
    group: "open interest",
    show: usd,
    says: [
      "open interest is {op}",
      "{S} open interest is {op}",
      "OI stands {op}",
      "{N} futures open interest is {op}",
      "the open interest of {S} is {op}",
      "open interest in {N} is currently {op}",
      "total open interest is {op}",
      "{S} OI is {op}",
      "perp open interest is {op}",
      "its open interest is {op}",
    ],
  },
  {
    fact: "funding",
    group: "funding",
    show: (v, d) => percent(v, 4, d),
    says: [
      "funding is {op}",
      "the funding rate is {op}",
      "{S} funding is {op}",
      "{N} funding rate is {op} per 8 hours",
      "perp funding is {op}",
      "the 8 hour funding rate is {op}",
      "current funding is {op}",
      "{S}'s funding rate stands {op}",
      "funding rates are {op}",
      "funding for {S} is {op}",
    ],
  },
  {
    fact: "long_short",
    group: "long short",
    show: (v) => ({ text: v.toFixed(2), value: Number(v.toFixed(2)), half: 0.005 }),
    says: [
      "the long/short ratio is {op}",
      "{S} long short ratio is {op}",
      "long-short ratio stands {op}",
      "long to short ratio is {op}",
      "the {N} long/short ratio is {op}",
      "its long/short ratio is {op}",
      "longs to shorts ratio is {op}",
      "the ratio of longs to shorts is {op}",
      "{S}'s long/short ratio is currently {op}",
      "long short ratio {op}",
    ],
  },
  {
    fact: "volatility_30d",
    group: "volatility",
    show: (v, d) => percent(v, 1, d),
    says: [
      "30-day volatility is {op}",
      "realised volatility over 30 days is {op}",
      "{S} 30d realized volatility is {op}",
      "annualised volatility over the last 30 days is {op}",
      "{N}'s monthly volatility is {op}",
      "volatility over the past month is {op}",
      "the 30-day realised vol is {op}",
      "historical volatility over 30 days is {op}",
      "{S} volatility this month is {op}",
      "30 day annualized volatility of {S} is {op}",
    ],
  },
  {
    fact: "inflow",
    group: "flows",
    show: usd,
    says: [
      "exchange inflows are {op} in 24h",
      "inflow to exchanges over the past day is {op}",
      "{S} exchange inflow today is {op}",
      "daily exchange inflows are {op}",
      "inflows over 24 hours are {op}",
      "exchange deposits in the last day are {op}",
      "{N} inflows to exchanges today are {op}",
      "exchange inflow in the last 24 hours is {op}",
      "total inflow over 24h is {op}",
      "its exchange inflow over the day is {op}",
    ],
  },
  {
    fact: "outflow",
    group: "flows",
    show: usd,
    says: [
      "exchange outflows are {op} in 24h",
      "outflow from exchanges over the past day is {op}",
      "{S} exchange outflow today is {op}",
      "daily exchange outflows are {op}",
      "outflows over 24 hours are {op}",
      "exchange withdrawals in the last day are {op}",
      "{N} outflows from exchanges today are {op}",
      "exchange outflow in the last 24 hours is {op}",
      "total outflow over 24h is {op}",
      "its exchange outflow over the day is {op}",
    ],
  },
  {
    fact: "circulating",
    group: "supply",
    show: (v, d) => {
      const one = money(v, d, 2);
      return { ...one, text: one.text.replace("$", "").replace(" dollars", "") };
    },
    says: [
      "circulating supply is {op}",
      "the circulating supply of {N} is {op}",
      "{S} circulating supply is {op}",
      "its circulating supply stands {op}",
      "circulating supply of {S} is {op}",
      "{N}'s circulating supply is {op}",
      "current circulating supply is {op}",
      "the {S} circulating supply is {op}",
      "supply in circulation is {op}",
      "{N} circulating supply: {op}",
    ],
  },
  {
    fact: "depth",
    group: "liquidity",
    show: usd,
    says: [
      "order book depth is {op}",
      "2% depth is {op}",
      "{S} market depth is {op}",
      "the depth within 2% is {op}",
      "{N} order book depth stands {op}",
      "its depth is {op}",
      "book depth is {op}",
      "two percent depth is {op}",
      "{S}'s depth within two percent is {op}",
      "depth of the {N} book is {op}",
    ].slice(0, 9),
  },
  {
    fact: "liquidations",
    group: "liquidations",
    isLeast: true,
    show: usd,
    says: [
      "liquidations are {op} in 24h",
      "{S} liquidations over the past day are {op}",
      "total liquidations today are {op}",
      "daily liquidations are {op}",
      "forced liquidations in the last 24 hours are {op}",
      "{N} liquidations today are {op}",
      "liquidations over 24 hours are {op}",
      "24-hour liquidations are {op}",
      "the liquidations of the last day are {op}",
      "{S} daily liquidations are {op}",
    ],
  },
];
