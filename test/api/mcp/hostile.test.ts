// Hostile input by MCP: texts that want to be obeyed, and messages of any form, are answered as data or refused, and are
// never an error of ours.
import fc from "fast-check";
import t from "tap";
import { withMcp } from "../../../api/mcp/endpoint.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { HOSTILE } from "../../injection/corpus.ts";
import { startTestApi } from "../../support/api/api.ts";
import { assertAsyncProperty } from "../../support/property.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const api = await startTestApi(t, AT, frames(AT));
const app = withMcp(api.app, api.deps, ROUTES);
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/u;
const HEADERS = {
  host: "localhost",
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "mcp-protocol-version": "2025-11-25",
};

async function post(body: unknown) {
  const bytes = Buffer.from(JSON.stringify(body));
  const answer = await app.handle({ method: "POST", path: "/mcp", query: "", headers: HEADERS, body: bytes });
  const text = answer.body?.toString("utf8") ?? "";
  return { status: answer.status, text };
}
/** Every text of a value. */
const textsOf = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];
type Result = { readonly isError?: boolean; readonly structuredContent: { readonly code?: string } };

/** Calls with the text in every argument that takes one. */
const callsWith = (text: string) => [
  { name: "get_token_state", arguments: { token: text } },
  { name: "find_tokens", arguments: { q: text } },
  { name: "inspect_address", arguments: { chain: text, address: text } },
  { name: "ask_about_token", arguments: { token: text, question: text } },
  { name: "verify_object", arguments: { id: text } },
  { name: "watch_tokens", arguments: { tokens: [text], webhook_url: text } },
  { name: "stop_watch", arguments: { id: text, monitor_secret: text } },
  { name: "run_agent", arguments: { id: text, input: { token: text } } },
  { name: text, arguments: {} },
];

t.test(
  "texts that want to be obeyed are arguments like any other, and echoed without what cannot be seen",
  async (t) => {
    const through: string[] = [];
    for (const [at, text] of HOSTILE.entries()) {
      const calls = callsWith(text);
      // One of them for each text: every kind of text meets every argument.
      for (const params of calls.filter((_, call) => (call - at) % calls.length === 0)) {
        const { status, text: told } = await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
        const { result, error } = JSON.parse(told) as { result?: Result; error?: unknown };
        const isOurs = status >= 500 || result?.structuredContent.code === "internal_error";
        const echoed = result?.isError === true ? result.structuredContent : error;
        const isEchoed = textsOf(echoed).some((one) => INVISIBLE.test(one));
        if (isOurs || isEchoed) through.push(`${params.name}: ${JSON.stringify(text)} ${status} ${told.slice(0, 200)}`);
      }
    }
    t.same(through, []);
  },
);

const NAMES = ["tools/call", "tools/list", "resources/read", "prompts/get", "initialize", "ping", "x", "__proto__"];
const anything = fc.jsonValue({ maxDepth: 3 });
const messages = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant("2.0"), anything),
    id: fc.oneof(fc.integer(), fc.string(), anything),
    method: fc.oneof(fc.constantFrom(...NAMES), anything),
    params: fc.oneof(
      anything,
      fc.record({
        name: fc.oneof(fc.constantFrom("find_tokens", "get_token_state", "evaluate_token"), anything),
        uri: anything,
        arguments: fc.oneof(anything, fc.record({ token: anything, limit: anything, detail: anything })),
        _meta: fc.oneof(anything, fc.record({ progressToken: anything, "x402/payment": anything })),
      }),
    ),
  },
  { requiredKeys: [] },
);

t.test("a message of any form has an answer that is no error of ours", async (t) => {
  const property = fc.asyncProperty(messages, async (message) => {
    const { status, text } = await post(message);
    const isOurs = status >= 500 || text.includes('"internal_error"');
    return !isOurs && (text === "" || JSON.parse(text) !== null);
  });
  await t.resolves(assertAsyncProperty(property, { numRuns: 300 }));
});
