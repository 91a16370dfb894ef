// The simulated economics of each tracked token: price level, supply, turnover, and how it moves with the market.
import { alikeTo } from "../../../schema/token/simulated-token.ts";
import { KNOWN, TOKENS, type TrackedToken } from "../../../schema/token/token-list.ts";
import { hashText, unit } from "./hash.ts";

export type Asset = {
  readonly index: number;
  readonly token: TrackedToken;
  readonly seed: number;
  /** Level the long-run price is bounded around, in USD. */
  readonly anchorUsd: number;
  readonly circulating: number;
  readonly total: number;
  readonly max: number | null;
  /** Typical turnover of a day over all venues, in USD. */
  readonly volumeDayUsd: number;
  readonly marketBeta: number;
  readonly sectorBeta: number;
  /** Standard deviation of a day's own log return. */
  readonly ownVolatility: number;
};

// symbol, price in USD, circulating supply, total supply, maximum supply (0 none) in millions, daily turnover in million USD
const ECONOMICS = `
BTC 88000 19.95 19.95 21 34000|ETH 3050 120.6 120.6 0 21000|USDT 1 184000 187000 0 92000|BNB 870 137.7 137.7 200 1900
SOL 138 555 615 0 5200|XRP 2.05 60200 99985 100000 3600|USDC 1 75000 75000 0 11000|ADA 0.43 35900 45000 45000 780
DOGE 0.148 151500 151500 0 1700|TRX 0.281 94700 94700 0 640|AVAX 13.9 427 457 720 420|TON 1.58 2540 5140 0 150
DOT 2.28 1640 1640 2100 210|SUI 1.52 3680 10000 10000 820|APT 2.3 720 1190 0 160|NEAR 1.92 1280 1280 0 240
LTC 84 76.6 84 84 480|BCH 545 19.95 19.95 21 390|ICP 4.1 541 541 0 130|ETC 14.2 153.5 210.7 210.7 110
XLM 0.247 32100 50001 50001 190|HBAR 0.139 42500 50000 50000 220|ATOM 2.5 474 474 0 95|ALGO 0.138 8800 8800 10000 60
VET 0.0138 85990 85990 86712 35|FIL 1.6 710 1958 1959 160|XTZ 0.5 1060 1080 0 24|KAS 0.047 26900 26900 28704 42
SEI 0.135 6490 10000 10000 90|TIA 0.62 830 1150 0 75|INJ 5.5 100 100 0 70|FLOW 0.23 1620 1620 0 22
EGLD 7.9 28.7 28.7 31.4 15|ZEC 420 16.4 16.4 21 950|DASH 48 12.6 12.6 18.9 120|IOTA 0.107 4180 4750 4750 14
NEO 4 70.5 100 100 18|THETA 0.34 1000 1000 1000 16|MINA 0.093 1260 1260 0 12|CFX 0.081 5150 5720 0 28
HYPE 31 270 1000 1000 460|TAO 285 10.3 21 21 180|BERA 0.93 135 516 0 38|ARB 0.205 5640 10000 10000 130
OP 0.31 1900 4290 4290 96|POL 0.129 10560 10560 0 85|STRK 0.12 4900 10000 10000 60|MNT 1.02 3250 6220 6220 110
STX 0.3 1810 1810 1818 24|IMX 0.28 1960 2000 2000 22|ZK 0.035 8300 21000 21000 28|DAI 1 4600 4600 0 130
FDUSD 0.998 1000 1000 0 850|USDE 1 7100 7100 0 240|LINK 13.2 697 1000 1000 620|UNI 5.9 630 1000 1000 290
AAVE 178 15.2 16 16 310|MKR 1420 0.84 0.87 1 24|CRV 0.38 1430 2330 3030 95|LDO 0.6 890 1000 1000 68
COMP 29 9.7 10 10 26|SNX 0.52 343 343 0 30|CAKE 2.2 330 345 400 58|GRT 0.044 10700 11440 0 22
1INCH 0.175 1400 1500 1500 18|SUSHI 0.33 192 284 0 20|YFI 3600 0.0339 0.0367 0.0367 12|PENDLE 2.2 170 282 0 52
ENA 0.24 7600 15000 15000 260|ETHFI 0.78 620 1000 1000 44|EIGEN 0.55 460 1770 0 40|DYDX 0.2 800 1000 1000 16
RUNE 0.67 351 425 500 58|JUP 0.21 3170 7000 7000 52|RAY 1.06 268 555 555 36|JTO 0.42 420 1000 1000 28
PYTH 0.068 5750 10000 10000 26|ONDO 0.46 3160 10000 10000 98|ENS 10.6 37.5 100 100 42|SHIB 0.0000081 589250000 589500000 0 140
PEPE 0.0000044 420690000 420690000 420690000 480|WIF 0.38 998.8 998.8 998.8 130|BONK 0.0000096 82900000 88000000 88000000 150
FLOKI 0.0000455 9540000 9700000 10000000 48|TRUMP 6.1 200 1000 1000 220|FET 0.25 2310 2710 2710 120|RENDER 1.72 518 532 644 62
WLD 0.6 2400 10000 10000 130|VIRTUAL 0.9 656 1000 1000 110|SAND 0.15 2600 3000 3000 38|MANA 0.16 1940 2190 0 24
AXS 1.12 168 270 270 32|GALA 0.0077 46700 47000 0 52|APE 0.24 760 1000 1000 20|OKB 108 21 21 21 85
AR 4 65.4 65.4 66 26|ZRO 1.36 200 1000 1000 44|QNT 80 12.1 14.6 14.9 24|CHZ 0.034 10180 10180 0 46
SNEK 0.00165 74500 76700 76716 2.4`;

