// The tools as they are listed: short, whole, honest about what they do, and no other way than the calls behind them.
import t from "tap";
import { resultOf } from "../../../api/mcp/call-tool.ts";
import { ROOM } from "../../../api/mcp/fit.ts";
import { PROMPTS } from "../../../api/mcp/prompt.ts";
import { RESOURCES, readResource } from "../../../api/mcp/resource.ts";
import { toolsOf } from "../../../api/mcp/tool.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { compile, isShape } from "../../../schema/check.ts";
import { PRICES } from "../../../schema/tier.ts";

const TOOLS = toolsOf(ROUTES);
const LISTED = TOOLS.map(({ listed }) => listed);
/** Calls that no tool is for: they are about payments and logs, or the past that programs are tested against; tools are few. */
const WITHOUT = ["getPayment", "getConsistency", "getPastState", "getPastMarket", "getReplay"];

t.test("the list is at most 20 kB, the same each time, and names are as the field writes them", async (t) => {
  const bytes = Buffer.byteLength(JSON.stringify({ tools: LISTED }));
  t.ok(bytes <= 20_000, `${bytes} bytes`);
  t.same(
    toolsOf(ROUTES).map(({ listed }) => listed),
    LISTED,
  );
  t.equal(new Set(LISTED.map(({ name }) => name)).size, LISTED.length);
  for (const { name, title } of LISTED) {
    t.match(name, /^[a-z]+(_[a-z]+){1,3}$/);
    t.ok(title.length > 5 && title.length <= 40, title);
  }
});

t.test("every call has a tool, and the paid ones say their price", async (t) => {
  const covered = TOOLS.flatMap(({ routes }) => routes.map(({ contract }) => contract.id));
  t.same(
    ROUTES.map(({ contract }) => contract.id).filter((id) => !covered.includes(id) && !WITHOUT.includes(id)),
    [],
  );
  for (const { row, listed, routes } of TOOLS) {
    for (const { contract } of routes) {
      const price = PRICES.tiers[contract.tier];
      t.match(listed.description, price === 0 ? /\bFree\b/ : `${price} ${PRICES.unit}`, `${row.name} ${contract.id}`);
    }
  }
});

t.test("descriptions are at most 350 characters, say when not, and name tools that exist", async (t) => {
  const names = new Set(LISTED.map(({ name }) => name));
  for (const { row, listed } of TOOLS) {
    const { name, description } = listed;
    t.ok(description.length <= 350, `${name}: ${description.length}`);
    if (row.isMeasured !== false) t.match(description, /"unassessed"/, `${name} says what was not measured`);
    for (const [named] of description.matchAll(
      /\b(get|find|ask|evaluate|inspect|verify|watch|stop|list|run|investigate)_[a-z_]+/g,
    )) {
      t.ok(names.has(named), `${name} names ${named}`);
    }
  }
});

t.test("all four hints are written, shapes are closed, and every parameter is described", async (t) => {
  for (const { name, annotations, inputSchema, outputSchema } of LISTED) {
    t.same(Object.keys(annotations).sort(), ["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"]);
    t.ok(isShape(inputSchema) && isShape(outputSchema), `${name} has shapes`);
    t.equal(inputSchema.additionalProperties, false);
    for (const [member, shape] of Object.entries(inputSchema.properties)) {
      t.ok(String(shape.description ?? "").length > 2, `${name}.${member} is described`);
    }
    for (const member of inputSchema.required ?? [])
      t.ok(member in inputSchema.properties, `${name} requires ${member}`);
  }
});

t.test("what a call takes its tool takes too, and its example is an input", async (t) => {
  for (const { row, routes, isInput } of TOOLS) {
    for (const { contract } of routes) {
      const { params, query, body } = contract.example as Record<string, object>;
      const secret = contract.monitorSecret === "required" ? { monitor_secret: "whsec_x" } : {};
      const { bodyIn, choice } = row;
      const chosen = choice === undefined ? {} : { [choice.name]: choice.of(contract) };
      const sent = bodyIn === undefined ? body : { [bodyIn.name]: body };
      const input = { ...params, ...query, ...sent, ...secret, ...chosen };
      t.ok(isInput(input), `${row.name}: ${isInput.describe()}`);
      t.notOk(isInput({ ...input, nobody: 1 }));
    }
  }
});

t.test("the example of every call has room as a result, and is of the shape that is told", async (t) => {
  for (const tool of TOOLS) {
    const isOutput = compile(tool.listed.outputSchema as Parameters<typeof compile>[0]);
    for (const { contract } of tool.routes) {
      const body = Buffer.from(JSON.stringify(contract.example.answer));
      const data = (contract.example.answer as { data: object }).data;
      for (const kept of tool.row.keeps ?? []) {
        const isKnown = TOOLS.some(() => kept in data) || JSON.stringify(contract.output).includes(`"${kept}"`);
        t.ok(isKnown, `${tool.row.name} keeps ${kept}, which ${contract.id} has`);
      }
      for (const detail of ["concise", "full"] as const) {
        const answer = { status: 200, headers: [], body, bodyBytes: body.length };
        const { structuredContent, content } = resultOf(tool, { token: "BTC" }, answer, detail);
        t.ok(isOutput(structuredContent), `${contract.id}: ${isOutput.describe()}`);
        t.same(JSON.parse(content[0]?.text ?? ""), structuredContent);
        t.ok(Buffer.byteLength(content[0]?.text ?? "") <= ROOM[detail], `${contract.id} ${detail}`);
      }
    }
  }
});

t.test("prompts name tools that exist, and every resource can be read", async (t) => {
  const names = new Set(LISTED.map(({ name }) => name));
  for (const { listed, tools, text } of PROMPTS) {
    const given = Object.fromEntries(listed.arguments.map(({ name }) => [name, `<${name}>`]));
    for (const tool of tools) t.ok(names.has(tool) && text(given).includes(tool), `${listed.name}: ${tool}`);
    for (const name of Object.keys(given)) t.match(text(given), `<${name}>`);
  }
  t.equal(PROMPTS.length, 3);
  for (const { listed } of RESOURCES) {
    const text = readResource(listed.uri)?.text ?? "";
    t.ok(text.length > 100, listed.uri);
    for (const [link, to = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      t.ok(/^https?:|^#/.test(to) || readResource(to) !== null, `${listed.uri}: ${link}`);
    }
  }
  t.match(readResource("assay://dictionary/analyst.token_hour")?.text, /^### analyst.token_hour/);
  t.equal(readResource("assay://dictionary/../../package"), null);
  t.equal(readResource("assay://docs/../../package.json"), null);
});
