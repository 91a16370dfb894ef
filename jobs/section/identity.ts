// Builds the state section identity from the tracked list and what the directory says of it and of its namesakes.
import type { TokenFacts } from "../fact/fact.ts";
import { isFresh, whyMissing } from "../measure/cause.ts";
import { derive, gap, isGap, type Measured } from "../measure/gap.ts";
import type { SectionBuilder } from "../state/section-builder.ts";
import { openSheet } from "../state/sheet.ts";

const STANDARDS: Readonly<Record<string, string>> = { eth: "erc20", bsc: "bep20", sol: "spl", ada: "native-asset" };
const TOKEN_PAGES: Readonly<Record<string, string>> = {
  eth: "https://etherscan.io/token/",
  bsc: "https://bscscan.com/token/",
  sol: "https://solscan.io/token/",
  ada: "https://cardanoscan.io/token/",
};
const CHAIN_PAGES: Readonly<Record<string, string>> = {
  btc: "https://mempool.space",
  eth: "https://etherscan.io",
  bsc: "https://bscscan.com",
  sol: "https://solscan.io",
  ada: "https://cardanoscan.io",
};
const none = gap("no_source", "No source of project profiles is connected.");

const SOURCE = "coingecko-coin";
type Known = NonNullable<TokenFacts["identity"]>;

/** What the directory says, within the hard limit of identities. */
const knownIdentity = ({ identity: row, calls }: TokenFacts, asOf: number): Measured<Known> =>
  row && isFresh("coin", row.read_at, asOf)
    ? row
    : whyMissing(
        calls.filter((call) => call.source === SOURCE),
        "coin",
        row?.read_at ?? 0,
      );

/** Symbols and names the directory gives or gave it that are not the ones we show. */
const aliasesOf = (row: Known, { symbol, name }: TokenFacts["token"]): string[] =>
  [...new Set([...row.symbols, ...row.names])].filter((alias) => alias !== symbol && alias !== name).sort();

export const identity: SectionBuilder<"identity"> = ({ facts, rows, cite }) => {
  const { token } = rows;
  const known = knownIdentity(rows, facts.asOf);
  const sheet = openSheet();
  const home = token.native === null ? [] : [token.native];
  const contracts = Object.entries(token.contracts);
  const explorers = [
    ...home.flatMap((chain) => CHAIN_PAGES[chain] ?? []),
    ...contracts.flatMap(([chain, address]) => (TOKEN_PAGES[chain] ? [`${TOKEN_PAGES[chain]}${address}`] : [])),
  ];
  const chains = [
    ...home.map((chain) => ({ chain, address: null, decimals: null, standard: null, native: true })),
    ...contracts.map(([chain, address]) => ({
      chain,
      address,
      decimals: token.decimals[chain] ?? null,
      standard: STANDARDS[chain] ?? null,
      native: false,
    })),
  ];
  const members = sheet.enter("", {
    chains: chains.length > 0 ? chains : gap("no_source", "Where it lives is not known to us."),
    categories: [...token.categories],
    sector: token.sector,
    description: none,
    homepage_url: none,
    explorers: explorers.length > 0 ? explorers : gap("no_source", "No explorer of its chain is known."),
    launched_at: none,
    aliases: derive([known], (row) => aliasesOf(row, token)),
    same_symbol: derive([known], () => [...rows.namesakes]),
  });
  const cited = isGap(known)
    ? []
    : [
        {
          dataset: "coin" as const,
          from: SOURCE,
          provider: known.provider,
          venue: null,
          at: known.read_at,
          retrievedAt: known.retrieved_ms,
          rows: 1,
        },
      ];
  return { ...sheet.base(isGap(known) ? facts.asOf : known.read_at, cite(cited)), ...members, tracked: true };
};
