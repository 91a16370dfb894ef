// Which tracked tokens a headline names: by cashtag, by an unmistakable symbol, by name; never by a common word alone.
import { TRACKED } from "../../schema/token/tracked.ts";

/** A headline that names more than this many is about the market, not about them. */
const TOKENS_MAX = 5;

/** Other names newsrooms use. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  ethereum: ["Ether"],
  ripple: ["Ripple"],
  binancecoin: ["BNB Chain"],
  tron: ["Tron"],
  "polygon-ecosystem-token": ["Polygon"],
  cosmos: ["Cosmos Hub"],
  near: ["NEAR Protocol"],
  "fetch-ai": ["Fetch.ai"],
  "curve-dao-token": ["Curve Finance", "Curve DAO"],
  "lido-dao": ["Lido"],
  "pyth-network": ["Pyth"],
  eigenlayer: ["EigenLayer"],
  floki: ["Floki"],
  "yearn-finance": ["Yearn"],
  zksync: ["zkSync"],
  "virtual-protocol": ["Virtuals Protocol"],
  "hedera-hashgraph": ["Hedera"],
};

/** Names that are words of their own: they count only with a word of the trade or their symbol after them. */
const COMMON_NAMES = new Set(
  `Avalanche|Stellar|Flow|Dash|NEO|GALA|Optimism|Mantle|Stacks|Immutable|Dai|Maker|Compound|Render|Jupiter|Sushi|Quant
   |The Graph|The Sandbox|Pepe|Bonk|Official Trump|Near`.split(/\s*\|\s*/),
);
const CONTEXT =
  "Network|Protocol|Labs|Foundation|Finance|DAO|[Bb]lockchain|[Tt]oken|[Cc]oin|[Cc]hain|[Mm]ainnet|[Pp]rice";

/** Symbols that are words, names or other abbreviations: they count only as cashtags. */
const COMMON_SYMBOLS = new Set(
  `NEAR LINK SAND OP FLOW DASH GALA COMP TON DOT ATOM ALGO NEO APE CAKE TRUMP ZK RENDER FET AR RAY UNI MANA RUNE HYPE POL
   ARB VIRTUAL DAI VET TIA APT ETC TAO WIF BONK PEPE FLOKI MINA THETA SUSHI ENA INJ SNEK KAS SEI MNT IMX`.split(/\s+/),
);

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const BEFORE = "(?<![\\p{L}\\p{N}_$.])";
const AFTER = "(?![\\p{L}\\p{N}_])";

type Phrase = { readonly token: string; readonly text: string; readonly pattern: string };

function phrasesOf({ id, symbol, name }: (typeof TRACKED)[number]): Phrase[] {
  const names = [...new Set([name.replace(/ \(.*\)$/, ""), ...(ALIASES[id] ?? [])])].map((text) => {
    const after = COMMON_NAMES.has(text) ? `(?=(?:['’]s)?\\s+(?:${CONTEXT})\\b|\\s*\\(\\$?${literal(symbol)}\\))` : "";
    return { token: id, text, pattern: `${literal(text)}${AFTER}${after}` };
  });
  const bare = symbol.length >= 3 && !COMMON_SYMBOLS.has(symbol);
  return bare ? [...names, { token: id, text: symbol, pattern: `${literal(symbol)}${AFTER}` }] : names;
}

/** Longer names first, so that "Bitcoin Cash" is not also bitcoin. */
const PHRASES = TRACKED.flatMap(phrasesOf).sort((a, b) => b.text.length - a.text.length || (a.text < b.text ? -1 : 1));
const TOKEN_OF = new Map([...PHRASES].reverse().map(({ text, token }) => [text, token]));
const NAMED = new RegExp(`${BEFORE}(?:${PHRASES.map(({ pattern }) => pattern).join("|")})`, "gu");
const CASHTAG = /(?<![\p{L}\p{N}_$])\$([A-Za-z0-9]{2,10})(?![\p{L}\p{N}_])/gu;
const SYMBOL_OF = new Map(TRACKED.map(({ id, symbol }) => [symbol, id]));

/** Ids of the tokens named, in alphabetical order; none where there are none or too many. `title` is sanitised. */
export function matchTokens(title: string): string[] {
  const found = new Set<string>();
  for (const [, symbol = ""] of title.matchAll(CASHTAG)) {
    const token = /[A-Z]/i.test(symbol) ? SYMBOL_OF.get(symbol.toUpperCase()) : undefined;
    if (token) found.add(token);
  }
  // Where everything is in capitals, capitals say nothing.
  if (/\p{Ll}/u.test(title)) {
    for (const [text] of title.matchAll(NAMED)) {
      const token = TOKEN_OF.get(text);
      if (token) found.add(token);
    }
  }
  return found.size > TOKENS_MAX ? [] : [...found].sort();
}
