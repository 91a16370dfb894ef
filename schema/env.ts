// The settings, and which processes read them; nobody else touches process.env.
import { type Static, Type } from "typebox";
import { ROLE_IDS } from "./lane.ts";
import { SEEN_SETTINGS } from "./setting/seen-settings.ts";

const addressOf = (scheme: string, example: string, description: string) =>
  Type.Optional(
    Type.String({ format: "uri", pattern: `^${scheme}://`, description, "x-form": `an address such as ${example}` }),
  );
const url = (example: string, description: string) => addressOf("https?", example, description);

/** Every setting with its default and what it is for; docs/operating.md shows the same table. */
export const Settings = Type.Object({
  MARKET: Type.Enum(["sandbox", "live"], { default: "sandbox", description: "Simulated or real providers." }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080, description: "Port of the API." }),
  HOST: Type.String({ default: "0.0.0.0", description: "Address the API listens on." }),
  API_PROCESSES: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 64,
    description: "Api processes on the port; from 2 on they are restarted without a lost request.",
  }),
  TLS_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65_535,
    description: "Port of the API over TLS, beside PORT; 0: none.",
  }),
  TLS_CERT_FILE: Type.String({ default: "", description: "Certificate chain for it, PEM." }),
  TLS_KEY_FILE: Type.String({ default: "", description: "Its private key, PEM." }),
  TLS_REDIRECT: Type.Enum(["off", "on"], {
    default: "off",
    description: "on: who calls PORT from another machine is sent to PUBLIC_URL, which must be https.",
  }),
  ROLE: Type.String({
    default: "all",
    pattern: `^(all|clock|${ROLE_IDS.join("|")})(,(clock|${ROLE_IDS.join("|")}))*$`,
    "x-form": `all, or some of clock, ${ROLE_IDS.join(", ")} joined by commas`,
    description: "What a jobs process does: all, or roles and clock joined by commas.",
  }),
  DATA_DIR: Type.String({ default: ".data", description: "Folder of the embedded engine and Redis." }),
  REDIS_URL: addressOf("rediss?", "redis://127.0.0.1:6379", "Redis; without it one is started."),
  REDIS_SENTINELS: Type.String({
    default: "",
    pattern: "^(|[^\\s,/]+:\\d{1,5}(,[^\\s,/]+:\\d{1,5})*/[\\w.-]+)$",
    "x-form":
      "<host>:<port> joined by commas, a slash and the primary's name, such as 10.0.0.1:26379,10.0.0.2:26379/main",
    description:
      "Sentinels that know the primary, <host>:<port>,…/<name>; REDIS_URL then says user, password and database.",
  }),
  REDIS_CLUSTER: Type.String({
    default: "",
    pattern: "^(|[^\\s,/]+:\\d{1,5}(,[^\\s,/]+:\\d{1,5})*)$",
    "x-form": "<host>:<port> joined by commas, such as 10.0.0.1:6379,10.0.0.2:6379",
    description: "Servers of a Redis Cluster, <host>:<port>,…; REDIS_URL then says user and password.",
  }),
  CLICKHOUSE_URL: url("http://127.0.0.1:8123", "ClickHouse over HTTP; without it the embedded engine is started."),
  CLICKHOUSE_USER: Type.String({ default: "default", description: "User of CLICKHOUSE_URL." }),
  CLICKHOUSE_PASSWORD: Type.String({ default: "", "x-secret": true, description: "Its password." }),
  CLICKHOUSE_DATABASE: Type.String({
    default: "assay",
    pattern: "^[a-z][a-z0-9_]*$",
    "x-form": "a name of small letters, digits and _, such as assay",
    description: "Database of all tables; made where missing.",
  }),
  CLICKHOUSE_CLUSTER: Type.String({
    default: "",
    pattern: "^(|[A-Za-z_][\\w.-]*)$",
    "x-form": "the cluster's name in the servers' configuration, such as assay",
    description:
      "Cluster of ClickHouse servers, by its name in their configuration, of which each keeps every table; CLICKHOUSE_URL is one of them or what stands before them.",
  }),
  PUBLIC_URL: url("https://api.example.com", "Where callers reach the service; used in links."),
  PAYMENT_ADDRESS: Type.String({
    default: "",
    pattern: "^(|addr(_test)?1[a-z0-9]+)$",
    "x-form": "a Cardano address, addr1… or addr_test1…",
    description: "Where payments go; none while payments are off.",
  }),
  LOG_SIGNING_KEYS: Type.String({
    default: "",
    "x-secret": true,
    description: "Keys that sign checkpoints of the proof log, PRIVATE+KEY+…, joined by commas; none signs nothing.",
  }),
  LOG_RETIRED_KEYS: Type.String({
    default: "",
    description: "Public keys that signed earlier checkpoints, <name>+<id>+<base64>, joined by commas.",
  }),
  ORACLE_URL: url(
    "https://gateway.example.com",
    "Gateway of the oracle network's workflow that attests checkpoints; without it none is attested.",
  ),
  ORACLE_TOKEN: Type.String({ default: "", "x-secret": true, description: "Bearer token for the gateway." }),
  ORACLE_WORKFLOW: Type.String({
    default: "",
    pattern: "^(|[0-9a-f]{64}/[0-9a-f]{40})$",
    "x-form": "<id>/<owner>: 64 hexadecimal digits, a slash, 40 hexadecimal digits",
    description: "The one workflow whose reports count, <id>/<owner> in hex.",
  }),
  ORACLE_SIGNERS: Type.String({
    default: "",
    pattern: "^(|0x[0-9a-f]{40}(,0x[0-9a-f]{40})*)$",
    "x-form": "addresses of 0x and 40 small hexadecimal digits, joined by commas",
    description: "Addresses of the network's nodes, 0x…, joined by commas.",
  }),
  ORACLE_F: Type.Integer({
    default: 1,
    minimum: 0,
    maximum: 30,
    description: "Nodes that may be faulty; f + 1 of them sign what counts.",
  }),
  WITNESSES: Type.String({
    default: "",
    description:
      "Witnesses of C2SP tlog-witness that checkpoints are offered to, <name>+<id>+<base64>@<https address>, joined by commas.",
  }),
  ANCHOR_KEY: Type.String({
    default: "",
    "x-secret": true,
    pattern: "^(|ed25519_sk1[a-z0-9]+)$",
    "x-form": "a Cardano key that begins ed25519_sk1",
    description:
      "Cardano key, ed25519_sk1…, that pays for writing roots of the log to a ledger behind Blockfrost; none writes none.",
  }),
  METERING: Type.Enum(["on", "off"], {
    default: "on",
    description:
      "off: no keys, rates, allowances or payment, while `Idempotency-Key` is honoured; for private use and load tests.",
  }),
  RATE_FACTOR: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 1_000_000,
    description: "The public rates times this; allowances stay.",
  }),
  TRUSTED_PROXIES: Type.String({
    default: "",
    description: "Networks (a.b.c.d/n, by commas) whose X-Forwarded-For is believed.",
  }),
  PAYMENT_NETWORK: Type.Enum(["cardano:preprod", "cardano:preview", "cardano:mainnet"], {
    default: "cardano:preprod",
    description: "Network that payments are on.",
  }),
  PAYMENT_CONFIRMATIONS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 20,
    description: "Newer blocks before a payment counts; 0: it is in a block.",
  }),
  CARDANO_URL: url(
    "https://cardano-preprod.blockfrost.io/api/v0",
    "A Cardano ledger; without it or FACILITATOR_URL the live market takes no payments.",
  ),
  CARDANO_PROJECT_ID: Type.Optional(Type.String({ "x-secret": true, description: "Its project id." })),
  CARDANO_API: Type.Enum(["blockfrost", "koios"], {
    default: "blockfrost",
    description: "Which API CARDANO_URL speaks; the project id is the bearer token of Koios.",
  }),
  FACILITATOR_URL: url(
    "https://facilitator.example.com",
    "An x402 facilitator that verifies and settles instead of this process; only the live market.",
  ),
  MONITOR_KEY: Type.String({
    default: "",
    "x-secret": true,
    description:
      "Keys that seal the secrets of monitors, 32 random bytes as base64 each, joined by commas: the first seals, all open. The starter makes one.",
  }),
  WEBHOOK_SIGNATURE_HEADER: Type.String({
    default: "X-Service-Signature",
    pattern: "^X-[A-Za-z0-9]+(-[A-Za-z0-9]+)*-Signature$",
    "x-form": "a header such as X-Service-Signature",
    description: "Header of a delivery that carries the HMAC-SHA256 of its body.",
  }),
  WEBHOOK_LOOPBACK: Type.Enum(["false", "true", "true,true"], {
    default: "false",
    description:
      "true: monitors may name this machine's loopback, for receivers under test; beside real providers it has to be said twice.",
  }),
  LOG_LEVEL: Type.Enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
    default: "info",
    description: "What the JSON log lines leave out.",
  }),
  ...SEEN_SETTINGS,
  SANDBOX_SEED: Type.Integer({ default: 1, minimum: 0, maximum: 2 ** 32 - 1, description: "Which simulated market." }),
  SANDBOX_TOKENS: Type.Integer({
    default: 100,
    minimum: 100,
    maximum: 10_000,
    description: "How many tokens the simulated market has; beyond the hundred known ones each is like one of them.",
  }),
  SANDBOX_ORIGINS: Type.String({ default: "{}", description: "Provider to origin, as JSON; set by the starter." }),
  LIVE_ORIGINS: Type.String({
    default: "{}",
    description: "Provider to origin, as JSON: mirrors or proxies instead of the real addresses.",
  }),
  COINGECKO_API_KEY: Type.Optional(
    Type.String({
      "x-secret": true,
      description:
        "Demo key for the tokens' market data (8,928 of its 10,000 calls a month); the rest is asked keyless.",
    }),
  ),
  COINGECKO_PLAN: Type.Enum(["demo", "pro"], {
    default: "demo",
    description: "pro: the key is of a paid plan, which has its own host and header, and pays for all calls.",
  }),
  DEFILLAMA_API_KEY: Type.Optional(
    Type.String({
      "x-secret": true,
      // It is part of a path.
      pattern: "^[A-Za-z0-9_-]{1,128}$",
      "x-form": "letters, digits, _ and -, at most 128",
      description:
        "DefiLlama Pro key for flows of funds; none leaves them unassessed. The starter gives the sandbox's.",
    }),
  ),
  JUPITER_API_KEY: Type.Optional(
    Type.String({ "x-secret": true, description: "Key for quotes on Solana; none uses the keyless tier." }),
  ),
  ETH_RPC_URL: url("http://127.0.0.1:8545", "An Ethereum node; the default is a public one."),
  BSC_RPC_URL: url(
    "http://127.0.0.1:8546",
    "A BNB Smart Chain node that serves eth_getLogs; the default is a public one.",
  ),
  BTC_ESPLORA_URL: url("http://127.0.0.1:3000", "An Esplora server; the default is a public one."),
  SOL_RPC_URL: url("http://127.0.0.1:8899", "A Solana node; the default is a public one."),
  ADA_KOIOS_URL: url("http://127.0.0.1:8053/api/v1", "A Koios server; the default is the public one."),
  MODEL_URL: url(
    "https://api.openai.com/v1",
    "A server that speaks the OpenAI protocol, whose model words briefs and answers; without it the rules word them.",
  ),
  MODEL_NAME: Type.String({ default: "", maxLength: 64, description: "Its model; briefs and answers name it." }),
  MODEL_KEY: Type.String({
    default: "",
    "x-secret": true,
    description: "Its key; a server of your own may need none.",
  }),
  MODEL_TIMEOUT_S: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 35,
    description: "Seconds the model has for a call; a brief or an answer makes one or two.",
  }),
  MODEL_USD_PER_DAY: Type.Integer({
    default: 5,
    minimum: 0,
    maximum: 100_000,
    description:
      "Dollars the model may cost a UTC day, 30 % of them for briefs that nobody pays for; then the rules write.",
  }),
  MODEL_PRICES: Type.String({
    default: "5/20",
    pattern: "^\\d{1,4}(\\.\\d{1,4})?/\\d{1,4}(\\.\\d{1,4})?$",
    "x-form": "two prices joined by a slash, such as 2.5/10, or 0/0 for a model of your own",
    description: "Dollars for a million tokens of prompt and of reply, by which its calls are counted.",
  }),
  TRACKED_TOKENS: Type.String({
    default: "all",
    description: "Which of the hundred known tokens are tracked: all, or CoinGecko ids joined by commas.",
  }),
  BACKFILL_DAYS: Type.Integer({
    default: 14,
    minimum: 1,
    maximum: 60,
    description: "Days of past fetched at first start.",
  }),
  PAST_DAYS_MAX: Type.Integer({
    default: 1_000,
    minimum: 1,
    maximum: 1_000,
    description: "No source fetches more of the past than this; rules that need more say insufficient_history.",
  }),
});

