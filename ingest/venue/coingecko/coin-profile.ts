// What each tracked project says it is, from CoinGecko, a few coins a run: description, page, launch, categories.
import { HOUR_MS } from "../../../schema/duration.ts";
import { KEYS } from "../../../schema/key.ts";
import { sanitiseText, sanitiseUrl } from "../../../schema/sanitise.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { forwardCursors } from "../../run/cursor.ts";
import type { Run } from "../../run/run.ts";
import { asList, asNumberOrNull, asRecord, asText, isTime } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { toldOther } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { callCoinGecko } from "./client.ts";

const IDS = TRACKED.map((token) => token.id);
/** Each coin is read again after this long. */
const AGAIN_MS = 6 * HOUR_MS;
/** Coins a run reads: the other sources of the provider share its pace. */
const COINS_A_RUN = { live: 5, sandbox: 60 } as const;
const DESCRIPTION_LENGTH_MAX = 500;
const URL_LENGTH_MAX = 512;
const CATEGORIES_MAX = 20;
const CATEGORY_LENGTH_MAX = 64;

const orNull = (text: string): string | null => (text === "" ? null : text);

/** A category's name as an id: "Layer 1 (L1)" is layer-1-l1. */
const idOf = (name: unknown): string =>
  asText(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, CATEGORY_LENGTH_MAX);

const WITHOUT = { localization: "false", tickers: "false", community_data: "false", developer_data: "false" };

/** Reads `/coins/{id}`. Markup is removed from the description. Throws bad_body. */
export function parseProfile(body: unknown, token: string, provider: string, retrievedAt: number): SourceRow {
  const coin = asRecord(body);
  const description = asText(asRecord(coin.description ?? {}).en).replace(/<[^>]*>/g, " ");
  const pages = asList(asRecord(coin.links ?? {}).homepage ?? []).map((page) =>
    sanitiseUrl(asText(page), URL_LENGTH_MAX),
  );
  const genesis = Date.parse(`${asText(coin.genesis_date)}T00:00:00Z`);
  const locked = asRecord(coin.market_data ?? {}).total_value_locked;
  const categories = asList(coin.categories ?? [])
    .map(idOf)
    .filter((id) => id !== "");
  return {
    token,
    ...toldOther(coin.id, (id) => id === token),
    at: retrievedAt,
    description: orNull(sanitiseText(description, DESCRIPTION_LENGTH_MAX)),
    homepage_url: pages.find((page) => page !== "") ?? null,
    launched_at: isTime(genesis) ? genesis : null,
    categories: [...new Set(categories)].slice(0, CATEGORIES_MAX).join(","),
    tvl_usd: typeof locked === "object" && locked !== null ? asNumberOrNull(asRecord(locked).usd) : null,
    provider,
    retrieved_at: retrievedAt,
  };
}

/** Tokens that are due, the longest unread first, and as many as one run may ask for. */
async function dueTokens({ deps, source }: Run, tokens: readonly string[]): Promise<string[]> {
  const read = await deps.redis.hgetall(KEYS.cursor(source.id));
  const now = deps.clock.now();
  const most = COINS_A_RUN[deps.env.MARKET];
  return tokens
    .map((token) => ({ token, at: Number(read[token] ?? 0) }))
    .filter(({ at }) => now - at >= AGAIN_MS)
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ token }) => token);
}

async function pull(run: Run, only: readonly string[] = IDS): Promise<void> {
  const heads = new Map<string, number>();
  for (const [order, token] of (await dueTokens(run, only)).entries()) {
    if (run.halted()) break;
    try {
      const { body, record } = await callCoinGecko(run, `coins/${token}`, WITHOUT, { endpoint: "coins/{id}", token });
      const row = parseProfile(body, token, run.provider, record.responded_at);
      await run.take([row], { now: run.deps.clock.now(), order, record });
      heads.set(token, run.deps.clock.now());
    } catch (error) {
      run.fail(token, error);
    }
  }
  await run.flush();
  await forwardCursors(run.deps.redis, run.source.id, heads);
}

export const coingeckoCoinProfile = ownSource({
  id: "coingecko-coin-profile",
  provider: "coingecko",
  tokens: IDS,
  pull,
});