const SECTOR: Record<string, { beta: number; sector: number; own: number }> = {
  "layer-1": { beta: 1.2, sector: 0.9, own: 0.022 },
  "layer-2": { beta: 1.3, sector: 1, own: 0.024 },
  defi: { beta: 1.25, sector: 1, own: 0.026 },
  infrastructure: { beta: 1.2, sector: 0.9, own: 0.025 },
  meme: { beta: 1.35, sector: 1.2, own: 0.034 },
  ai: { beta: 1.35, sector: 1.1, own: 0.032 },
  gaming: { beta: 1.25, sector: 1, own: 0.026 },
  payments: { beta: 1, sector: 0.7, own: 0.018 },
  privacy: { beta: 0.85, sector: 1, own: 0.028 },
  exchange: { beta: 0.8, sector: 0.6, own: 0.014 },
  "real-world-asset": { beta: 1.25, sector: 0.8, own: 0.026 },
  stablecoin: { beta: 0, sector: 0, own: 0.0003 },
};

const OWN: Record<string, { beta: number; sector: number; own: number }> = {
  BTC: { beta: 1, sector: 0, own: 0.004 },
  ETH: { beta: 1.12, sector: 0.5, own: 0.011 },
};

const economicsOf = (): Map<string, number[]> => {
  const rows = new Map<string, number[]>();
  for (const row of ECONOMICS.trim().split(/[|\n]/)) {
    const [symbol = "", ...figures] = row.trim().split(" ");
    rows.set(symbol, figures.map(Number));
  }
  return rows;
};

/** The assets under one seed, in the order of the tracked list; one that is like another costs about as much. */
export const createAssets = (seed: number): readonly Asset[] => {
  const economics = economicsOf();
  return TOKENS.map((token, index) => {
    const [price = 1, circulating = 1, total = 1, max = 0, volume = 1] =
      economics.get(KNOWN[alikeTo(KNOWN, index)]?.symbol ?? "") ?? [];
    const own = OWN[token.symbol] ?? SECTOR[token.sector] ?? { beta: 1.2, sector: 1, own: 0.025 };
    const assetSeed = hashText(`${seed}/asset/${token.id}`);
    const spread = 0.85 + 0.3 * unit(assetSeed);
    return {
      index,
      token,
      seed: assetSeed,
      anchorUsd: price,
      circulating: circulating * 1e6,
      total: total * 1e6,
      max: max === 0 ? null : max * 1e6,
      volumeDayUsd: volume * 1e6,
      marketBeta: token.symbol === "BTC" ? 1 : own.beta * (0.9 + 0.2 * unit(hashText(`${token.id}/beta`))),
      sectorBeta: own.sector,
      ownVolatility: own.own * spread,
    };
  });
};
