// What a model's reply is read as, whatever stands around it, and how long that may take.
import t from "tap";
import { Type } from "typebox";
import { readReply } from "../../../jobs/model/reply.ts";
import { compile } from "../../../schema/check.ts";

const check = compile(Type.Object({ n: Type.Number() }, { additionalProperties: false }));
const read = (content: string) => readReply({ check }, { finish_reason: "stop", message: { content } });

t.test("thoughts and blocks of code around an answer are left aside", async (t) => {
  for (const content of [
    '{"n":1}',
    '```json\n{"n":1}\n```',
    ' ```\n{"n":1}```\n',
    '```json \r\n\r\n{"n":1}\r\n```  ',
    '<think>\n{"n":2}</think>\n```json\n{"n":1}\n```',
  ])
    t.match(read(content), { value: { n: 1 } }, JSON.stringify(content));
  for (const content of ["```", "```\n```", "``````", '```js\n{"n":1}\n```', '{"n":1}\n```', '```json {"n":1}```'])
    t.match(read(content), { fault: "it is no JSON" }, JSON.stringify(content));
});

t.test("a server that sends nothing but line ends does not hold the worker up", async (t) => {
  const began = performance.now();
  for (const blank of ["\n", " \n", "\r\n", "``` ", "<think>"])
    t.match(read("```".padEnd(200_000, blank)), { fault: /no JSON/ }, JSON.stringify(blank));
  const tookMs = performance.now() - began;
  t.ok(tookMs < 5_000, `${tookMs.toFixed(0)} ms of 5,000`);
});
