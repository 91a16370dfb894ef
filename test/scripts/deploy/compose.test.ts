// The compose file as a machine reads it: every setting is passed on, every place fits, every profile has something to show.
import t from "tap";
import { parse } from "yaml";
import { READERS, Settings } from "../../../schema/env.ts";
import type { Place } from "../../../scripts/connect.ts";
import { PROVIDER_IDS } from "../../../scripts/sandbox/start-sandbox.ts";
import { ask } from "../../../scripts/sql/ask.ts";
import { startFilledStore } from "../../support/market/filled-store.ts";
import { pathExists, readText } from "../../support/tree.ts";

type Service = {
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[] | string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
};
const compose = parse(readText("docker-compose.yml"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const services = Object.entries(compose.services);
/** The processes of ours that read settings. */
const OURS = ["api", "build", "pull", "migrate", "backup", "sandbox"] as const;

t.test("every setting reaches every process, from the environment unless compose itself knows it", async (t) => {
  // Which lanes a container runs is its own; the folder of embedded parts has no use beside servers.
  const own = new Set(["ROLE", "DATA_DIR"]);
  for (const name of OURS) {
    const given = compose.services[name]?.environment ?? {};
    const missing = Object.keys(Settings.properties).filter((setting) => !own.has(setting) && !(setting in given));
    t.same(missing, [], name);
    const unknown = Object.keys(given).filter((setting) => !(setting in Settings.properties));
    t.same(unknown, [], `${name} passes nothing that nobody reads`);
    for (const [setting, value] of Object.entries(given)) {
      const passed = /^\$\{([A-Z_]+):-(.*)\}$/s.exec(value);
      if (passed) t.equal(passed[1], setting, `${name} passes ${setting} on under its own name`);
    }
  }
});

t.test("a secret that only jobs use reaches nobody else", async (t) => {
  const secrets = Object.entries(Settings.properties).flatMap(([name, shape]) =>
    "x-secret" in shape && !(READERS as Record<string, readonly string[]>)[name]?.includes("api") ? [name] : [],
  );
  t.ok(secrets.includes("LOG_SIGNING_KEYS") && secrets.includes("ANCHOR_KEY"), `${secrets}`);
  for (const name of OURS) {
    const given = compose.services[name]?.environment ?? {};
    const isJobs = name === "build" || name === "pull";
    for (const secret of secrets) {
      // What is kept holds the key that signs: without it nothing that was restored goes on.
      const isGiven = isJobs || (name === "backup" && secret === "LOG_SIGNING_KEYS");
      t.equal(given[secret], isGiven ? `\${${secret}:-}` : "", `${name} ${secret}`);
    }
  }
});

t.test("the simulated market can be reached, and paid in, by every process that needs it", async (t) => {
  const origins = Object.fromEntries(PROVIDER_IDS.map((id, i) => [id, `http://sandbox:${9101 + i}`]));
  t.same(JSON.parse(compose.services.api?.environment?.SANDBOX_ORIGINS ?? "{}"), origins);
  t.match(compose.services.sandbox?.command, ["node", /^--/, "built/sandbox.js", "--port-base=9101", "--host=0.0.0.0"]);
  const ledger = 9101 + PROVIDER_IDS.indexOf("cardano");
  t.same(compose.services.sandbox?.ports, [`127.0.0.1:${ledger}:${ledger}`], "its ledger, to this machine alone");
});

t.test("what a service needs is there: services, volumes, mounted files", async (t) => {
  for (const [name, { depends_on: needs = {}, volumes = [] }] of services) {
    for (const other of Object.keys(needs)) t.ok(other in compose.services, `${name} needs ${other}`);
    for (const volume of volumes) {
      const [from = ""] = volume.split(":");
      t.ok(from.startsWith("./") ? pathExists(from.slice(2)) : from in compose.volumes, `${name} mounts ${from}`);
    }
  }
});

t.test("the second file adds a server of the same cluster and a keeper, all of which know each other", async (t) => {
  const added = parse(readText("scripts/deploy/clickhouse/cluster.yml"), { merge: true }) as typeof compose;
  const all: Readonly<Record<string, unknown>> = { ...compose.services, ...added.services };
  for (const [name, { depends_on: needs = {}, volumes = [] }] of Object.entries(added.services)) {
    for (const other of Object.keys(needs)) t.ok(other in all, `${name} needs ${other}`);
    for (const volume of volumes) {
      const [from = ""] = volume.split(":");
      t.ok(from.startsWith("./") ? pathExists(from.slice(2)) : from in added.volumes, `${name} mounts ${from}`);
    }
  }
  const servers = readText("scripts/deploy/clickhouse/cluster.xml");
  const hosts = [...servers.matchAll(/<replica><host>([\w-]+)<\/host>/g)].map(([, host = ""]) => host);
  t.same(hosts, ["clickhouse", "clickhouse-2"]);
  t.same(
    hosts.map((host) => added.services[host]?.environment?.REPLICA),
    hosts,
    "each by a name of its own",
  );
  t.match(
    servers,
    /<assay>[\s\S]*<internal_replication>true[\s\S]*<macros>\s*<shard>1<\/shard>\s*<replica from_env="REPLICA"\/>/,
  );
  const [, keeper = "", port = ""] = /<node><host>(\w+)<\/host><port>(\d+)</.exec(servers) ?? [];
  t.ok(keeper in added.services);
  t.match(readText("scripts/deploy/clickhouse/keeper.xml"), new RegExp(`<tcp_port>${port}<`));
});

type Board = {
  readonly uid: string;
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
  readonly panels: readonly {
    readonly title: string;
    readonly datasource: { readonly uid: string };
    readonly targets: readonly { readonly rawSql?: string }[];
  }[];
};

/** A statement as Grafana's data source sends it, for the last week and one token. */
const filledIn = (sql: string): string =>
  sql
    .replace(/\$__timeFilter\((\w+)\)/g, "$1 >= now() - INTERVAL 7 DAY AND $1 <= now()")
    .replace(/\$\{(\w+):singlequote\}/g, "'bitcoin'");

t.test("each panel of the provisioned boards asks what the analysts' user may, and gets rows", async (t) => {
  const source = parse(readText("scripts/deploy/grafana/datasources/assay.yaml")) as {
    datasources: readonly { uid: string; jsonData: Record<string, unknown> }[];
  };
  const [shown] = source.datasources;
  t.match(shown?.jsonData, { host: "clickhouse", username: "analyst", defaultDatabase: "analyst" });
  const { engine } = await startFilledStore(t);
  const place: Place = {
    ...{
      url: engine.url,
      user: "default",
      password: engine.readonlyToken,
      facts: "assay",
      guarded: false,
      readsFacts: false,
    },
    ...{ about: "test", stop: async () => undefined },
  };
  for (const name of ["market", "data"]) {
    const board = JSON.parse(readText(`scripts/deploy/grafana/dashboards/${name}.json`)) as Board;
    const asked = [
      ...board.templating.list.map((variable) => [variable.name, variable.query] as const),
      ...board.panels.flatMap((panel) =>
        panel.targets.flatMap(({ rawSql }) => (rawSql === undefined ? [] : [[panel.title, rawSql] as const])),
      ),
    ];
    const panels = board.panels.filter(({ targets }) => targets.some(({ rawSql }) => rawSql !== undefined));
    t.ok(panels.length >= 5, `${name} shows something`);
    for (const panel of panels) t.equal(panel.datasource.uid, shown?.uid, panel.title);
    for (const [title, sql] of asked) {
      const text = await new Response(await ask(place, filledIn(sql), { format: "JSONEachRow" })).text();
      // Outcomes come with the scoring job, which does not run here.
      if (title !== "Outcomes of calls so far") t.match(text, /^\{/, `${name}: ${title}`);
    }
  }
});
