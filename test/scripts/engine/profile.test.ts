// Where the engine's processor time goes: names, and a report that adds up.
import { EventEmitter, once } from "node:events";
import t from "tap";
import { openProfile, statementName } from "../../../scripts/engine/profile.ts";

const named = (comment?: string) =>
  statementName({ settings: new Map(comment === undefined ? [] : [["log_comment", comment]]) });

t.test("a statement is called what its log comment says", async (t) => {
  t.equal(named('{"app":"assay","process":"jobs","query":"book-latest"}'), "book-latest");
  t.equal(named("my dashboard"), "my dashboard");
  t.equal(named('{"app":"other"}'), '{"app":"other"}');
  t.equal(named(), "(unnamed)");
});

t.test("the time of the process is split among the statements that ran", async (t) => {
  const reports = new EventEmitter();
  const profile = openProfile(0.1, (event) => reports.emit("report", event));
  // Its timer keeps no process alive.
  const awake = setInterval(() => undefined, 50);
  t.teardown(() => {
    clearInterval(awake);
    profile.stop();
  });
  const ended = profile.begin("busy");
  const until = performance.now() + 40;
  while (performance.now() < until);
  ended();
  const [report] = (await once(reports, "report")) as [
    { statements: { name: string; count: number; cpu_ms: number }[] },
  ];
  const busy = report.statements.find(({ name }) => name === "busy");
  t.equal(busy?.count, 1);
  t.ok((busy?.cpu_ms ?? 0) > 5, "what ran is what it cost");
});

t.test("not asked for, it does nothing", async (t) => {
  const profile = openProfile(0, () => t.fail("nothing is reported"));
  profile.begin("one")();
  profile.stop();
});
