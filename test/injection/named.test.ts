// What strangers call their contracts, tokens and symbols reaches callers visible to the last character, capped, in members marked as untrusted, and changes nothing else.
import t from "tap";
import type { AddressReading } from "../../ingest/inspect-address.ts";
import { parseCoinList } from "../../ingest/parse/coin-identity.ts";
import { parseProfile } from "../../ingest/venue/coingecko/coin-profile.ts";
import { profileOf } from "../../jobs/inspect/profile.ts";
import { compile } from "../../schema/check.ts";
import { AddressProfileData } from "../../schema/object/address-profile.ts";
import { Candidate } from "../../schema/shape/problem.ts";
import { BASE } from "../support/base.ts";
import { HOSTILE } from "./corpus.ts";

const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/u;
const isProfile = compile(AddressProfileData);

const fits = (text: unknown, lengthMax: number): boolean =>
  text === null || (typeof text === "string" && !INVISIBLE.test(text) && [...text].length <= lengthMax);

/** An address whose contract calls itself, its token and another that it holds so. */
function profileNamed(name: string) {
  const reading: AddressReading = {
    kind: { value: "contract" },
    contract: { name: { value: name }, symbol: name, isToken: true, token: null, isProxy: { value: false } },
    block: { number: 100, hash: "0xh", at: BASE },
    ...{ pinned: true, slots: null, confirmations: 1, safe: false },
    holdings: { value: [{ token: null, contract: "0xs", symbol: name, units: 5n, decimals: 2 }] },
    ...{ holdsAll: true, count: { value: 7 }, countsOutgoing: true, firstSeenAt: { value: BASE } },
    ...{ lastSeenAt: { value: BASE }, moves: [], spans: [], moveGaps: [], holdingGaps: [], isSeen: true },
  };
  return profileOf({
    ...{ chain: "eth", address: "0xAddress", reading, label: null, labelSet: "labels-1", thresholdUsd: 1_000 },
    ...{ prices: new Map(), pricesGap: { reason: "stale", detail: "We have no price of it." }, pastPrice: () => null },
    ...{ scanned: { moves: [], spans: [], gaps: [] }, verified: { value: false }, exchangeOf: () => null },
    node: { provider: "eth", method: "JSON-RPC" },
  });
}

t.test("a contract's name and a token's symbol are data in an address's profile", async (t) => {
  const plain = (profile: ReturnType<typeof profileNamed>) =>
    JSON.stringify(profile, (member, value: unknown) => (member === "name" || member === "symbol" ? null : value));
  const calm = plain(profileNamed("Calm"));
  const through = HOSTILE.filter((text) => {
    const profile = profileNamed(text);
    const [balance] = typeof profile.balances === "string" ? [] : profile.balances;
    const symbols = [profile.contract?.token?.symbol ?? null, balance?.symbol ?? null];
    const areClean = fits(profile.contract?.name ?? null, 64) && symbols.every((symbol) => fits(symbol, 32));
    return !(isProfile(profile) && areClean && plain(profile) === calm);
  });
  t.same(through, []);
});

t.test("a coin of that name is listed under it, and nobody else is", async (t) => {
  const list = (name: string) => [{ id: "coin", symbol: name, name, platforms: {} }];
  const through = HOSTILE.filter((text) => {
    const [row] = parseCoinList(list(text), "sandbox:coingecko", BASE) as Record<string, unknown>[];
    const isListed = row?.token === "coin" && row.status === "listed" && JSON.stringify(row.contracts) === "{}";
    const body = { id: "coin", description: { en: text }, links: { homepage: [text] }, categories: [text] };
    const told = parseProfile(body, "coin", "sandbox:coingecko", BASE) as Record<string, unknown>;
    const { description, categories, homepage_url: page } = told;
    const isTold = fits(description, 500) && /^[a-z0-9,-]*$/.test(String(categories));
    const leads = page !== null && !/^https?:\/\/[^@]*$/.test(String(page));
    return !(isListed && fits(row.name, 64) && fits(row.symbol, 16) && isTold) || leads;
  });
  t.same(through, []);
});

t.test("who might have been meant is named by names that are marked", async (t) => {
  for (const member of ["name", "symbol"] as const)
    t.equal((Candidate.properties[member] as { "x-untrusted"?: boolean })["x-untrusted"], true, member);
});
