// /openapi.json: accepted by two independent judges, with examples that are what they illustrate.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import spectralCore from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { Ajv2020 } from "ajv/dist/2020.js";
import t from "tap";
import type { TObject } from "typebox";
import { answerExample } from "../../../api/route/example/answer.ts";
import { briefExample } from "../../../api/route/example/brief.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { openRouter } from "../../../api/router.ts";
import { PAGE_FAMILIES, PAGES } from "../../../api/surface/index.ts";
import { describeApi } from "../../../api/surface/openapi.ts";
import { compile } from "../../../schema/check.ts";
import { EVIDENCE_KINDS } from "../../../schema/evidence/index.ts";
import { FAULTS } from "../../../schema/fault.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { PRICES } from "../../../schema/tier.ts";

type Operation = {
  operationId: string;
  requestBody?: { content: { "application/json": { schema: object } } };
  parameters: { name: string; example?: unknown; schema: object }[];
  responses: Record<string, { content?: Record<string, { example: { code: string } }> }>;
  "x-price": { amount: number };
};
type Shape = {
  $ref?: string;
  const?: unknown;
  properties?: Record<string, Shape>;
  oneOf?: { $ref: string }[];
  discriminator?: { mapping: object };
};
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

const description = describeApi({ env: parseEnv({}) }) as unknown as Description;
const nameIn = (ref: unknown) => String(ref).slice("#/components/schemas/".length);
const run = promisify(execFile);
const bin = (name: string) => new URL(`../../../node_modules/.bin/${name}`, import.meta.url).pathname;

t.test("every endpoint of the registry is described, under its own operation id and price", async (t) => {
  t.equal(Object.values(description.paths).flatMap(Object.keys).length, ROUTES.length);
  for (const { contract } of ROUTES) {
    const operation = description.paths[contract.path]?.[contract.method.toLowerCase()];
    t.equal(operation?.operationId, contract.id);
    t.equal(operation?.["x-price"].amount, PRICES.tiers[contract.tier]);
    const described = Object.keys(operation?.responses ?? {});
    t.ok(described.includes(String(contract.status ?? 200)));
    for (const code of contract.faults) t.ok(described.includes(String(FAULTS[code].status)), code);
  }
});

for (const { contract } of ROUTES) {
  t.test(`the example of ${contract.id} fits its own shape, and so do its arguments`, async (t) => {
    const check = compile(contract.output);
    t.ok(check(contract.example.answer), check.describe());
    const query = compile(contract.query as TObject);
    t.ok(query(contract.example.query), query.describe());
    const body = contract.body && compile(contract.body);
    if (body) t.ok(body(contract.example.body), body.describe());
    const path = contract.path.replace(/{(\w+)}/g, (_, name: string) =>
      String((contract.example.params as Record<string, string>)[name]),
    );
    t.equal(openRouter(ROUTES, PAGES, PAGE_FAMILIES)(path)?.kind, "route");
  });
}

t.test("shapes that answers share stand once, and every reference leads somewhere", async (t) => {
  const text = JSON.stringify(description);
  const names = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? ""));
  for (const name of names) t.ok(description.components.schemas[name], name);
  for (const name of ["Source", "Problem", "SectionMarket", "MarketOverview", "SeriesPrice"])
    t.ok(names.has(name), name);
});

t.test("evidence is told apart by kind, each kind with the form of its data; the examples are of them", async (t) => {
  const { schemas } = description.components as unknown as { schemas: Record<string, Shape> };
  const kinds = (schemas.EvidenceItem?.oneOf ?? []).map(({ $ref }) => schemas[nameIn($ref)]?.properties?.kind?.const);
  t.same(kinds, EVIDENCE_KINDS);
  t.same(Object.keys(schemas.EvidenceItem?.discriminator?.mapping ?? {}), EVIDENCE_KINDS);
  const { properties } = schemas[nameIn(schemas.EvidencePrice?.properties?.data?.$ref)] ?? {};
  t.match(properties?.price, { "x-unit": "USD", description: String });
  const published = new Ajv2020({ strict: false, formats: { "date-time": true } });
  published.addSchema(description, "published");
  const items = [answerExample, briefExample].flatMap(({ data }) => data.evidence as object[]);
  t.ok(items.length > 1);
  const isItem = published.compile({ $ref: "published#/components/schemas/EvidenceItem" });
  for (const item of items) t.ok(isItem(item), `${JSON.stringify(item)}: ${published.errorsText(isItem.errors)}`);
  t.notOk(isItem({ ...items[0], data: { anything: 1 } }));
});

t.test("what is asked of a token is a question or a claim, with its lengths, never neither or both", async (t) => {
  const { requestBody } = description.paths["/v1/ask"]?.post ?? {};
  const isBody = new Ajv2020({ strict: false }).compile(requestBody?.content["application/json"].schema ?? {});
  const judged = (asked: object) => isBody({ token: "BTC", ...asked });
  t.ok(judged({ question: "why" }));
  t.ok(judged({ claim: "x".repeat(500) }));
  for (const wrong of [{}, { question: "why", claim: "why" }, { claim: "x".repeat(501) }, { question: "ab" }])
    t.notOk(judged(wrong), JSON.stringify(wrong));
});

t.test("Redocly (recommended) and Spectral (oas) find no error and nothing to warn about", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "assay-openapi-"));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const file = join(dir, "openapi.json");
  await writeFile(file, JSON.stringify(description, null, 2));
  await writeFile(join(dir, "redocly.yaml"), "extends:\n  - recommended\n");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const options = { cwd: dir, env, timeout: 60_000 };
  const redocly = await run(bin("redocly"), ["lint", "--format=json", "--config=redocly.yaml", file], options).catch(
    (error) => error as { stdout: string },
  );
  const { totals, problems } = JSON.parse(redocly.stdout.slice(redocly.stdout.indexOf("{"))) as {
    totals: { errors: number; warnings: number };
    problems: { message: string }[];
  };
  t.match(totals, { errors: 0, warnings: 0 }, problems.map(({ message }) => message).join("; "));
  // By itself it starts as a tool that bundles rule sets first, which takes longer than judging.
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[{ extends: [], ...rulesets.oas }, "recommended"]], rules: {} });
  const found = await spectral.run(JSON.stringify(description, null, 2));
  t.same(
    found.map(({ code, path, message }) => `${code} ${path.join("/")} ${message}`),
    [],
  );
});
