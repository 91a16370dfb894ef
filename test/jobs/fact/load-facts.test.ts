// Facts are read by many queries side by side: where the store is away the read fails, and nothing else does.
import { setImmediate } from "node:timers/promises";
import t from "tap";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { BASE } from "../../support/base.ts";

t.test("a store that goes away fails the read, whichever query hears of it last", async (t) => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => void unheard.push(reason);
  process.on("unhandledRejection", hear);
  t.teardown(() => process.off("unhandledRejection", hear));
  const names = new Set<string>();
  const read = async (last: string | null) => {
    let failLast: (error: Error) => void = () => undefined;
    const query = ({ name }: { readonly name: string }) => {
      names.add(name);
      const late = new Promise<never>((_, reject) => {
        failLast = name === last ? reject : failLast;
      });
      return name === last ? late : Promise.reject(new Error("away"));
    };
    const request = { asOf: BASE, tokens: ["bitcoin"], market: "sandbox" } as const;
    await t.rejects(loadFacts({ query } as unknown as Store, request), { message: "away" });
    failLast(new Error(`away, ${last}`));
    await setImmediate();
  };
  await read(null);
  for (const name of [...names]) await read(name);
  t.ok(names.size > 20, `${names.size} queries`);
  t.same(unheard, []);
});
