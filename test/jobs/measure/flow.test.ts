// A chain whose scan lags or has a hole: every window is the whole sum of the chains that coverage names, or unassessed.
import t from "tap";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { startTestStore } from "../../support/store.ts";

const WINDOW = 900_000;
/** Where the scans that stop do. */
const STOP = Date.UTC(2026, 9, 20, 12);
const FROM = STOP - 10 * DAY_MS;
const TO = STOP + 7 * DAY_MS;
const LAGS = [0, 0.25, 1, 5.75, 6.25, 12, 24, 48, 96, 144].map((hours) => hours * HOUR_MS);
const WEIGHT_MIN = 60;

type Line = {
  /** Percent of what moves, by chain. */
  readonly weights: Readonly<Record<string, number>>;
  /** The chain that stops, and when it was read again. */
  readonly lags: string;
  readonly until: number;
};
const LINES: Readonly<Record<string, Line>> = {
  pepe: { weights: { eth: 55, bsc: 45 }, lags: "bsc", until: TO },
  floki: { weights: { eth: 55, bsc: 45 }, lags: "eth", until: TO },
  "shiba-inu": { weights: { eth: 75, bsc: 25 }, lags: "eth", until: STOP + 10 * HOUR_MS },
  "the-sandbox": { weights: { eth: 55, bsc: 45 }, lags: "bsc", until: STOP + 2 * DAY_MS },
  sushi: { weights: { eth: 60, bsc: 30, sol: 10 }, lags: "sol", until: TO },
  "pancakeswap-token": { weights: { eth: 10, bsc: 50, sol: 40 }, lags: "bsc", until: TO },
  "virtual-protocol": { weights: { eth: 50 }, lags: "sol", until: TO },
};

/** What moved in a window: the sum of both ways is the chain's weight, the balance of them no pattern. */
function moved(chain: string, at: number, weight: number): { inflow: number; outflow: number } {
  const step = at / WINDOW;
  const inflow = weight * ((step * 7919 + chain.length * 104_729 + chain.charCodeAt(0) * 31) % 101);
  return { inflow, outflow: weight * 101 - inflow };
}

const isRead = ({ lags, until }: Line, chain: string, at: number): boolean =>
  at >= FROM && (chain !== lags || at < STOP || at >= until);

function rowsOf(token: string, line: Line): object[] {
  const rows: object[] = [];
  for (const [chain, weight] of Object.entries(line.weights))
    for (let at = FROM; at < TO; at += WINDOW) {
      if (!isRead(line, chain, at)) continue;
      const { inflow, outflow } = moved(chain, at, weight);
      rows.push({
        ...{ token, chain, exchange: "okx", at, window_s: WINDOW / 1_000, transfers: 2, label_set: "v1" },
        ...{ inflow_native: inflow, outflow_native: outflow, inflow_usd: inflow, outflow_usd: outflow },
        ...{ provider: `sandbox:${chain}`, retrieved_at: at + 20 * 60_000 },
      });
    }
  return rows;
}

/** Net flow of the chains over a window that ends at `end`; null where one of them was not read throughout. */
function truth(line: Line, chains: readonly string[], end: number, spanMs: number): number | null {
  let sum = 0;
  for (const chain of chains)
    for (let at = end - spanMs; at < end; at += WINDOW) {
      if (!isRead(line, chain, at) || !(chain in line.weights)) return null;
      const { inflow, outflow } = moved(chain, at, line.weights[chain] ?? 0);
      sum += inflow - outflow;
    }
  return sum;
}

const SPANS = { "1h": HOUR_MS, "24h": DAY_MS, "7d": 7 * DAY_MS } as const;

t.test("flows of a chain that lags by up to six days", async (t) => {
  const reasons = new Map<string, string>();
  const store = askedOnce((await startTestStore(t)).store);
  for (const [token, line] of Object.entries(LINES)) await store.insert("exchange_flow", rowsOf(token, line), token);
  const seen: Record<string, string[]> = {};
  for (const lag of LAGS) {
    const asOf = STOP + lag + 20_000;
    const facts = await loadFacts(store, { asOf, tokens: Object.keys(LINES), market: "sandbox" });
    for (const [token, line] of Object.entries(LINES)) {
      const { onchain } = buildState(facts, token).sections;
      const covers = onchain.chains_covered === "unassessed" ? [] : onchain.chains_covered;
      const chains = covers.flatMap(({ chain, covered }) => (covered ? [chain] : []));
      const weight = chains.reduce((sum, chain) => sum + (line.weights[chain] ?? 0), 0);
      const name = `${token}, ${lag / HOUR_MS} h behind`;
      const told = (Object.keys(SPANS) as (keyof typeof SPANS)[]).filter((span) => {
        const value = onchain[`exchange_netflow_${span}_usd`];
        if (value === "unassessed") return false;
        const whole = truth(line, chains, Date.parse(onchain.as_of), SPANS[span]);
        if (value !== whole) t.fail(`${name}: ${span} is ${value}, ${chains.join("+")} is ${whole}`);
        if (weight < WEIGHT_MIN) t.fail(`${name}: ${span} is told of ${weight} % of what moves`);
        return true;
      });
      if (told.length > 0)
        t.equal(onchain.coverage.weight_pct, weight, `${name}: ${told.join()} of ${chains.join("+")}`);
      for (const { path, reason } of onchain.unassessed.filter((one) => one.path.startsWith("/exchange_netflow"))) {
        reasons.set(`${token} ${lag / HOUR_MS}h ${path}`, reason);
        if (!["insufficient_coverage", "insufficient_history", "stale", "pending"].includes(reason))
          t.fail(`${name}: ${path} ${reason}`);
      }
      seen[token] = [...(seen[token] ?? []), `${lag / HOUR_MS}h:${chains.join("+")}:${told.join("/") || "-"}`];
    }
  }
  for (const [token, lines] of Object.entries(seen)) t.comment(`${token} ${lines.join(" ")}`);
  const of = (token: string, hours: number) => seen[token]?.find((one) => one.startsWith(`${hours}h:`));
  t.equal(of("pepe", 0), "0h:eth+bsc:1h/24h/7d", "all there: all told");
  t.equal(of("pepe", 5.75), "5.75h:eth+bsc:1h/24h/7d", "within the hard limit all windows end where both were read");
  t.match(of("pepe", 24), /:-$/, "half of what moves is not enough");
  t.equal(of("sushi", 48), "48h:eth+bsc:1h/24h/7d", "a chain of a tenth may be missing, and is named");
  t.match(of("shiba-inu", 12), /:1h$/, "of a hole within the day the day and the week are not told");
  t.match(of("the-sandbox", 96), /eth\+bsc:1h\/24h$/, "nor is the week of a hole in the week");
  for (const [token, span] of [
    ["shiba-inu 12h", "24h"],
    ["shiba-inu 12h", "7d"],
    ["the-sandbox 96h", "7d"],
  ])
    t.equal(
      reasons.get(`${token} /exchange_netflow_${span}_usd`),
      "insufficient_coverage",
      `${token}: a hole is a loss`,
    );
  t.ok(
    seen["virtual-protocol"]?.every((one) => one.endsWith(":-")),
    "a chain that was never read is of unknown weight",
  );
});
