// The charts of Blockchain.com over the simulated Bitcoin ledger: transactions and addresses of whole UTC days.
import { DAY_MS } from "../../../schema/duration.ts";
import { createCache } from "../model/cache.ts";
import { hash, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { json, type Provider } from "../provider.ts";
import { createBtcLedger } from "./btc-ledger.ts";

const DAYS_MAX = 180;
const DAYS_KEPT = 400;

const CHARTS: Readonly<Record<string, { readonly name: string; readonly unit: string }>> = {
  "n-transactions": { name: "Confirmed Transactions Per Day", unit: "Transactions" },
  "n-unique-addresses": { name: "Unique Addresses Used", unit: "Addresses" },
};

/** The span in days: only days and weeks are known here. */
const daysOf = (timespan: string): number => {
  const [, count = "", unitName = ""] = /^(\d{1,3})(days|weeks)$/.exec(timespan) ?? [];
  return count === "" ? Number.NaN : Number(count) * (unitName === "weeks" ? 7 : 1);
};

export const createBlockchain = (model: Model): Provider => {
  const ledger = createBtcLedger(model);
  const days = createCache<number>(DAYS_KEPT);
  const transactionsOn = (day: number): number =>
    days.get(day, () => {
      let sum = 0;
      for (let height = ledger.heightAt(day * DAY_MS) + 1; ledger.timeOf(height) <= (day + 1) * DAY_MS; height++)
        sum += ledger.count(height);
      return sum;
    });
  const valueOn = (chart: string, day: number): number => {
    const share = chart === "n-transactions" ? 1 : 1.2 + 0.3 * unit(hash(model.seed, 0xb10c4a, day));
    return Math.round(transactionsOn(day) * share);
  };
  return {
    id: "blockchain",
    answer: (ask) => {
      const chart = ask.path.replace(/^\/charts\//, "");
      const about = CHARTS[chart];
      if (!about) return json({ status: "not-found", error: "No chart with this name" }, 404);
      const count = daysOf(ask.query.get("timespan") ?? "7days");
      if (!(count >= 1 && count <= DAYS_MAX)) return json({ status: "bad-request", error: "Invalid timespan" }, 400);
      const today = Math.floor(ask.nowMs / DAY_MS);
      const values = Array.from({ length: count }, (_, i) => {
        const day = today - count + i;
        return { x: (day * DAY_MS) / 1_000, y: valueOn(chart, day) };
      });
      return json({ status: "ok", ...about, period: "day", description: "", values });
    },
  };
};
