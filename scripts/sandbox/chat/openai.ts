// A simulated server of language models behind the OpenAI protocol: chat completions and errors as the vendor documents them. The model's name says how it behaves.
import type { Budget } from "../limit.ts";
import { hashText } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, refuse, settle } from "../provider.ts";
import { isManner, MANNERS, say } from "./manner.ts";

/** "sim-good" and the like. */
const PREFIX = "sim-";
const WINDOW_MS = 60_000;
const SLOW_MS = 120_000;
const RETRY_AFTER_S = 20;
const CREATED = Date.UTC(2026, 0, 1) / 1_000;
const BYTES_A_TOKEN = 4;

const error = (status: number, message: string, type: string, code: string | null, param: string | null = null) =>
  refuse(json({ error: { message, type, param, code } }, status));

const invalid = (message: string, param: string | null, code: string | null = null) =>
  error(400, message, "invalid_request_error", code, param);

type Message = { readonly role: string; readonly content: string };
const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant"]);

const isMessage = (one: unknown): one is Message => {
  if (typeof one !== "object" || one === null) return false;
  const { role, content } = one as Record<string, unknown>;
  return ROLES.has(role) && typeof content === "string";
};

function messagesOf(value: unknown): readonly Message[] {
  if (!Array.isArray(value) || value.length === 0)
    throw invalid("Missing required parameter: 'messages'.", "messages", "missing_required_parameter");
  const at = value.findIndex((one) => !isMessage(one));
  if (at >= 0) throw invalid(`Invalid value for 'messages[${at}]'.`, `messages[${at}]`, "invalid_value");
  return value as Message[];
}

/** A strict schema closes every object and requires every member, as the vendor asks of one. */
function assertStrict(schema: unknown, path: string): void {
  if (Array.isArray(schema) || typeof schema !== "object" || schema === null) return;
  const { type, properties, required, additionalProperties, items } = schema as Record<string, unknown>;
  if (type === "object") {
    const names = Object.keys((properties ?? {}) as object);
    const isWhole = Array.isArray(required) && names.every((name) => required.includes(name));
    if (additionalProperties !== false || !isWhole)
      throw invalid(
        `Invalid schema for response_format: In context=(${path}), 'additionalProperties' is required to be supplied and to be false, and 'required' to name every member.`,
        "response_format",
        "invalid_json_schema",
      );
    for (const [name, inner] of Object.entries((properties ?? {}) as object)) assertStrict(inner, `${path}/${name}`);
  }
  assertStrict(items, `${path}/items`);
}

function assertFormat(format: unknown): void {
  if (format === undefined) return;
  const { type, json_schema: given } = format as { type?: unknown; json_schema?: Record<string, unknown> };
  if (type !== "text" && type !== "json_object" && type !== "json_schema")
    throw invalid("Invalid value for 'response_format.type'.", "response_format.type", "invalid_value");
  if (type !== "json_schema") return;
  if (typeof given?.name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(given.name))
    throw invalid("Invalid 'response_format.json_schema.name'.", "response_format.json_schema.name", "invalid_value");
  if (given.strict === true) assertStrict(given.schema, "root");
}

function complete(ask: Ask, asked: number): Answer {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(ask.body) as Record<string, unknown>;
  } catch {
    throw invalid("We could not parse the JSON body of your request.", null);
  }
  const name = body.model;
  if (typeof name !== "string") throw invalid("you must provide a model parameter", null);
  const manner = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : "";
  if (!isManner(manner))
    throw error(
      404,
      `The model \`${name}\` does not exist or you do not have access to it.`,
      "invalid_request_error",
      "model_not_found",
    );
  const messages = messagesOf(body.messages);
  assertFormat(body.response_format);
  if (manner === "limited") {
    const message = `Rate limit reached for ${name} on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in ${RETRY_AFTER_S}s.`;
    const answer = json({ error: { message, type: "requests", param: null, code: "rate_limit_exceeded" } }, 429);
    return { ...answer, headers: { "retry-after": String(RETRY_AFTER_S) } };
  }
  if (manner === "broken")
    throw error(500, "The server had an error while processing your request. Sorry about that!", "server_error", null);
  const { content, finish } = say(manner, messages);
  const [prompt, reply] = [ask.body.length, content.length].map((bytes) => Math.ceil(bytes / BYTES_A_TOKEN));
  const answer = json({
    ...{ id: `chatcmpl-${hashText(`${ask.body}${asked}`).toString(36)}`, object: "chat.completion" },
    ...{ created: CREATED, model: name, service_tier: "default", system_fingerprint: "fp_simulated" },
    choices: [
      {
        ...{ index: 0, logprobs: null, finish_reason: finish },
        message: { role: "assistant", content, refusal: null, annotations: [] },
      },
    ],
    usage: {
      ...{ prompt_tokens: prompt, completion_tokens: reply, total_tokens: (prompt ?? 0) + (reply ?? 0) },
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
    },
  });
  return manner === "slow" ? { ...answer, afterMs: SLOW_MS } : answer;
}

const models = (): Answer =>
  json({
    object: "list",
    data: MANNERS.map((manner) => ({
      ...{ id: `${PREFIX}${manner}`, object: "model", created: CREATED, owned_by: "sandbox" },
    })),
  });

export const createOpenai = (_model: Model, budget: Budget): Provider => {
  let asked = 0;
  return {
    id: "openai",
    answer: (ask) =>
      settle(() => {
        asked += 1;
        budget.spend("all", 1, WINDOW_MS, ask.wallMs);
        const key = /^Bearer (\S+)$/.exec(`${ask.headers.authorization ?? ""}`)?.[1] ?? "";
        if (!key.startsWith("sk-"))
          throw error(
            401,
            key === "" ? "You didn't provide an API key." : `Incorrect API key provided: ${key.slice(0, 3)}***.`,
            "invalid_request_error",
            key === "" ? null : "invalid_api_key",
          );
        const route = `${ask.method} ${ask.path}`;
        if (route === "GET /v1/models") return models();
        if (route === "POST /v1/chat/completions") return complete(ask, asked);
        throw error(404, `Invalid URL (${route})`, "invalid_request_error", null);
      }, ask),
  };
};
