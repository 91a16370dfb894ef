// Builds the state section identity from the tracked list and what the directory says of it and of its namesakes.

import { toTime } from "../../schema/shape/time.ts";
import type { TokenFacts } from "../fact/fact.ts";
import { isFresh, whyMissing } from "../measure/cause.ts";
import { derive, gap, isGap, type Measured, orGap } from "../measure/gap.ts";
import type { Cited } from "../state/cite.ts";
import { citeRows } from "../state/cite-rows.ts";
import type { SectionBuilder } from "../state/section-builder.ts";

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
const notGiven = gap("no_source", "The provider gives none.");

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

type Profile = NonNullable<TokenFacts["profile"]>;

const knownProfile = ({ profile: row, calls }: TokenFacts, asOf: number): Measured<Profile> =>
  row && isFresh("coin_profile", row.read_at, asOf) ? row : whyMissing(calls, "coin_profile", row?.read_at ?? 0);

/** What the project says of itself, as far as a directory passes it on. */
const profileMembers = (profile: Measured<Profile>) => ({
  description: derive([profile], (row) => orGap(row.description, notGiven)),
  homepage_url: derive([profile], (row) => orGap(row.homepage_url, notGiven)),
  launched_at: derive([derive([profile], (row) => orGap(row.launched_ms, notGiven))], toTime),
});

/** Ours, then the directory's. */
const categoriesOf = ({ categories }: TokenFacts["token"], profile: Measured<Profile>): string[] => {
  const more = isGap(profile) || profile.categories === "" ? [] : profile.categories.split(",");
  return [...new Set([...categories, ...more])];
};

const citedOf = (dataset: "coin" | "coin_profile", from: string, row: Measured<Known | Profile>): Cited[] =>
  isGap(row) ? [] : citeRows(dataset, [row], { from });

export const identity: SectionBuilder<"identity"> = ({ facts, rows }) => {
  const { token } = rows;
  const known = knownIdentity(rows, facts.asOf);
  const profile = knownProfile(rows, facts.asOf);
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
  const members = {
    chains: chains.length > 0 ? chains : gap("no_source", "Where it lives is not known to us."),
    categories: categoriesOf(token, profile),
    sector: token.sector,
    ...profileMembers(profile),
    explorers: explorers.length > 0 ? explorers : gap("no_source", "No explorer of its chain is known."),
    same_symbol: derive([known], () => [...rows.namesakes]),
    tracked: true as const,
  };
  return {
    asOf: isGap(known) ? facts.asOf : known.read_at,
    sources: [...citedOf("coin", SOURCE, known), ...citedOf("coin_profile", "coin-profile", profile)],
    members,
    labels: ["tracked"],
  };
};
