// What a shape cannot say of a setting: lists, keys and addresses that must be readable, and settings that go together.
import { isIP } from "node:net";
import type { Env } from "../env.ts";
import { keyHashOf } from "../pay/address.ts";
import { listOf } from "../proof/log-key.ts";
import { decodeSigner } from "../proof/note.ts";
import { decodeVerifier } from "../proof/note-text.ts";
import { readWitness } from "../proof/witness.ts";
import { TOKENS } from "../token/token-list.ts";
import { readSealKeys } from "../webhook/secret.ts";
import type { SettingFault } from "./setting-fault.ts";

/** The settings whose own form is right. */
export type Given = Partial<Env>;
type Rule = {
  readonly name: keyof Env;
  /** What is wrong and what would do; null where nothing is. */
  readonly problem: (given: Given) => string | null;
};

const partsOf = (text: string | undefined): string[] => listOf(text ?? "");

/** Whether it is an address, or an address and how many of its bits count. */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function trustedProxies({ TRUSTED_PROXIES }: Given): string | null {
  const wrong = partsOf(TRUSTED_PROXIES).find((part) => !isNetwork(part));
  const form = "addresses or networks joined by commas, such as 127.0.0.1,10.0.0.0/8,fd00::/8";
  return wrong === undefined ? null : `names no network with ${JSON.stringify(wrong)}; it must be ${form}`;
}

function trackedTokens({ TRACKED_TOKENS = "all" }: Given): string | null {
  if (TRACKED_TOKENS === "all") return null;
  const known = new Set(TOKENS.map(({ id }) => id));
  const wrong = TRACKED_TOKENS.split(",").find((id) => !known.has(id));
  if (wrong === undefined) return null;
  const meant = TOKENS.find(({ id, symbol }) => [id, symbol.toLowerCase()].includes(wrong.trim().toLowerCase()));
  const hint = meant === undefined ? "" : `; do you mean ${meant.id}?`;
  const form = "all, or CoinGecko ids of known tokens joined by commas, such as bitcoin,ethereum";
  return `names no known token with ${JSON.stringify(wrong)}${hint}; it must be ${form}`;
}

const isOrigin = (value: unknown): boolean => typeof value === "string" && /^https?:$/.test(protocolOf(value));

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : "";
}

