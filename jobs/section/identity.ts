// Builds the state section identity from the tracked list.
import { gap } from "../measure/gap.ts";
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

export const identity: SectionBuilder<"identity"> = ({ facts, rows: { token }, cite }) => {
  const sheet = openSheet();
  const home = token.native === null ? [] : [token.native];
  const contracts = Object.entries(token.contracts);
  const explorers = [
    ...home.flatMap((chain) => CHAIN_PAGES[chain] ?? []),
    ...contracts.flatMap(([chain, address]) => (TOKEN_PAGES[chain] ? [`${TOKEN_PAGES[chain]}${address}`] : [])),
  ];
  const members = sheet.enter("", {
    chains: [
      ...home.map((chain) => ({ chain, address: null, decimals: null, standard: null, native: true })),
      ...contracts.map(([chain, address]) => ({
        chain,
        address,
        decimals: token.decimals[chain] ?? null,
        standard: STANDARDS[chain] ?? null,
        native: false,
      })),
    ],
    categories: [...token.categories],
    sector: token.sector,
    description: none,
    homepage_url: none,
    explorers: explorers.length > 0 ? explorers : gap("no_source", "No explorer of its chain is known."),
    launched_at: none,
    aliases: none,
    same_symbol: none,
  });
  return { ...sheet.base(facts.asOf, cite([])), ...members, tracked: true };
};
