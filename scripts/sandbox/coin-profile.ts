// A coin's own page in the directory: texts as projects write them, first day, categories, and what is locked with it.
import { DAY_MS } from "../../schema/duration.ts";
import { createLocked } from "./llama/locked.ts";
import type { Asset } from "./model/asset.ts";
import { hash, hashText, unit } from "./model/hash.ts";
import type { Model } from "./model/model.ts";
import { HOSTILE_TEXTS } from "./news/hostile.ts";
import { type Answer, type Ask, json } from "./provider.ts";

const FIRST_DAY = Date.UTC(2012, 0, 1);
const DAYS = 4_000;
/** Of so many coins one gives no text, one no page, and many no first day. */
const SILENT_SHARE = 0.08;
const UNDATED_SHARE = 0.3;

const titled = (id: string): string =>
  id.replace(/(^|-)(\w)/g, (_, gap, letter) => `${gap && " "}${letter.toUpperCase()}`);

/** `/coins/{id}` for the tracked coins. */
export const createProfiles = (model: Model) => {
  const locked = createLocked(model);

  const profile = (asset: Asset, nowMs: number) => {
    const { token } = asset;
    const figure = (n: number) => unit(hash(model.seed, hashText(token.id), 0x9f0f, n));
    const hostile = HOSTILE_TEXTS[Math.floor(figure(1) * HOSTILE_TEXTS.length)] ?? "";
    const words = `[simulated] <p>${token.name} is a coin of this simulated market.</p> <a href="https://sandbox.invalid">More</a>. ${hostile}`;
    const own = locked.protocols.filter((pool) => pool.token === token.id);
    const value = own.reduce((sum, pool) => sum + locked.value(pool, nowMs), 0);
    const born = new Date(FIRST_DAY + Math.floor(figure(2) * DAYS) * DAY_MS).toISOString().slice(0, 10);
    return {
      id: token.id,
      symbol: token.symbol.toLowerCase(),
      name: token.name,
      categories: [...token.categories.map(titled), "Simulated (S1)"],
      description: { en: figure(3) < SILENT_SHARE ? "" : words },
      links: {
        homepage: [figure(4) < SILENT_SHARE ? "" : `https://sandbox.invalid/${token.id}?utm_source=directory`, "", ""],
      },
      genesis_date: figure(5) < UNDATED_SHARE ? null : born,
      market_data: { total_value_locked: value > 0 ? { btc: 1, usd: value } : null },
      last_updated: new Date(nowMs).toISOString(),
    };
  };

  return (id: string, ask: Ask): Answer => {
    const asset = model.assets.find(({ token }) => token.id === id);
    return asset ? json(profile(asset, ask.nowMs)) : json({ error: "coin not found" }, 404);
  };
};
