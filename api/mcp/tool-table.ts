// The table of tools. A tool is offered when all of its calls are there; a further tool is a further row.
import { EVALUATION_RULES_VERSION } from "../../schema/evaluation/rule-set.ts";
import { type AnswerBody, type Args, HINTS, type ToolRow } from "./tool-row.ts";

const isFull = ({ detail }: Args) => detail === "full";
/** What was sent already is no way on. */
const full = (args: Args) => (isFull(args) ? "the same call over HTTP, which cuts nothing" : "detail=full");
const orFull = (args: Args, other: string) => (isFull(args) ? other : `${other}, or detail=full`);
const fewer = (name: string) => (args: Args) => orFull(args, `fewer ${name}`);
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

const lastOf = ({ offset }: Args, { data }: AnswerBody): number => numberOf(offset) + lengthOf(data.tokens);

/** Any of these makes it an order, whose size the call then asks for. */
const isOrder = ({ token: _token, detail: _detail, ...order }: Args): boolean => Object.keys(order).length > 0;

export const TOOL_TABLE: readonly ToolRow[] = [
  {
    name: "find_tokens",
    title: "Find tokens",
    about:
      "Lists the tokens tracked in depth by rank (price, changes, verdict, open signals), or with q searches 21,000+ coins by name, symbol or contract. Start here where a symbol is ambiguous; not for details of one token.",
    routes: ["listTokens"],
    hints: HINTS.read,
    concise: { limit: 6 },
    isPage: (args, answer) => lastOf(args, answer) < numberOf(answer.data.total),
    more: (args, answer) => orFull(args, `offset=${lastOf(args, answer)}`),
  },
  {
    name: "get_service_status",
    title: "Service status",
    about:
      "Health, freshness of every dataset, coverage, prices and the payment address. Use it when numbers look old or missing; not for market data.",
    routes: ["getStatus"],
    hints: HINTS.read,
    keeps: [
      "status",
      "market",
      "late_s",
      "notices",
      "prices",
      "payment_address",
      "payment",
      "rules",
      "record",
      "limits",
    ],
    more: full,
  },
  {
    name: "get_token_state",
    title: "Token state",
    about:
      "What is true of a token now: price, liquidity, derivatives, chain flows, supply, contract risk, context, signals. Name sections to keep it short. Not for the past (get_token_history) or a verdict (evaluate_token).",
    routes: ["getState"],
    hints: HINTS.read,
    hides: ["sources"],
    keeps: ["token", "market", "liquidity", "derivatives", "signals", "onchain", "context", "security", "supply"],
    more: fewer("sections"),
  },
  {
    name: "get_token_history",
    title: "Token history",
    about:
      "Series in buckets (price, candles, open interest, funding, flows, TVL) and events of a token; nothing is filled in. Name series and a window. Not for the present (get_token_state).",
    routes: ["getHistory"],
    hints: HINTS.read,
    hides: ["sources"],
    concise: { limit: 24 },
    isPage: (_args, { data }) => typeof data.next_cursor === "string",
    more: () => "cursor=data.next_cursor, or a larger limit",
  },
  {
    name: "get_market_overview",
    title: "Market overview",
    about:
      "The whole market: totals, sectors, breadth, sentiment, flows, chains, venues, rankings, events, pulse. Name sections to keep it short. Not for one token.",
    routes: ["getMarket"],
    hints: HINTS.read,
    hides: ["sources"],
    keeps: ["overview", "pulse", "breadth", "sentiment", "flows", "sectors", "rankings"],
    more: fewer("sections"),
  },
  {
    name: "inspect_address",
    title: "Inspect an address",
    about:
      "Reads an address live from its chain: label, type, balances, transaction count, large moves of seven days. For eth, bsc, btc, sol, ada; not for the risk of a token's contract (get_token_state, section security).",
    routes: ["inspectAddress"],
    hints: HINTS.look,
    more: full,
  },
  {
    name: "evaluate_token",
    title: "Evaluate a token or an order",
    about:
      "Verdict proceed, caution or avoid by published rules, with reasons. With size_usd or size_native it judges that order, its cost and the largest safe size, and adds a public record entry. Not advice; not a price forecast.",
    routes: ["getEvaluation", "createEvaluation"],
    pick: (args) => (isOrder(args) ? "createEvaluation" : "getEvaluation"),
    dearer: "with a size",
    hints: HINTS.issue,
    told: {
      policy: `Own limits, such as max_impact_pct, min_depth_2pct_usd, forbid_flags; assay://rules/${EVALUATION_RULES_VERSION} lists them.`,
    },
    keeps: ["verdict", "order", "policy", "reasons", "not_checked", "dimensions"],
    more: full,
  },
  {
    name: "get_token_brief",
    title: "Read a brief",
    about:
      "The latest brief on why a token moved, or one by id: what happened, likely causes, what to watch, each with evidence. For the hours up to now take investigate_token.",
    routes: ["getLatestBrief", "getBrief"],
    pick: ({ id }) => (id === undefined ? "getLatestBrief" : "getBrief"),
    hints: HINTS.read,
    keeps: ["headline", "summary", "likely_causes", "what_happened", "watch_next", "caveats"],
    more: full,
  },
  {
    name: "investigate_token",
    title: "Investigate a move",
    about:
      "Investigates what moved a token in the last hours and writes a new brief (up to 90 s; a public record entry). Where a brief of today does, take get_token_brief. Nothing is charged where it fails.",
    routes: ["createBrief"],
    hints: HINTS.issue,
    keeps: ["headline", "summary", "likely_causes", "what_happened", "watch_next", "caveats"],
    more: full,
  },
  {
    name: "ask_about_token",
    title: "Ask, or check a claim",
    about:
      "Answers a question about a token from measured numbers, or says of a claim supported, contradicted or unknown (20 to 40 s; a public record entry). Send one of both. Not for forecasts or opinions.",
    routes: ["createAnswer"],
    hints: HINTS.issue,
    keeps: ["answer", "verdict", "key_points", "reasoning", "claims_checked", "caveats"],
    more: full,
  },
  {
    name: "watch_tokens",
    title: "Watch tokens",
    about:
      "Starts a monitor: signed webhooks to an https address when a signal fires, a verdict changes or a brief is written. Shows its secret once: keep it. Not for a single look.",
    routes: ["createMonitor"],
    isMeasured: false,
    hints: HINTS.begin,
    told: {
      conditions:
        "What is sent: kinds (of signals; all without it), min_severity 1 to 3 (2), verdict_changes and new_briefs (true).",
    },
    more: full,
  },
  {
    name: "list_watches",
    title: "List monitors",
    about: "Lists the monitors made with a secret and how their deliveries stand; a suspended one begins again.",
    routes: ["listMonitors"],
    isMeasured: false,
    hints: HINTS.read,
    more: full,
  },
  {
    name: "stop_watch",
    title: "Stop a monitor",
    about: "Stops a monitor for good; nothing more is sent. Needs its secret.",
    routes: ["stopMonitor"],
    isMeasured: false,
    hints: HINTS.stop,
    more: full,
  },
  {
    name: "get_track_record",
    title: "Track record",
    about:
      "The public scorecard: every evaluation, signal and brief, what the price did after 1 h, 24 h and 7 days, hit rates beside base rates; of one token with token. Read it before relying on a verdict.",
    routes: ["getRecord", "getTokenRecord"],
    pick: ({ token }) => (token === undefined ? "getRecord" : "getTokenRecord"),
    hints: HINTS.read,
    concise: { limit: 4 },
    keeps: ["totals", "next_cursor", "method_url", "items", "summary", "risk"],
    isPage: (_args, { data }) => typeof data.next_cursor === "string",
    more: (args) => orFull(args, "cursor=data.next_cursor, a larger limit"),
  },
  {
    name: "verify_object",
    title: "Verify an object",
    about:
      "The proof of an issued object: canonical object, SHA-256, place in the signed log, attestation, source calls. Use it before trusting an id somebody else gave.",
    routes: ["getProof"],
    hints: HINTS.read,
    keeps: ["id", "kind", "hash", "attestation", "inclusion", "canonical"],
    more: full,
  },
  {
    name: "list_agents",
    title: "List agents",
    about:
      "The agents: whole jobs in one call, each with verdicts, price and an example input; with id one card: input schema, rules, thresholds. Read the card before run_agent.",
    routes: ["listAgents", "getAgent"],
    pick: ({ id }) => (id === undefined ? "listAgents" : "getAgent"),
    isMeasured: false,
    hints: HINTS.read,
    says: { id: "One agent; all without it." },
    outlines: { agents: ["id", "summary", "tier", "price", "example_input"] },
    keeps: ["id", "summary", "price", "input_schema", "verdicts", "example_input", "rules", "metrics", "limits"],
    more: (args) => (args.id === undefined ? orFull(args, "id=… for one card") : full(args)),
  },
  {
    name: "run_agent",
    title: "Run an agent",
    about:
      "Runs one agent and returns its verdict, sourced reasons and a proof id; adds a public record entry. Not charged where nothing that decides was measured. Not for a single number (get_token_state). Not advice.",
    routes: ({ tag, method }) => tag === "Agents" && method === "POST",
    choice: { name: "id", description: "The agent.", of: ({ path }) => path.split("/").at(-1) ?? "" },
    dearer: "pro agents",
    bodyIn: { name: "input", description: "As the agent's card says (list_agents with id)." },
    hints: HINTS.issue,
    keeps: ["agent", "verdict", "verdict_class", "summary", "reasons", "charged", "valid_until", "details", "caveats"],
    more: full,
  },
];