export type Env = Static<typeof Settings>;

/** The processes that read settings; engine, Redis and simulated market are told everything in other ways. */
type Reader = "api" | "jobs";
const BOTH = ["api", "jobs"] as const;
/** Which processes use a setting. A process is given no other: what it does not hold, it cannot lose. */
export const READERS = {
  MARKET: BOTH,
  PORT: BOTH,
  HOST: ["api"],
  API_PROCESSES: ["api"],
  TLS_PORT: ["api"],
  TLS_CERT_FILE: ["api"],
  TLS_KEY_FILE: ["api"],
  TLS_REDIRECT: ["api"],
  ROLE: ["jobs"],
  DATA_DIR: [],
  REDIS_URL: BOTH,
  REDIS_SENTINELS: BOTH,
  REDIS_CLUSTER: BOTH,
  CLICKHOUSE_URL: BOTH,
  CLICKHOUSE_USER: BOTH,
  CLICKHOUSE_PASSWORD: BOTH,
  CLICKHOUSE_DATABASE: BOTH,
  CLICKHOUSE_CLUSTER: BOTH,
  PUBLIC_URL: BOTH,
  PAYMENT_ADDRESS: BOTH,
  LOG_SIGNING_KEYS: ["jobs"],
  LOG_RETIRED_KEYS: ["jobs"],
  ORACLE_URL: BOTH,
  ORACLE_TOKEN: ["jobs"],
  ORACLE_WORKFLOW: BOTH,
  ORACLE_SIGNERS: BOTH,
  ORACLE_F: BOTH,
  WITNESSES: ["jobs"],
  ANCHOR_KEY: ["jobs"],
  METERING: ["api"],
  RATE_FACTOR: ["api"],
  TRUSTED_PROXIES: ["api"],
  PAYMENT_NETWORK: BOTH,
  PAYMENT_CONFIRMATIONS: BOTH,
  CARDANO_URL: BOTH,
  CARDANO_PROJECT_ID: BOTH,
  CARDANO_API: BOTH,
  FACILITATOR_URL: BOTH,
  MONITOR_KEY: BOTH,
  WEBHOOK_SIGNATURE_HEADER: BOTH,
  WEBHOOK_LOOPBACK: BOTH,
  LOG_LEVEL: BOTH,
  ADMIN_PORT: BOTH,
  ADMIN_HOST: BOTH,
  ADMIN_TOKEN: BOTH,
  ADMIN_QUEUES: ["jobs"],
  ACCESS_LOG: ["api"],
  ACCESS_LOG_SAMPLE: ["api"],
  SANDBOX_SEED: [],
  SANDBOX_TOKENS: BOTH,
  SANDBOX_ORIGINS: BOTH,
  LIVE_ORIGINS: ["jobs"],
  COINGECKO_API_KEY: ["jobs"],
  COINGECKO_PLAN: ["jobs"],
  DEFILLAMA_API_KEY: ["jobs"],
  JUPITER_API_KEY: ["jobs"],
  ETH_RPC_URL: ["jobs"],
  BSC_RPC_URL: ["jobs"],
  BTC_ESPLORA_URL: ["jobs"],
  SOL_RPC_URL: ["jobs"],
  ADA_KOIOS_URL: ["jobs"],
  MODEL_URL: ["jobs"],
  MODEL_NAME: ["jobs"],
  MODEL_KEY: ["jobs"],
  MODEL_TIMEOUT_S: ["jobs"],
  MODEL_USD_PER_DAY: ["jobs"],
  MODEL_PRICES: ["jobs"],
  TRACKED_TOKENS: BOTH,
  BACKFILL_DAYS: ["jobs"],
  PAST_DAYS_MAX: ["jobs"],
} as const satisfies Record<keyof Env, readonly Reader[]>;

