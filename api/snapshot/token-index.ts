// Finds tokens: by id, contract or symbol for paths, by anything a person types for the search.
import { echo, fault } from "../../schema/fault.ts";
import type { Candidate } from "../../schema/shape/problem.ts";
import type { ResolvedToken } from "../../schema/shape/token-ref.ts";
import type { TokensMeta } from "../../schema/snapshot.ts";
import { contractKey } from "./contract-key.ts";
import { type Coin, type MatchField, toCandidate, type UniverseIndex } from "./universe-index.ts";

type Token = TokensMeta["tokens"][number];
type Match = { readonly at: number; readonly field: MatchField; readonly exact: boolean };
export type Found = { readonly token: Token; readonly resolved?: NonNullable<ResolvedToken["resolved"]> };

const CLOSE_MAX = 5;
const CANDIDATES_MAX = 10;
const ALTERNATIVES_MAX = 10;

const rankOf = (token: Token) => (token.rank === "unassessed" ? Number.POSITIVE_INFINITY : token.rank);
const byRank = (a: Token, b: Token) => {
  const [first, second] = [rankOf(a), rankOf(b)];
  return first === second ? (a.id < b.id ? -1 : 1) : first - second;
};

type Index = {
  readonly byId: ReadonlyMap<string, Token>;
  readonly byContract: ReadonlyMap<string, Token>;
  readonly bySymbol: ReadonlyMap<string, readonly Token[]>;
};
const indexes = new WeakMap<TokensMeta, Index>();

function indexOf(meta: TokensMeta): Index {
  const known = indexes.get(meta);
  if (known) return known;
  const ranked = [...meta.tokens].sort(byRank);
  const bySymbol = new Map<string, Token[]>();
  for (const token of ranked) {
    const key = token.symbol.toLowerCase();
    bySymbol.set(key, [...(bySymbol.get(key) ?? []), token]);
  }
  const index = {
    byId: new Map(ranked.map((token) => [token.id, token])),
    byContract: new Map(ranked.flatMap((token) => token.contracts.map((c) => [contractKey(c), token] as const))),
    bySymbol,
  };
  indexes.set(meta, index);
  return index;
}

/** Edits that turn one short text into the other; gives up above `max`. */
function distance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? max + 1;
}

/** What the caller may have meant, nearest first. */
function closeMatches(meta: TokensMeta, input: string): Candidate[] {
  const wanted = input.toLowerCase().slice(0, 40);
  const scored = meta.tokens.flatMap((token) => {
    const names = [token.id, token.symbol.toLowerCase(), token.name.toLowerCase()];
    const near = Math.min(...names.map((name) => distance(wanted, name, 2)));
    const inside = wanted.length >= 2 && names.some((name) => name.includes(wanted) || wanted === name);
    const score = near <= (wanted.length > 4 ? 2 : 1) ? near : inside ? 3 : null;
    return score === null ? [] : [{ token, score }];
  });
  return scored
    .sort((a, b) => a.score - b.score || byRank(a.token, b.token))
    .slice(0, CLOSE_MAX)
    .map(({ token: { id, symbol, name, rank } }) => ({ id, symbol, name, rank }));
}

/** Close ones among the tracked tokens, then among all coins. */
function closeAnywhere(meta: TokensMeta, input: string, universe: UniverseIndex | null): Candidate[] {
  const tracked = closeMatches(meta, input);
  const found = universe?.search(input.slice(0, 40), 0, CLOSE_MAX).hits ?? [];
  const others = found.filter(({ coin }) => !tracked.some(({ id }) => id === coin.id));
  return [...tracked, ...others.map(({ coin }) => toCandidate(coin))].slice(0, CLOSE_MAX);
}

const notTracked = (coin: Coin, input: string) =>
  fault("token_not_tracked", `${echo(input)} is known but not tracked in depth; /v1/tokens?q= shows its identity.`, {
    candidates: [toCandidate(coin)],
  });

function ambiguous(coins: readonly Coin[], input: string) {
  const shown = coins.length > CANDIDATES_MAX ? `; candidates lists the ${CANDIDATES_MAX} largest` : "";
  const detail = `${coins.length} coins have the symbol ${echo(input)} and none is tracked${shown}. Ask by id or contract.`;
  return fault("ambiguous_token", detail, { candidates: coins.slice(0, CANDIDATES_MAX).map(toCandidate) });
}

