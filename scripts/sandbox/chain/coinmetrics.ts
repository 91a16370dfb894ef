// Coin Metrics' community API over the simulated chains: addresses and transactions of whole UTC days.
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { hash, hashText, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Ask, json, type Provider } from "../provider.ts";
import { adaTransactionsOn } from "./koios.ts";

/** Transactions of a usual day in thousands, and how many addresses there are to each. */
const USUAL: Readonly<Record<string, readonly [thousands: number, addresses: number]>> = {
  btc: [400, 1.4],
  eth: [1_550, 0.38],
  xrp: [2_000, 0.02],
  ada: [0, 0.72],
  doge: [33, 1.75],
  trx: [11_200, 0.28],
  avaxc: [2_100, 0.11],
  ltc: [188, 1.75],
  bch: [24, 1.6],
  icp: [27, 0.4],
  etc: [24, 0.4],
  xlm: [2_900, 0.05],
  algo: [800, 0.05],
  zec: [5, 1.3],
  dash: [29, 2.3],
};
/** When a day is told after its end. */
const TOLD_AFTER_MS = HOUR_MS;
const PAGE_MAX = 10_000;
const METRICS = ["AdrActCnt", "TxCnt"] as const;

const failed = (status: number, type: string, message: string) => json({ error: { type, message } }, status);

export const createCoinmetrics = (model: Model): Provider => {
  const transactionsOn = (asset: string, day: number): number => {
    if (asset === "ada") return adaTransactionsOn(model, day);
    const [thousands = 0] = USUAL[asset] ?? [];
    return Math.round(thousands * 1_000 * (0.85 + 0.3 * unit(hash(model.seed, hashText(asset), day))));
  };
  const valuesOn = (asset: string, day: number): Readonly<Record<(typeof METRICS)[number], string>> => {
    const transactions = transactionsOn(asset, day);
    const share = (USUAL[asset]?.[1] ?? 1) * (0.95 + 0.1 * unit(hash(model.seed, hashText(asset), day, 1)));
    return { AdrActCnt: `${Math.round(transactions * share)}`, TxCnt: `${transactions}` };
  };

  const series = ({ query, nowMs }: Ask) => {
    const list = (name: string): string[] => (query.get(name) ?? "").split(",").filter((one) => one !== "");
    const [assets, metrics] = [list("assets"), list("metrics")];
    if (assets.length === 0) return failed(400, "missing_parameter", "Missing parameter 'assets'.");
    if (metrics.length === 0) return failed(400, "missing_parameter", "Missing parameter 'metrics'.");
    const isLenient = query.get("ignore_unsupported_errors") === "true";
    const unknown = assets.find((asset) => USUAL[asset] === undefined);
    if (unknown !== undefined && !isLenient)
      return failed(400, "bad_parameter", `Bad parameter 'assets'. Value '${unknown}' is not supported.`);
    const told = METRICS.filter((metric) => metrics.includes(metric));
    if (told.length < metrics.length && !isLenient)
      return failed(400, "bad_parameter", "Bad parameter 'metrics'. All requested metrics aren't supported.");
    const frequency = query.get("frequency") ?? "1d";
    if (frequency !== "1d")
      return failed(403, "forbidden", "Requested resource is not available with supplied credentials.");
    const start = Date.parse(query.get("start_time") ?? "2015-01-01");
    if (Number.isNaN(start)) return failed(400, "bad_parameter", "Bad parameter 'start_time'.");
    const size = Number(query.get("page_size") ?? 100);
    if (!(Number.isInteger(size) && size >= 1 && size <= PAGE_MAX))
      return failed(400, "bad_parameter", "Bad parameter 'page_size'.");
    const first = Math.max(Math.ceil(start / DAY_MS), Math.floor(nowMs / DAY_MS) - PAGE_MAX);
    const end = Math.floor((nowMs - TOLD_AFTER_MS) / DAY_MS);
    const days = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
    const data = assets
      .filter((asset) => USUAL[asset] !== undefined)
      .sort()
      .flatMap((asset) =>
        days.map((day) => {
          const values = valuesOn(asset, day);
          const time = `${new Date(day * DAY_MS).toISOString().slice(0, -1)}000000Z`;
          return { asset, time, ...Object.fromEntries(told.map((metric) => [metric, values[metric]])) };
        }),
      );
    // Paging starts at the end of time unless told otherwise, in the order of time.
    return json({ data: data.slice(-size) });
  };

  return {
    id: "coinmetrics",
    answer: (ask) =>
      ask.path === "/v4/timeseries/asset-metrics"
        ? series(ask)
        : failed(404, "not_found", `Path '${ask.path}' does not exist.`),
  };
};