/** Provider to origin as JSON. */
function origins(text: string | undefined): string | null {
  const form = 'it must be JSON such as {"binance":"http://127.0.0.1:9101"}';
  if (text === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `is not JSON; ${form}`;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `is no object; ${form}`;
  const wrong = Object.entries(value).find(([, origin]) => !isOrigin(origin));
  return wrong === undefined ? null : `gives ${JSON.stringify(wrong[0])} no http or https address; ${form}`;
}

/** The first part that cannot be read, said without the part itself: it may be a secret. */
function keys(
  text: string | undefined,
  decode: (part: string) => unknown,
  maker = "npm run keys -- signing NAME",
): string | null {
  for (const [index, part] of partsOf(text).entries()) {
    try {
      decode(part);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "it cannot be read";
      return `cannot be read at key ${index + 1}: ${reason}; \`${maker}\` makes one`;
    }
  }
  return null;
}

function witnesses({ WITNESSES }: Given): string | null {
  for (const [index, part] of partsOf(WITNESSES).entries()) {
    try {
      readWitness(part);
    } catch (error) {
      return `cannot be read at witness ${index + 1}: ${error instanceof Error ? error.message : "it has no key"}`;
    }
  }
  return null;
}

function oracle({ ORACLE_URL, ORACLE_WORKFLOW, ORACLE_SIGNERS, ORACLE_F }: Given): string | null {
  if (ORACLE_URL === undefined) return null;
  if (!ORACLE_WORKFLOW) return "needs ORACLE_WORKFLOW, the one workflow whose reports count";
  const signers = new Set(partsOf(ORACLE_SIGNERS)).size;
  const f = ORACLE_F ?? 1;
  return signers > f ? null : `needs more ORACLE_SIGNERS than ORACLE_F: ${f + 1} of them sign, ${signers} are named`;
}

function paymentAddress({ PAYMENT_ADDRESS, PAYMENT_NETWORK }: Given): string | null {
  if (!PAYMENT_ADDRESS || PAYMENT_NETWORK === undefined) return null;
  const prefix = PAYMENT_NETWORK === "cardano:mainnet" ? "addr1" : "addr_test1";
  if (!PAYMENT_ADDRESS.startsWith(prefix)) return `is not of ${PAYMENT_NETWORK}, whose addresses begin ${prefix}`;
  const problem = "is no address that a key opens: a letter of it is wrong, or it is of a script";
  return keyHashOf(PAYMENT_ADDRESS) === null ? problem : null;
}

/** A name that the rules have for themselves would pass their words off as a model's, or the other way about. */
function modelName({ MODEL_URL, MODEL_NAME = "" }: Given): string | null {
  if (/^deterministic-/.test(MODEL_NAME))
    return "is how the rules call themselves; it must be the server's name of a model";
  return MODEL_URL !== undefined && MODEL_NAME === ""
    ? "is needed where MODEL_URL is set: the server's name of a model, such as gpt-5-mini"
    : null;
}

const LOOPBACK = /^(127\.|::1$|localhost$)/;

/** Metrics and queues are for who operates the service. */
function adminToken({ ADMIN_PORT = 0, ADMIN_HOST = "127.0.0.1", ADMIN_TOKEN = "" }: Given): string | null {
  if (ADMIN_PORT === 0 || LOOPBACK.test(ADMIN_HOST) || ADMIN_TOKEN !== "") return null;
  return "is needed where ADMIN_HOST is not the loopback: 16 letters and digits or more, such as `openssl rand -hex 24` makes";
}

/** Paths are put behind it. */
function publicUrl({ PUBLIC_URL = "" }: Given): string | null {
  const isPlain = !/[?#]/.test(PUBLIC_URL) && !/^[a-z]+:\/\/[^/]*@/i.test(PUBLIC_URL);
  return isPlain
    ? null
    : "has ?, # or a user in it; links are made of it by a path behind, so it must end with host or path";
}

/** Of a real ledger, and the simulated market has its own. */
const realLedger =
  (name: "CARDANO_URL" | "CARDANO_PROJECT_ID" | "FACILITATOR_URL") =>
  (given: Given): string | null =>
    given.MARKET === "sandbox" && given[name] !== undefined
      ? "is of a real ledger, and the simulated market has its own; leave it out or set MARKET=live"
      : null;

const RULES: readonly Rule[] = [
  {
    name: "DATA_DIR",
    problem: ({ DATA_DIR }) =>
      DATA_DIR?.startsWith("~")
        ? "begins with ~, which is your home to a shell alone (and not between quotes); write the whole path, /home/…"
        : null,
  },
  {
    name: "REDIS_CLUSTER",
    problem: ({ REDIS_CLUSTER, REDIS_SENTINELS }) =>
      REDIS_CLUSTER && REDIS_SENTINELS ? "and REDIS_SENTINELS are two ways to say where Redis is; leave one out" : null,
  },
  {
    name: "CLICKHOUSE_CLUSTER",
    problem: ({ CLICKHOUSE_CLUSTER, CLICKHOUSE_URL }) =>
      CLICKHOUSE_CLUSTER && CLICKHOUSE_URL === undefined
        ? "is of servers of your own, and the embedded engine is one alone; set CLICKHOUSE_URL, or leave it out"
        : null,
  },
  { name: "PUBLIC_URL", problem: publicUrl },
  { name: "TRUSTED_PROXIES", problem: trustedProxies },
  { name: "TRACKED_TOKENS", problem: trackedTokens },
  { name: "SANDBOX_ORIGINS", problem: ({ SANDBOX_ORIGINS }) => origins(SANDBOX_ORIGINS) },
  { name: "LIVE_ORIGINS", problem: ({ LIVE_ORIGINS }) => origins(LIVE_ORIGINS) },
  { name: "LOG_SIGNING_KEYS", problem: ({ LOG_SIGNING_KEYS }) => keys(LOG_SIGNING_KEYS, decodeSigner) },
  { name: "LOG_RETIRED_KEYS", problem: ({ LOG_RETIRED_KEYS }) => keys(LOG_RETIRED_KEYS, decodeVerifier) },
  { name: "WITNESSES", problem: witnesses },
  {
    name: "MONITOR_KEY",
    problem: ({ MONITOR_KEY }) => keys(MONITOR_KEY, readSealKeys, "openssl rand -base64 32"),
  },
  {
    name: "WEBHOOK_LOOPBACK",
    problem: ({ WEBHOOK_LOOPBACK, MARKET }) =>
      WEBHOOK_LOOPBACK === "true" && MARKET === "live"
        ? "lets callers reach this machine from a service with real providers; WEBHOOK_LOOPBACK=true,true says that it is meant"
        : null,
  },
  { name: "ORACLE_URL", problem: oracle },
  { name: "MODEL_NAME", problem: modelName },
  { name: "ADMIN_TOKEN", problem: adminToken },
  {
    name: "ADMIN_PORT",
    problem: ({ ADMIN_PORT = 0, PORT, TLS_PORT }) =>
      ADMIN_PORT > 0 && (ADMIN_PORT === PORT || ADMIN_PORT === TLS_PORT)
        ? "is a port of the API too; it needs one of its own, such as ADMIN_PORT=9464"
        : null,
  },
  {
    name: "TLS_PORT",
    problem: ({ TLS_PORT = 0, PORT }) =>
      TLS_PORT > 0 && TLS_PORT === PORT ? "is PORT too; the two need a port each, such as TLS_PORT=8443" : null,
  },
  ...(["TLS_CERT_FILE", "TLS_KEY_FILE"] as const).map((name) => ({
    name,
    problem: (given: Given) =>
      (given.TLS_PORT ?? 0) > 0 && given[name] === ""
        ? "is needed where TLS_PORT is set: the path of a PEM file; TLS_PORT=0 answers without TLS"
        : null,
  })),
  {
    name: "TLS_REDIRECT",
    problem: ({ TLS_REDIRECT, PUBLIC_URL = "" }) =>
      TLS_REDIRECT === "on" && protocolOf(PUBLIC_URL) !== "https:"
        ? "needs a PUBLIC_URL of https, where callers are sent"
        : null,
  },
  { name: "PAYMENT_ADDRESS", problem: paymentAddress },
  ...(["CARDANO_URL", "CARDANO_PROJECT_ID", "FACILITATOR_URL"] as const).map((name) => ({
    name,
    problem: realLedger(name),
  })),
];

/** Every setting that breaks a rule. Settings at fault by their form are left out of `given`: they were named already. */
export function ruleFaults(given: Given, source: Readonly<Record<string, string | undefined>>): SettingFault[] {
  return RULES.flatMap(({ name, problem }) => {
    const found = problem(given);
    return found === null ? [] : [{ name, value: source[name], problem: found }];
  });
}