/** The tracked token a symbol means: the best-ranked of those that have it; every other coin with it is an alternative. */
function resolveSymbol(index: Index, input: string, universe: UniverseIndex | null): Found | null {
  const [best, ...others] = index.bySymbol.get(input.toLowerCase()) ?? [];
  if (!best) return null;
  const ids = [...others, ...(universe?.bySymbol(input) ?? [])].map(({ id }) => id).filter((id) => id !== best.id);
  const alternatives = [...new Set(ids)].slice(0, ALTERNATIVES_MAX);
  return { token: best, resolved: { input, by: "symbol", alternatives } };
}

/** What was found of late, while both lists stand. */
type Resolved = { readonly universe: UniverseIndex | null; readonly found: Map<string, Found> };
const resolved = new WeakMap<TokensMeta, Resolved>();
const RESOLVED_MAX = 4_096;

/**
 * Resolves a token of a path (contract 4.1): id, then contract on any chain, then symbol; tracked beats untracked, then
 * the best rank (D14). Without a universe only tracked tokens are known. Equal questions of the same lists get the same
 * object.
 * @throws Fault token_not_tracked, ambiguous_token, or token_not_found with close matches.
 */
export function resolveToken(meta: TokensMeta, input: string, universe: UniverseIndex | null = null): Found {
  let known = resolved.get(meta);
  if (known?.universe !== universe) {
    known = { universe, found: new Map() };
    resolved.set(meta, known);
  }
  const held = known.found.get(input);
  if (held !== undefined) return held;
  const found = resolveAnew(meta, input, universe);
  if (known.found.size >= RESOLVED_MAX) known.found.clear();
  known.found.set(input, found);
  return found;
}

function resolveAnew(meta: TokensMeta, input: string, universe: UniverseIndex | null): Found {
  const index = indexOf(meta);
  const exact = index.byId.get(input);
  if (exact) return { token: exact };
  const coin = universe?.byId(input);
  if (coin && !coin.tracked) throw notTracked(coin, input);
  const holder = universe?.byContract(input);
  const owner = index.byContract.get(contractKey(input)) ?? (holder?.tracked ? index.byId.get(holder.id) : undefined);
  if (owner) return { token: owner, resolved: { input, by: "contract", alternatives: [] } };
  if (holder && !holder.tracked) throw notTracked(holder, input);
  const found = resolveSymbol(index, input, universe);
  if (found) return found;
  const named = universe?.bySymbol(input).filter(({ tracked }) => !tracked) ?? [];
  const [only] = named;
  if (only) throw named.length === 1 ? notTracked(only, input) : ambiguous(named, input);
  const candidates = closeAnywhere(meta, input, universe);
  const hint = candidates.length > 0 ? "candidates lists close ones" : "search with /v1/tokens?q=";
  throw fault("token_not_found", `No token has the id, contract or symbol ${echo(input)}; ${hint}.`, { candidates });
}

function matchOf(token: Token, raw: string, wanted: string): { level: number; field: MatchField } | null {
  const name = token.name.toLowerCase();
  if (token.contracts.some((contract) => contractKey(contract) === contractKey(raw)))
    return { level: 0, field: "contract" };
  if (token.id === wanted) return { level: 1, field: "id" };
  if (token.symbol.toLowerCase() === wanted) return { level: 2, field: "symbol" };
  if (name.startsWith(wanted)) return { level: 3, field: "name" };
  return name.includes(wanted) ? { level: 4, field: "name" } : null;
}

/** Rows that match, best first: contract, id, symbol, start of the name, inside the name; then rank. */
export function searchTokens(meta: TokensMeta, query: string): Match[] {
  const raw = query.trim();
  const wanted = raw.toLowerCase();
  return meta.tokens
    .flatMap((token, at) => {
      const match = matchOf(token, raw, wanted);
      return match ? [{ token, at, ...match, exact: match.level < 3 || token.name.toLowerCase() === wanted }] : [];
    })
    .sort((a, b) => a.level - b.level || byRank(a.token, b.token))
    .map(({ at, field, exact }) => ({ at, field, exact }));
}
