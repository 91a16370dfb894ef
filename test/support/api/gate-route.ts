// Endpoints for tests of the gate: a read, a free one, a POST with a body, and slow ones.
import { Type } from "typebox";
import { type Route, route } from "../../../api/contract.ts";
import { fault } from "../../../schema/fault.ts";

const none = Type.Object({}, { additionalProperties: false });
const answer = Type.Object({ value: Type.Number() }, { title: "test" });

export const readTest: Route = route({
  id: "readTest",
  method: "GET",
  path: "/v1/test/{id}",
  tag: "Understand",
  tier: "data",
  summary: "Read a test",
  description: "Read a test.",
  params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  query: none,
  output: answer,
  faults: ["token_not_found"],
  maxAgeS: 2,
  example: { params: { id: "a" }, query: {}, answer: { value: 1 } },
}).handle(({ params }) => {
  if (params.id === "broken") throw new Error("it broke in a way that nobody foresaw");
  if (params.id === "none") throw fault("token_not_found", "There is none.");
  return { body: { value: params.id.length }, asOf: 1_700_000_000_000, from: [] };
});

/** A read that costs nothing. */
const freeTest: Route = route({
  id: "freeTest",
  method: "GET",
  path: "/v1/free",
  tag: "Discover",
  tier: "free",
  summary: "Read a free test",
  description: "Read a free test.",
  params: none,
  query: none,
  output: answer,
  faults: [],
  maxAgeS: 2,
  example: { params: {}, query: {}, answer: { value: 1 } },
}).handle(() => ({ body: { value: 1 }, asOf: 1_700_000_000_000, from: [] }));

/** How often the POST did its work, by what it was sent. */
const worked = new Map<string, number>();

const postTest: Route = route({
  id: "postTest",
  method: "POST",
  path: "/v1/test",
  tag: "Understand",
  tier: "premium",
  summary: "Post a test",
  description: "Post a test.",
  params: none,
  query: none,
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 50 }),
      size: Type.Number({ minimum: 1, maximum: 10 }),
      side: Type.Enum(["buy", "sell"]),
      waitMs: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
  output: answer,
  faults: ["investigation_failed", "token_not_found"],
  slow: true,
  maxAgeS: 0,
  example: { params: {}, query: {}, body: { name: "a", size: 1, side: "buy" }, answer: { value: 1 } },
}).handle(async ({ body }) => {
  worked.set(body.name, (worked.get(body.name) ?? 0) + 1);
  if (body.waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, body.waitMs));
  if (body.name === "lost") throw fault("token_not_found", "There is none.");
  if (body.name === "broken") throw fault("investigation_failed", "It broke.");
  return { body: { value: worked.get(body.name) ?? 0 }, asOf: 1_700_000_000_000, from: null };
});

export const TEST_ROUTES: readonly Route[] = [readTest, freeTest, postTest];
