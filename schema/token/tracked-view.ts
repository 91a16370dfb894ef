// The list of tracked tokens as analysts see it: what statements need to know of a token that no provider tells.
import { quote } from "../dataset/quote.ts";
import { CHAIN_NAMES, PROTOCOL_SLUGS } from "./defi.ts";
import { skeletonOf } from "./skeleton.ts";
import { TRACKED, type TrackedToken } from "./tracked.ts";

const COLUMNS = `
  token String COMMENT 'Token id.',
  symbol String COMMENT 'Symbol.',
  symbol_key String COMMENT 'Equal for symbols that look alike.',
  name String COMMENT 'Name.',
  sector String COMMENT 'Sector that its changes are held against.',
  categories Array(String) COMMENT 'Categories.',
  native String COMMENT 'The chain whose own coin it is; empty where it lives in contracts only.',
  contracts Map(String, String) COMMENT 'Contract address by chain.',
  decimals Map(String, UInt8) COMMENT 'Decimals of the contract by chain; without a unit.',
  is_stablecoin UInt8 COMMENT '1 where it stands for a currency. 0 or 1.',
  locked_as String COMMENT 'What it stands for whose locked value is read: chain, protocol, or empty for neither.'`;

const lockedAs = (id: string): string => (PROTOCOL_SLUGS.has(id) ? "protocol" : CHAIN_NAMES.has(id) ? "chain" : "");

const TYPE =
  "Array(Tuple(String, String, String, String, String, Array(String), String, Map(String, String), Map(String, UInt8), UInt8, String))";

const pairs = (of: Readonly<Record<string, string | number>>): string =>
  `{${Object.entries(of)
    .map(([name, value]) => `${quote(name)}: ${typeof value === "number" ? value : quote(value)}`)
    .join(", ")}}`;

const rowOf = ({
  id,
  symbol,
  name,
  sector,
  categories,
  native,
  contracts,
  decimals,
  stablecoin,
}: TrackedToken): string =>
  `(${[
    ...[id, symbol, skeletonOf(symbol), name, sector].map(quote),
    `[${categories.map(quote).join(", ")}]`,
    quote(native ?? ""),
    pairs(contracts),
    pairs(decimals),
    stablecoin ? 1 : 0,
    quote(lockedAs(id)),
  ].join(", ")})`;

/** Made anew at a start with another choice of tokens. One text: as terms the list costs a statement more than all it reads. */
export const TRACKED_VIEW = {
  name: "tracked",
  sql: `CREATE OR REPLACE VIEW analyst.tracked
(${COLUMNS}
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'The tokens that are tracked in depth, with what is known of each without a provider.'
AS SELECT one.1 AS token, one.2 AS symbol, one.3 AS symbol_key, one.4 AS name, one.5 AS sector, one.6 AS categories, one.7 AS native,
  one.8 AS contracts, one.9 AS decimals, one.10 AS is_stablecoin,
  one.11 AS locked_as
FROM (SELECT arrayJoin(CAST(${quote(`[${TRACKED.map(rowOf).join(", ")}]`)}, '${TYPE}')) AS one);
`,
} as const;
