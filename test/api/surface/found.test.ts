// What machines find of the service in different places is one thing: whatever one of them names exists, and costs and
// says the same in all of them.
import t from "tap";
import { Type } from "typebox";
import { accessOf } from "../../../api/gate/access-of.ts";
import { withMcp } from "../../../api/mcp/endpoint.ts";
import { toolsOf } from "../../../api/mcp/tool.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { describeApi } from "../../../api/surface/openapi.ts";
import { serverJson } from "../../../api/surface/server-json.ts";
import { AGENTS } from "../../../schema/agent/index.ts";
import { compile } from "../../../schema/check.ts";
import { VERDICTS } from "../../../schema/evaluation/rule.ts";
import { makeTerms, type Seller } from "../../../schema/pay/offer.ts";
import { decodeBase64 } from "../../../schema/pay/x402.ts";
import { PRICES } from "../../../schema/tier.ts";
import { get, startTestApi } from "../../support/api/api.ts";
import { frames } from "../../support/rows/frames.ts";
import { readText } from "../../support/tree.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const HEADER_BYTES_MAX = 2_500;
const api = await startTestApi(t, AT, frames(AT));
const app = withMcp(api.app, api.deps, ROUTES);
const textOf = async (path: string) => (await app.handle(get(path))).body?.toString("utf8") ?? "";
const TOOLS = toolsOf(ROUTES);

type Operation = {
  readonly operationId: string;
  readonly "x-tier": keyof typeof PRICES.tiers;
  readonly "x-price": { readonly amount: number; readonly unit: string };
};
const { paths } = describeApi(api.deps) as unknown as { paths: Record<string, Record<string, Operation>> };
const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
);

/**
 * What https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json (of the repository
 * modelcontextprotocol/registry) asks of a server that is only reached by its address, read member by member on 2026-11-27 in
 * internal/validators/schemas/2025-12-11.json of commit e361b5ff; whatever else a document may say is refused, so that nothing
 * is misspelt, and whatever passes here passes there.
 */
