// Reads of the store while a caller waits: more than a few of a kind are refused at once, and what fails frees its place.
import t from "tap";
import type { Deps } from "../../api/deps.ts";
import { openStoreReads } from "../../api/store-read.ts";
import { fault } from "../../schema/fault.ts";

const words = { busy: "Too many.", away: "The store is away.", logged: "not read" };

t.test("of reads of one kind only a few run; the next is refused and a free place taken again", async (t) => {
  const deps = { log: { warn: () => undefined } } as unknown as Deps;
  const ask = openStoreReads(2, words);
  let done = (_: string): void => undefined;
  const slow = new Promise<string>((resolve) => {
    done = resolve;
  });
  const running = [ask(deps, () => slow), ask(deps, () => slow)];
  await t.rejects(
    ask(deps, () => slow),
    { code: "overloaded", message: "Too many." },
  );
  t.equal(await openStoreReads(1, words)(deps, async () => "other"), "other", "another kind has its own places");
  done("rows");
  t.same(await Promise.all(running), ["rows", "rows"]);
  t.equal(await ask(deps, async () => "again"), "again");
});

t.test("a store that fails is told as away and logged; a fault of the request stays what it is", async (t) => {
  const logged: string[] = [];
  const deps = { log: { warn: (_: object, text: string) => logged.push(text) } } as unknown as Deps;
  const ask = openStoreReads(1, words);
  const broken = () => Promise.reject(new Error("connection reset"));
  await t.rejects(ask(deps, broken), { code: "upstream_unavailable", message: "The store is away." });
  await t.rejects(
    ask(deps, () => Promise.reject(fault("invalid_request", "No such cursor."))),
    { code: "invalid_request" },
  );
  t.same(logged, ["not read"]);
  t.equal(await ask(deps, async () => "rows"), "rows", "failures gave their places back");
});
