// The fear and greed index of alternative.me, moved by the simulated bitcoin.
import { DAY_MS } from "../../schema/duration.ts";
import type { Budget } from "./limit.ts";
import { hash, normal } from "./model/hash.ts";
import type { Model } from "./model/model.ts";
import { json, type Provider, whole } from "./provider.ts";

const FIRST_DAY = Date.UTC(2018, 1, 1) / DAY_MS;

const labelOf = (value: number): string => {
  if (value <= 24) return "Extreme Fear";
  if (value <= 44) return "Fear";
  if (value <= 55) return "Neutral";
  return value <= 75 ? "Greed" : "Extreme Greed";
};

/** Half of it is bitcoin's last month, the rest is mood. */
function indexAt(model: Model, day: number): number {
  const [bitcoin] = model.assets;
  const at = (days: number) => (bitcoin ? model.paths.logUsdAt(bitcoin, (day - days) * DAY_MS) : 0);
  const month = (at(0) - at(30)) * 100;
  const mood = normal(hash(model.seed, 0xfea7, Math.floor(day / 5))) * 8 + normal(hash(model.seed, 0xfea8, day)) * 3;
  return Math.round(Math.min(97, Math.max(4, 50 + month + mood)));
}

export const createFearGreed = (model: Model, _budget: Budget): Provider => ({
  id: "alternative",
  answer: (ask) => {
    if (ask.path !== "/fng/") return json({ error: "not found" }, 404);
    const today = Math.floor(ask.nowMs / DAY_MS);
    const limit = whole(ask.query, "limit") ?? 1;
    const count = limit === 0 ? today - FIRST_DAY + 1 : Math.min(Math.max(1, limit), 1_000);
    const data = Array.from({ length: count }, (_, back) => {
      const value = indexAt(model, today - back);
      return {
        value: `${value}`,
        value_classification: labelOf(value),
        timestamp: `${((today - back) * DAY_MS) / 1_000}`,
        ...(back === 0 ? { time_until_update: `${Math.ceil(((today + 1) * DAY_MS - ask.nowMs) / 1_000)}` } : {}),
      };
    });
    return json({ name: "Fear and Greed Index", data, metadata: { error: null } });
  },
});