const closed = { additionalProperties: false };
const Header = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    isRequired: Type.Boolean(),
    isSecret: Type.Boolean(),
  },
  closed,
);
const Remote = Type.Object(
  {
    type: Type.Literal("streamable-http"),
    url: Type.String({ pattern: "^https?://[^\\s]+$" }),
    headers: Type.Array(Header),
  },
  closed,
);
const isServerJson = compile(
  Type.Object(
    {
      $schema: Type.Literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
      name: Type.String({ pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", minLength: 3, maxLength: 200 }),
      title: Type.String({ minLength: 1, maxLength: 100 }),
      description: Type.String({ minLength: 1, maxLength: 100 }),
      version: Type.String({ maxLength: 255 }),
      websiteUrl: Type.String({ format: "uri" }),
      remotes: Type.Array(Remote, { minItems: 1 }),
    },
    closed,
  ),
);

t.test("server.json is one, and names this server, its release and the address that answers", async (t) => {
  const told = JSON.parse(await textOf("/server.json")) as Record<string, unknown> & { remotes: { url: string }[] };
  t.ok(isServerJson(told), isServerJson.describe());
  for (const PUBLIC_URL of ["https://assay.example", "http://192.0.2.1:8080", "https://data.assay.example/"]) {
    t.ok(isServerJson(JSON.parse(serverJson({ env: { ...api.deps.env, PUBLIC_URL } }))), PUBLIC_URL);
  }
  t.equal(told.version, (JSON.parse(readText("package.json")) as { version: string }).version);
  const [remote] = told.remotes;
  const { pathname } = new URL(remote?.url ?? "");
  const headers = { host: "localhost", "content-type": "application/json" };
  const answer = await app.handle({ method: "POST", path: pathname, query: "", headers, body: Buffer.from("{}") });
  t.equal(answer.status, 400, "it is there, and says what it was not sent");
  t.equal((await app.handle(get("/.well-known/agent-card.json"))).status, 404, "A2A is not spoken, so no card says so");
});

t.test("every operation costs in OpenAPI, in llms.txt and in its terms what its tier costs", async (t) => {
  const guide = await textOf("/llms.txt");
  const seller: Seller = {
    ...{ origin: "https://assay.example", network: "cardano:preprod", payTo: "addr_test1x", confirmations: 0 },
    isSandbox: true,
  };
  for (const route of ROUTES) {
    const { id, method, path, tier, summary, body } = route.contract;
    const operation = OPERATIONS.find(({ operationId }) => operationId === id);
    t.match(operation, { method, path, "x-tier": tier, "x-price": { amount: PRICES.tiers[tier], unit: PRICES.unit } });
    const line = guide.split("\n").find((one) => one.startsWith(`- [${method} ${path}]`)) ?? "";
    t.match(line, `(${id}; ${tier}: `);
    if (tier === "free") continue;
    t.match(line, `${PRICES.tiers[tier]} ${PRICES.unit}`);
    const { example } = accessOf(route, {});
    const { header } = makeTerms(seller, { method, path, query: "", tier, description: summary, example });
    t.ok(header.length < HEADER_BYTES_MAX, `${id}: ${header.length} bytes`);
    const terms = JSON.parse(decodeBase64(header)?.toString() ?? "");
    t.equal(Number(terms.accepts[0].amount), PRICES.tiers[tier] * PRICES.lovelace_per_unit);
    const { input } = terms.extensions.bazaar.info as { input: { method: string; body?: unknown } };
    t.equal(input.method, method);
    if (body !== undefined) t.ok(compile(body)(input.body), `${id}: the body that a directory shows is one`);
  }
  t.equal(OPERATIONS.length, ROUTES.length);
  t.match(guide, "/mcp");
});

t.test("every agent costs, answers and is called as its card says", async (t) => {
  const listed = (JSON.parse(await textOf("/v1/agents")) as { data: { agents: Card[] } }).data.agents;
  t.same(
    listed.map(({ id }) => id),
    Object.keys(AGENTS),
  );
  for (const { id, price, endpoint, mcp, uses, verdicts } of listed) {
    const operation = OPERATIONS.find(({ path }) => endpoint.endsWith(path));
    t.equal(operation?.["x-price"].amount, price.amount, id);
    const tool = TOOLS.find(({ row }) => row.name === mcp.tool);
    t.ok(tool?.isInput(mcp.arguments), `${id}: ${tool?.isInput.describe()}`);
    t.equal(tool?.routeOf(mcp.arguments).contract.id, operation?.operationId);
    for (const used of uses)
      t.ok(
        OPERATIONS.some(({ operationId }) => operationId === used),
        `${id} uses ${used}`,
      );
    const route = ROUTES.find(({ contract }) => contract.id === operation?.operationId);
    const words = JSON.stringify(route?.contract.output);
    for (const { value } of verdicts) t.ok(words.includes(`"${value}"`), `${id} may come to ${value}`);
  }
});
type Card = {
  readonly id: string;
  readonly price: { readonly amount: number };
  readonly endpoint: string;
  readonly mcp: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
  readonly uses: readonly string[];
  readonly verdicts: readonly { readonly value: string }[];
};

t.test("verdicts have the same words wherever they are told", async (t) => {
  const [guide, rules] = [await textOf("/llms.txt"), await textOf("/rules/eval-2")];
  const { listed } = TOOLS.find(({ row }) => row.name === "evaluate_token") ?? TOOLS[0] ?? { listed: null };
  for (const verdict of VERDICTS) {
    for (const told of [guide, rules, listed?.description ?? ""]) t.match(told, verdict);
  }
  for (const { listed } of TOOLS) {
    for (const [named] of listed.description.matchAll(/\b\d+ tADA/g)) {
      t.ok(
        Object.values(PRICES.tiers).some((price) => named === `${price} ${PRICES.unit}`),
        `${listed.name}: ${named}`,
      );
    }
  }
});
