// The index over every listed coin: exact maps for ids, contracts and symbols, and n-grams for what names contain.
import type { Candidate } from "../../schema/shape/problem.ts";
import type { UniverseLine } from "../../schema/snapshot.ts";
import type { SnapshotVersion } from "../contract.ts";
import { contractKey } from "./contract-key.ts";

export type Coin = {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** In lower case, for comparing. */
  readonly lower: string;
  readonly rank: number | "unassessed";
  readonly tracked: boolean;
  /** Id of the tracked token it can be taken for; empty where there is none. */
  readonly looksLike: string;
  /** Its members from id to contracts as JSON, without braces: written once, sent often. */
  readonly lead: string;
};
export type MatchField = "id" | "symbol" | "name" | "contract";
export type Hit = { readonly coin: Coin; readonly field: MatchField; readonly exact: boolean };
type Page = { readonly total: number; readonly hits: readonly Hit[] };

export type UniverseIndex = {
  /** The snapshot it was made of. */
  readonly from: SnapshotVersion;
  readonly asOf: number;
  /** Its sources, one JSON object each. */
  readonly sources: readonly Buffer[];
  readonly size: number;
  byId(id: string): Coin | undefined;
  byContract(address: string): Coin | undefined;
  /** Coins with exactly this symbol in any case: tracked ones first, then by rank. */
  bySymbol(symbol: string): readonly Coin[];
  /** Best first: contract, id, symbol, start of the name, inside the name; then rank. */
  search(query: string, offset: number, limit: number): Page;
};

/** Positions of coins, ascending: coins are added in rank order. */
type Positions = readonly number[];
const NONE: Positions = [];
const GRAM_MAX = 3;
/** Rarest runs of a text whose coins are compared before any name is read. */
const RUNS_COMPARED = 4;
/** From so many names on, what a text found is kept; of so many texts. */
const WIDE_HITS = 500;
const WIDE_MAX = 200;

export const toCandidate = ({ id, symbol, name, rank }: Coin): Candidate => ({ id, symbol, name, rank });

function push(map: Map<string, number[]>, key: string, at: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [at]);
  else if (list[list.length - 1] !== at) list.push(at);
}

/** Collects coins in rank order; `finish` makes the index of what was added. */
export function openIndexBuilder(): {
  add(line: UniverseLine): void;
  finish(given: Pick<UniverseIndex, "from" | "asOf" | "sources">): UniverseIndex;
} {
  const coins: Coin[] = [];
  const ids = new Map<string, number>();
  const contracts = new Map<string, number>();
  const symbols = new Map<string, number[]>();
  /** Every run of one to three characters in a name, and those a name starts with. */
  const grams = new Map<string, number[]>();
  const starts = new Map<string, number[]>();
  return {
    add([id, symbol, name, rank, addresses, tracked, looksLike]) {
      const at = coins.length;
      const lower = name.toLowerCase();
      const known = { id, symbol, name, tracked: tracked === 1, rank: rank ?? ("unassessed" as const) };
      const lead = JSON.stringify({ ...known, contracts: addresses }).slice(1, -1);
      coins.push({ ...known, lower, looksLike, lead });
      ids.set(id, at);
      push(symbols, symbol.toLowerCase(), at);
      for (const address of Object.values(addresses)) {
        const key = contractKey(address);
        const owner = coins[contracts.get(key) ?? -1];
        if (owner === undefined || (tracked === 1 && !owner.tracked)) contracts.set(key, at);
      }
      for (let size = 1; size <= GRAM_MAX; size++) {
        if (lower.length >= size) push(starts, lower.slice(0, size), at);
        for (let from = 0; from + size <= lower.length; from++) push(grams, lower.slice(from, from + size), at);
      }
    },
    finish: (given) => {
      const read = { coins, ids, contracts, symbols, grams, starts, wide: new Map<string, Named>() };
      return {
        ...given,
        size: coins.length,
        byId: (id) => coins[ids.get(id) ?? -1],
        byContract: (address) => coins[contracts.get(contractKey(address)) ?? -1],
        bySymbol: (symbol) => withSymbol(read, symbol.toLowerCase()).flatMap((at) => coins[at] ?? []),
        search: (query, offset, limit) => searchPage(read, query.trim(), offset, limit),
      };
    },
  };
}

