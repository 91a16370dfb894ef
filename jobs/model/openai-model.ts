// A model behind any server that speaks the OpenAI protocol; the one owner of its client.
import type OpenAI from "openai";
import type { ChatCompletion } from "openai/resources/chat/completions";
import { digestOf } from "../../schema/canonical.ts";
import { MINUTE_MS } from "../../schema/duration.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { type Http, type HttpAnswer, isHttpError } from "../../schema/io/http.ts";
import type { Breaker } from "./breaker.ts";
import type { Budget } from "./budget.ts";
import {
  type GenerateOptions,
  type Message,
  type Model,
  type ModelError,
  modelError,
  type ReplyShape,
} from "./model.ts";
import { readReply } from "./reply.ts";

/** Dollars for a million tokens. */
type Prices = { readonly prompt: number; readonly reply: number };

type Options = {
  readonly url: string;
  readonly name: string;
  readonly key: string;
  readonly prices: Prices;
  readonly http: Http;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly breaker: Breaker;
};

const PROVIDER = "model";
const BODY_BYTES_MAX = 1_048_576;
/** The longest that a reply may be; longer ones are cut. */
const REPLY_TOKENS_MAX = 6_000;
/** A token is seldom shorter. */
const BYTES_A_TOKEN = 3;
/** A server that says no more is left alone for so long. */
const LIMITED_MS = 30_000;
/** Neither asking again nor waiting helps against these: somebody must change a setting. */
const MISTAKEN_MS = 5 * MINUTE_MS;
const MISTAKEN: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 422]);

const costOf = ({ prompt, reply }: Prices, promptTokens: number, replyTokens: number): number =>
  Math.ceil(prompt * promptTokens + reply * replyTokens);

type Exchange = { readonly answer: HttpAnswer; readonly completion: ChatCompletion };

/** What the client sends goes through the one door: whole bodies of a bounded size, one retry, no redirects. */
const transport =
  (http: Http, timeoutMs: number, signal: AbortSignal, heard: (answer: HttpAnswer) => void): typeof fetch =>
  async (target, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers).entries());
    const sent = http.send({
      ...{ provider: PROVIDER, url: String(target), method: "POST", headers, body: String(init?.body ?? "") },
      ...{ timeoutMs, bodyBytesMax: BODY_BYTES_MAX, retriesMax: 1, signal },
    });
    const answer = await sent.catch((error: unknown) => {
      if (isHttpError(error) && error.answer) return error.answer;
      throw error;
    });
    heard(answer);
    // The door has unpacked it.
    const { "content-encoding": _, "content-length": __, ...rest } = answer.headers;
    const body = answer.body.length === 0 ? null : new Uint8Array(answer.body);
    return new Response(body, { status: answer.status, headers: rest });
  };

/** Whether the server does not know the way in which the shape was asked for. */
const refusesShape = ({ status, param, message }: { status?: unknown; param?: unknown; message: string }): boolean =>
  (status === 400 || status === 422) && /response_format|json_schema/.test(`${param} ${message}`);

/** One call and what it answered, by the vendor's own client. */
function openExchange({ url, name, key, http }: Options) {
  let library: Promise<typeof import("openai")> | null = null;
  let knowsShapes = true;
  return async <T>(
    { name: shapeName, shape }: ReplyShape<T>,
    messages: readonly Message[],
    { timeoutMs, signal }: GenerateOptions,
  ): Promise<Exchange> => {
    library ??= import("openai");
    const { OpenAI: Client, APIError } = await library;
    let answer: HttpAnswer | null = null;
    const client: OpenAI = new Client({
      ...{ baseURL: url, apiKey: key === "" ? "none" : key, maxRetries: 0, timeout: timeoutMs, logLevel: "off" },
      ...{ organization: null, project: null, webhookSecret: null },
      fetch: transport(http, timeoutMs, signal, (one) => {
        answer = one;
      }),
    });
    const ask = () =>
      client.chat.completions.create({
        ...{ model: name, messages: [...messages], max_completion_tokens: REPLY_TOKENS_MAX, stream: false },
        response_format: knowsShapes
          ? {
              type: "json_schema",
              json_schema: { name: shapeName, strict: true, schema: shape as Record<string, unknown> },
            }
          : { type: "json_object" },
      });
    const completion = await ask().catch((error: unknown) => {
      if (!(knowsShapes && error instanceof APIError && refusesShape(error))) throw error;
      knowsShapes = false;
      return ask();
    });
    if (answer === null) throw modelError("failed", "the client answered without having asked");
    return { answer, completion };
  };
}

/** Names what went wrong, and lets the breaker know. */
function fail(breaker: Breaker, error: unknown, isLate: boolean): ModelError {
  const { status, headers, cause } = error as { status?: number; headers?: Headers; cause?: unknown };
  const wait = Number(headers?.get("retry-after") ?? Number.NaN) * 1_000;
  const restMs = Number.isFinite(wait) && wait > 0 ? wait : null;
  if (isLate || (isHttpError(cause) && cause.kind === "timeout")) {
    breaker.failed();
    return modelError("late", "the model did not answer in time");
  }
  if (status === 429) {
    breaker.failed(restMs ?? LIMITED_MS);
    return modelError("limited", "the model's server takes no more calls just now", restMs);
  }
  breaker.failed(status !== undefined && MISTAKEN.has(status) ? MISTAKEN_MS : restMs);
  const what = status === undefined ? "could not be reached" : `answered ${status}`;
  return modelError(status !== undefined && MISTAKEN.has(status) ? "refused" : "failed", `the model's server ${what}`);
}

export function openModel(options: Options): Model {
  const { name, prices, clock, budget, breaker } = options;
  const exchange = openExchange(options);
  return {
    name,
    async generate(reply, messages, given) {
      if (!breaker.mayAsk()) throw modelError("rest", "the model failed before and is left alone for a while");
      const prompt = JSON.stringify(messages);
      const most = costOf(prices, Buffer.byteLength(prompt) / BYTES_A_TOKEN, REPLY_TOKENS_MAX);
      const taken = await budget.take(most, given.isFree === true).catch(() => {
        throw modelError("budget", "what the model cost today is not known");
      });
      if (taken === null) throw modelError("budget", "the model's budget of the day is used up");
      const requestedAt = clock.now();
      const late = AbortSignal.timeout(given.timeoutMs);
      const signal = AbortSignal.any([given.signal, late]);
      let spent = most;
      try {
        const { answer, completion } = await exchange(reply, messages, { ...given, signal });
        const { usage } = completion;
        const used = usage ? costOf(prices, usage.prompt_tokens, usage.completion_tokens) : most;
        // A server that does not know what it used gives nothing of the day's budget back.
        if (Number.isSafeInteger(used) && used >= 0) spent = used;
        breaker.succeeded();
        const { sha256: rawSha256, bytes, status, respondedAt } = answer;
        const promptSha256 = digestOf(Buffer.from(prompt));
        return {
          reply: { model: name, promptSha256, rawSha256, bytes, status, requestedAt, respondedAt },
          ...readReply(reply, completion.choices?.[0]),
        };
      } catch (error) {
        given.signal.throwIfAborted();
        const silence = fail(breaker, error, late.aborted);
        // What was refused cost nothing; what was late may have.
        if (silence.silence !== "late") spent = 0;
        throw silence;
      } finally {
        await budget.correct(taken, spent).catch(() => undefined);
      }
    },
  };
}
