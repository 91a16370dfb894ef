// Alert rules and boards as Prometheus reads them: each alert fires on what it watches for, names a part of the runbook, and
// asks for nothing that no process tells.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import t from "tap";
import { parse } from "yaml";
import { listFiles, ROOT, readText } from "../../support/tree.ts";

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
};
const FOLDER = "scripts/deploy/prometheus";
const { groups } = parse(readText(`${FOLDER}/alerts.yml`)) as {
  groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

const promtool = (...args: string[]) => spawnSync("promtool", args, { cwd: join(ROOT, FOLDER), encoding: "utf8" });
const hasPromtool = promtool("--version").error === undefined;
const skip = hasPromtool ? false : "promtool is not installed (apt-get install prometheus)";

t.test("promtool takes the rules, and each of them fires and is silent where it should", { skip }, async (t) => {
  for (const args of [
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts.test.yml"],
    ["check", "config", "--syntax-only", "host.yml", "compose.yml"],
  ]) {
    const { status, stdout, stderr } = promtool(...args);
    t.equal(status, 0, `${args.join(" ")}\n${stdout}${stderr}`);
  }
});

t.test("each alert is tested both ways and has its part of the runbook, and no part is left over", async (t) => {
  const { tests } = parse(readText(`${FOLDER}/alerts.test.yml`)) as {
    tests: readonly {
      name: string;
      alert_rule_test: readonly { alertname: string; exp_alerts: readonly unknown[] }[];
    }[];
  };
  const tested = tests.flatMap((one) =>
    one.alert_rule_test.map(({ alertname, exp_alerts: expected }) => `${alertname} ${expected.length > 0}`),
  );
  const headings = [...readText("docs/runbook.md").matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  t.same([...headings].sort(), rules.map(({ alert }) => alert).sort());
  for (const { alert, annotations, labels } of rules) {
    t.ok(tested.includes(`${alert} true`) && tested.includes(`${alert} false`), `${alert} is tested both ways`);
    t.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`);
    t.match(labels.severity, /^(page|warn)$/);
  }
});

t.test("each alert fires in a test or a soak that breaks what it watches", async (t) => {
  const breaking = [...listFiles("test/scripts/deploy/prometheus"), "scripts/bench/soak/seen.ts"]
    .map(readText)
    .join("\n");
  t.same(
    rules.map(({ alert }) => alert).filter((alert) => !breaking.includes(`"${alert}"`)),
    [],
  );
});

/** Names of metrics in an expression: what is no word of the language, no label and no text. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, "")
    .replace(/\{[^}]*\}/g, "")
    .replace(/\[[^\]]*\]/g, "");
  const words = bare.replace(/\b(by|on|group_left|group_right|without)\s*\([^)]*\)/g, "");
  const known =
    /^(sum|max|min|rate|increase|delta|changes|topk|time|and|or|absent|histogram_quantile|vector|le|on|unless|offset|by|count|quantile_over_time|scalar)$/;
  return [...new Set(words.match(/\b[a-z][a-z_0-9]+\b/g) ?? [])].filter((word) => !known.test(word));
}

t.test("beside the starter a series keeps the child that it is of", async (t) => {
  const { scrape_configs: jobs } = parse(readText(`${FOLDER}/host.yml`)) as { scrape_configs: readonly object[] };
  t.match(jobs, [{ honor_labels: true, http_sd_configs: [{ url: /\/targets$/ }] }]);
});

t.test("boards and rules ask for metrics that processes tell", async (t) => {
  const sources = ["schema/io", "jobs", "api", "scripts/start", "scripts/engine"]
    .flatMap((folder) => listFiles(folder))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readText(file))
    .join("\n");
  const told = (name: string) =>
    name === "up" ||
    /^(nodejs|process)_/.test(name) ||
    sources.includes(`"${name.replace(/_(bucket|count|sum)$/, "")}"`);
  const exprs = rules.map(({ alert, expr }) => [alert, expr] as const);
  for (const name of ["service", "data", "money"]) {
    const board = JSON.parse(readText(`scripts/deploy/grafana/dashboards/${name}.json`)) as {
      panels: readonly { title: string; targets: readonly { expr?: string; rawSql?: string }[] }[];
    };
    t.ok(board.panels.length >= 8, name);
    exprs.push(
      ...board.panels.flatMap(({ title, targets }) =>
        targets.flatMap(({ expr }) => (expr === undefined ? [] : [[`${name}: ${title}`, expr] as const])),
      ),
    );
  }
  for (const [where, expr] of exprs) {
    const names = metricsIn(expr);
    t.ok(names.length > 0, where);
    for (const name of names) t.ok(told(name), `${where} asks for ${name}`);
  }
});