type Named = { readonly starting: Positions; readonly containing: Positions };
type Maps = {
  readonly coins: readonly Coin[];
  readonly ids: ReadonlyMap<string, number>;
  readonly contracts: ReadonlyMap<string, number>;
  readonly symbols: ReadonlyMap<string, Positions>;
  readonly grams: ReadonlyMap<string, Positions>;
  readonly starts: ReadonlyMap<string, Positions>;
  /** What was found for texts that very many names contain ("coin"): milliseconds to find. */
  readonly wide: Map<string, Named>;
};

function withSymbol({ coins, symbols }: Maps, wanted: string): Positions {
  const found = symbols.get(wanted) ?? NONE;
  const tracked = found.filter((at) => coins[at]?.tracked);
  return tracked.length === 0 ? found : [...tracked, ...found.filter((at) => !coins[at]?.tracked)];
}

/** What is in both, in order. */
function intersect(some: Positions, others: Positions): Positions {
  const both: number[] = [];
  let next = 0;
  for (const at of some) {
    while ((others[next] ?? Number.POSITIVE_INFINITY) < at) next++;
    if (others[next] === at) both.push(at);
  }
  return both;
}

/** Coins that hold the rarest runs of the text: a superset of those whose name contains it. */
function candidates({ grams }: Maps, wanted: string): Positions {
  const lists: Positions[] = [];
  for (let from = 0; from + GRAM_MAX <= wanted.length; from++) {
    lists.push(grams.get(wanted.slice(from, from + GRAM_MAX)) ?? NONE);
  }
  const [rarest = NONE, ...others] = lists.sort((a, b) => a.length - b.length).slice(0, RUNS_COMPARED);
  return others.reduce(intersect, rarest);
}

/** Positions of names that start with the text, and of all names that contain it. */
function named(maps: Maps, wanted: string): Named {
  const { coins, grams, starts, wide } = maps;
  if (wanted.length <= GRAM_MAX) return { starting: starts.get(wanted) ?? NONE, containing: grams.get(wanted) ?? NONE };
  const known = wide.get(wanted);
  if (known !== undefined) return known;
  const [starting, containing]: [number[], number[]] = [[], []];
  for (const at of candidates(maps, wanted)) {
    const place = coins[at]?.lower.indexOf(wanted) ?? -1;
    if (place >= 0) containing.push(at);
    if (place === 0) starting.push(at);
  }
  const found = { starting, containing };
  if (containing.length >= WIDE_HITS) {
    if (wide.size >= WIDE_MAX) wide.clear();
    wide.set(wanted, found);
  }
  return found;
}

/** Exact matches with how each was found first: contract, then id, then symbol. */
function exactMatches(maps: Maps, raw: string, wanted: string): ReadonlyMap<number, MatchField> {
  const found = new Map<number, MatchField>();
  const contract = maps.contracts.get(contractKey(raw));
  if (contract !== undefined) found.set(contract, "contract");
  const id = maps.ids.get(wanted);
  if (id !== undefined && !found.has(id)) found.set(id, "id");
  for (const at of withSymbol(maps, wanted)) if (!found.has(at)) found.set(at, "symbol");
  return found;
}

function searchPage(maps: Maps, raw: string, offset: number, limit: number): Page {
  const wanted = raw.toLowerCase();
  const { coins } = maps;
  const exact = exactMatches(maps, raw, wanted);
  const { starting, containing } = named(maps, wanted);
  let again = 0;
  for (const at of exact.keys()) if (coins[at]?.lower.includes(wanted)) again++;
  const hits: Hit[] = [];
  let skip = offset;
  const offer = (at: number, field: MatchField) => {
    const coin = coins[at];
    if (coin === undefined || skip-- > 0) return;
    hits.push({ coin, field, exact: field !== "name" || coin.lower === wanted });
  };
  for (const [at, field] of exact) if (hits.length < limit) offer(at, field);
  for (const at of starting) {
    if (hits.length >= limit) break;
    if (!exact.has(at)) offer(at, "name");
  }
  for (const at of containing) {
    if (hits.length >= limit) break;
    if (!exact.has(at) && !coins[at]?.lower.startsWith(wanted)) offer(at, "name");
  }
  return { total: exact.size + containing.length - again, hits };
}
