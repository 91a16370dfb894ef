// What statements list by name, because no view tells it, is what the registries of the service list.
import t from "tap";
import { sourceInfos } from "../../jobs/source-info.ts";
import { readStatements } from "../../schema/io/statement.ts";
import { SIGNAL_KINDS, SIGNALS } from "../../schema/signal/index.ts";
import { CHAIN_IDS } from "../../schema/token/chain.ts";
import { CONTRACT_FLAG_IDS, CONTRACT_FLAGS } from "../../schema/token/contract-flag.ts";

const statements = readStatements();

/** The list that stands in a statement as `name`. */
function listed(section: string, name: string): unknown {
  const [, text = ""] = new RegExp(`^ *\\[(.*)\\] AS ${name},$`, "m").exec(statements.get(section)?.sql ?? "") ?? [];
  return JSON.parse(`[${text.replaceAll("'", '"')}]`);
}

t.test("venues of spot markets are those of the sources that read them", (t) => {
  const spot = sourceInfos().filter(
    ({ market, dataset }) => market === "spot" && (dataset === "candle" || dataset === "ticker"),
  );
  t.same(listed("venues", "with_spot"), [...new Set(spot.map(({ venue }) => venue))].sort());
  t.end();
});

t.test("kinds of signals with unit and window are those of the rules", (t) => {
  const kinds = SIGNAL_KINDS.toSorted();
  t.same(listed("events", "kinds"), kinds);
  t.same(
    listed("events", "units"),
    kinds.map((kind) => SIGNALS[kind].unit),
  );
  t.same(
    listed("events", "windows"),
    kinds.map((kind) => SIGNALS[kind].window),
  );
  t.end();
});

t.test("flags of contracts with their gravity are those of the scanners", (t) => {
  t.same(listed("security", "codes"), CONTRACT_FLAG_IDS);
  for (const section of ["security", "signal"]) {
    const severities = CONTRACT_FLAG_IDS.map((id) => CONTRACT_FLAGS[id].severity);
    t.same(listed(section, "severities"), severities, section);
    const fromSource = CONTRACT_FLAG_IDS.map((id) => Number(CONTRACT_FLAGS[id].fromSource));
    t.same(listed(section, "from_source"), fromSource, section);
    const [, read = ""] = /\[(open_source, [a-z_, ]+)\] AS flags/.exec(statements.get(section)?.sql ?? "") ?? [];
    t.same(read.split(", "), CONTRACT_FLAG_IDS, `${section} reads them in their order`);
  }
  t.end();
});

t.test("chains whose blocks are read are named in every statement that asks which they are", (t) => {
  const named = [...statements.values()].flatMap(({ sql }) => [
    ...sql.matchAll(/arrayIntersect\(arrayConcat\(\[native\], mapKeys\(contracts\)\), (\[[^\]]*\])\)/g),
  ]);
  t.ok(named.length > 0);
  for (const [, list = ""] of named) t.same(JSON.parse(list.replaceAll("'", '"')).toSorted(), CHAIN_IDS.toSorted());
  t.end();
});
