// What is compiled: shapes by the rules for shapes, which a running service takes for granted, and the same guards.
import t from "tap";
import { ROUTES } from "../../api/route/index.ts";
import { compile, isShape } from "../../schema/check.ts";
import { Settings } from "../../schema/env.ts";
import { ISSUED } from "../../schema/issued/index.ts";
import { JOBS } from "../../schema/job.ts";
import { MARKET_SECTIONS } from "../../schema/market/index.ts";
import { EVENT_DATA, HistoryEvent } from "../../schema/object/history.ts";
import { SECTIONS } from "../../schema/section/index.ts";

const under = (prefix: string, shapes: object): [string, object][] =>
  Object.entries(shapes).map(([name, shape]) => [`${prefix} ${name}`, shape as object]);

t.test("every shape of the registries is one by the rules of JSON Schema", (t) => {
  const shapes = [
    ...ROUTES.flatMap(({ contract: { id, params, query, body, output } }) =>
      under(id, { params, query, output, ...(body === undefined ? {} : { body }) }),
    ),
    ...Object.entries(JOBS).map(([name, { payload }]): [string, object] => [name, payload]),
    ...Object.entries(ISSUED).map(([kind, { shape }]): [string, object] => [kind, shape]),
    ...under("state", SECTIONS),
    ...under("market", MARKET_SECTIONS),
    ...under("event", { ...EVENT_DATA, HistoryEvent }),
    ...under("settings", { Settings }),
  ];
  t.same(
    shapes.filter(([, shape]) => !isShape(shape)).map(([name]) => name),
    [],
  );
  for (const wrong of [{ type: "strng" }, { type: "object", required: "a" }, { type: "number", minimum: "1" }]) {
    t.notOk(isShape(wrong), JSON.stringify(wrong));
  }
  t.end();
});

t.test("a word that is none is refused as it is compiled, and all faults of a value are told", (t) => {
  const wrong = compile({ type: "object", requird: ["a"] } as never);
  t.throws(() => wrong({}), /unknown keyword: "requird"/);
  const check = compile(JOBS["gap.fill"].payload);
  t.notOk(check({ from: "x" }));
  t.ok(check.errors().length >= 3, check.describe());
  t.end();
});
