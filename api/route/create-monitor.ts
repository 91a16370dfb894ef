// POST /v1/monitor: watches tokens and sends signed webhooks.
import { digestOf } from "../../schema/canonical.ts";
import { fault, isFault } from "../../schema/fault.ts";
import { randomBytes, systemRandom } from "../../schema/io/random.ts";
import { jobId } from "../../schema/job.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { conditionsOf, type MadeMonitor, MonitorRequest, monitor } from "../../schema/object/monitor.ts";
import { readWebhookUrl, rulesOf } from "../../schema/webhook/address.ts";
import {
  callerMarks,
  makeSecret,
  NONCE_BYTES,
  readSealKeys,
  SECRET_BYTES,
  type SealKey,
  seal,
  unseal,
} from "../../schema/webhook/secret.ts";
import { NOTHING, type Route, route } from "../contract.ts";
import type { Deps } from "../deps.ts";
import { askJob } from "../job-call.ts";
import { needFrame } from "../snapshot/need.ts";
import { type Found, resolveToken } from "../snapshot/token-index.ts";
import { universeOf } from "../snapshot/universe.ts";
import { createdExample } from "./example/monitor.ts";

/** How long an answer waits for its monitor to begin. */
const BEGIN_MS = 5_000;
const NOTE = "The secret is shown once: keep it. It verifies every message, and lists and stops this monitor.";
const JOINED = "Messages are signed with the secret that was sent.";

/** Every token by itself; a fault says which of them it is about. */
function tokensOf({ tokens }: MonitorRequest, { snapshots }: Deps): Found[] {
  const list = needFrame(snapshots, "tokens", SNAPSHOTS.tokens);
  const universe = universeOf(snapshots).current();
  return tokens.map((token, at) => {
    try {
      return resolveToken(list.meta, token, universe);
    } catch (error) {
      if (!isFault(error)) throw error;
      const { code, message: detail } = error;
      throw fault(code, detail, { ...error.extra, errors: [{ pointer: `/tokens/${at}`, code, detail }] });
    }
  });
}

/** How those were read that were not given by id. */
const readAs = (found: readonly Found[]) =>
  found.flatMap(({ token, resolved }) => (resolved === undefined ? [] : [{ id: token.id, ...resolved }]));

const contract = route({
  id: "createMonitor",
  method: "POST",
  path: "/v1/monitor",
  tag: "Watch",
  tier: "premium",
  allowance: false,
  summary: "Watch tokens by webhook",
  description:
    "Sends a signed message to an https address when a signal fires, a verdict changes or a brief is written on one of up to 50 tokens. The answer shows the secret that signs every message, once; with X-Monitor-Secret the monitor joins those of that secret. A message of kind ping is sent at once, and the answer says whether it was accepted; the monitor exists either way. Messages come at least once, in no promised order, numbered without holes.",
  params: NOTHING,
  query: NOTHING,
  body: MonitorRequest,
  output: monitor,
  faults: [
    ...(["webhook_url_not_https", "webhook_url_private", "webhook_url_unresolvable", "webhook_url_invalid"] as const),
    ...(["too_many_tokens", "token_not_found", "token_not_tracked", "ambiguous_token", "monitor_not_found"] as const),
  ],
  rangeFaults: { "/tokens maxItems": "too_many_tokens" },
  rates: ["monitor"],
  workMs: LIMITS.monitorWaitMs,
  status: 201,
  monitorSecret: "optional",
  showsSecret: true,
  maxAgeS: 0,
  verify: ({ body }, deps) => {
    readWebhookUrl(body.webhook_url, rulesOf(deps.env));
    tokensOf(body, deps);
    if (deps.env.MONITOR_KEY === "") {
      throw fault("upstream_unavailable", "Monitors are not offered here: the service has no MONITOR_KEY.");
    }
  },
  example: {
    params: {},
    query: {},
    body: {
      tokens: ["BTC", "ethereum"],
      webhook_url: "https://hooks.example.com/assay",
      conditions: { min_severity: 2 },
    },
    answer: createdExample,
  },
});

/** The secret as the job gives it back, which may be that of an earlier call with the same payment. */
function secretOf(keys: readonly SealKey[], sealed: string): string {
  const secret = unseal(keys, "secret", sealed)?.toString();
  if (secret === undefined) throw fault("upstream_unavailable", "The key that sealed the secret is no longer set.");
  return secret;
}

const made: Parameters<typeof contract.handle>[0] = async ({ body, monitorSecret }, deps, by) => {
  const now = deps.clock.now();
  const id = `mon_${by.errand ?? systemRandom.id(now)}`;
  const found = tokensOf(body, deps);
  const keys = readSealKeys(deps.env.MONITOR_KEY);
  const secret = monitorSecret ?? makeSecret(randomBytes(SECRET_BYTES));
  const sealed = seal(keys, "secret", secret, randomBytes(NONCE_BYTES));
  const payload = {
    id,
    digest: digestOf(secret),
    ...(monitorSecret === undefined ? { sealed } : {}),
    tokens: [...new Set(found.map(({ token }) => token.id))],
    conditions: conditionsOf(body.conditions),
    url: readWebhookUrl(body.webhook_url, rulesOf(deps.env)).href,
    // The owner of a key answers for what it does with it.
    callers: by.caller.startsWith("ip:") ? callerMarks(keys, by.caller) : [],
    payment: by.payment,
    until: now + LIMITS.monitorWaitMs,
  };
  const request = {
    name: "monitor.create",
    id: jobId("monitor.create", id),
    payload,
    requestId: by.requestId,
  } as const;
  const { monitor: made, sealed: kept } = (await askJob(deps.jobCalls, request, LIMITS.monitorWaitMs)) as MadeMonitor;
  const { ping, ...shown } = made.data;
  const resolved = readAs(found);
  const data = {
    ...shown,
    ...(monitorSecret === undefined ? { secret: secretOf(keys, kept) } : {}),
    ...(resolved.length === 0 ? {} : { resolved }),
    ...(ping === undefined ? {} : { ping }),
    note: monitorSecret === undefined ? NOTE : JOINED,
  };
  return { body: { ...made, data }, asOf: Date.parse(made.as_of), from: null };
};

/** What is not told here the sweep of messages finds. */
const begin: Route["settled"] = async (payment, { jobCalls, clock, log }) => {
  const now = clock.now();
  const payload = { id: systemRandom.id(now), payment, until: now + BEGIN_MS };
  const request = { name: "monitor.begin", id: jobId("monitor.begin", payload.id), payload } as const;
  await askJob(jobCalls, request, BEGIN_MS).catch((error: Error) =>
    log.warn({ err: error.message }, "a monitor that was paid for begins later"),
  );
};

export const createMonitor = contract.handle(made, null, begin);