export type Variables = Readonly<Record<string, string | undefined>>;

/** What a process may see of these variables: the settings it reads, and everything that is no setting. */
export function variablesFor(reader: Reader | null, variables: Variables): Record<string, string | undefined> {
  const readers: Readonly<Record<string, readonly (Reader | null)[]>> = READERS;
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => !Object.hasOwn(READERS, name) || readers[name]?.includes(reader)),
  );
}

/** What is set where this process runs. */
export const environment = (): Variables => process.env;

/** Which tokens are chosen; whether the list knows them is for `parseEnv` to say. */
export function trackedSetting(): "all" | readonly string[] {
  const raw = process.env.TRACKED_TOKENS ?? "";
  return raw === "" || raw === "all" ? "all" : raw.split(",");
}

/** How many tokens the simulated market has; none beyond the known ones beside real providers. */
export const simulatedCount = (): number =>
  process.env.MARKET === "live" ? 0 : Number(process.env.SANDBOX_TOKENS || 0) || 0;

/** What the names of providers of simulated data begin with. */
export const SIMULATED = "sandbox:";

/** The provider's public name: everything simulated says so. */
export const providerName = (env: Pick<Env, "MARKET">, provider: string): string =>
  env.MARKET === "sandbox" ? `${SIMULATED}${provider}` : provider;

/** Sets how long a request head may be; the HTTP server reads it once, when it is loaded. */
export function setHeaderLimit(bytes: number): void {
  process.env.UWS_HTTP_MAX_HEADERS_SIZE = String(bytes);
}

/** The head limit the HTTP server was loaded with; 0 where none was set. */
export const headerLimit = (): number => Number(process.env.UWS_HTTP_MAX_HEADERS_SIZE ?? 0);
