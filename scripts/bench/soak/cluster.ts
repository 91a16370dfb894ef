// A cluster of one's own, tried out: the schema on all its servers, rows that come once wherever they are sent, a server that
// lost a table, retention, and a second migration that changes nothing. It works in a database of its own, and takes it away.
import { randomBytes } from "node:crypto";
import { openStore, type Store } from "../../../schema/io/clickhouse.ts";
import { migrateAt } from "../../../schema/io/migrate.ts";
import { parseOwnEnv } from "../../../schema/setting/read-settings.ts";
import { say } from "../measure.ts";

const ROWS = 500;
const AT_MS = 1_795_226_400_000;

const row = (provider: string) => ({
  ...{ dataset: "candle", provider, source: "soak", token: "bitcoin", reason: "tried", row: "{}", at: AT_MS },
});

type Rows = { readonly server: string; readonly rows: number };
/** As each server has it, whoever is asked. */
const held = (name: string, database: string) => ({
  name: "soak-cluster",
  sql: `SELECT hostName() AS server, toUInt32(count()) AS rows FROM clusterAllReplicas('${name}', ${database}.reject) GROUP BY server ORDER BY server`,
});
const counted = { name: "soak-count", sql: "SELECT toUInt32(count()) AS rows FROM reject" };
const used = { name: "soak-used", sql: "SELECT name FROM system.tables WHERE database = 'analyst' LIMIT 1" };
const partitions = {
  name: "soak-partitions",
  sql: "SELECT DISTINCT partition_id AS id FROM system.parts WHERE database = currentDatabase() AND table = 'reject' AND active",
};

type Check = (what: string, isRight: boolean, seen: unknown) => void;

/** Every row is sent to one server and at once to another, as after a cut connection; whoever is asked next has it. */
async function sendTwice(stores: readonly Store[], check: Check): Promise<void> {
  let missed = 0;
  for (let n = 0; n < ROWS; n += 1) {
    await Promise.all(stores.map((store) => store.insert("reject", [row(`soak ${n}`)], `soak~${n}`)));
    const asked = stores[(n + 1) % stores.length];
    const [answer] = asked === undefined ? [] : await asked.query<object, { rows: number }>(counted, {});
    if (answer?.rows !== n + 1) missed += 1;
  }
  check(
    `${ROWS} rows, each sent to ${stores.length} addresses at once, are there once and read at once`,
    missed === 0,
    missed,
  );
}

/** `others` are addresses of more of its servers. @returns whether all held. */
export async function soakCluster(others: readonly string[]): Promise<boolean> {
  const env = parseOwnEnv(say);
  const {
    CLICKHOUSE_URL: url,
    CLICKHOUSE_CLUSTER: cluster,
    CLICKHOUSE_USER: user,
    CLICKHOUSE_PASSWORD: password,
  } = env;
  if (url === undefined || cluster === "") throw new Error("CLICKHOUSE_URL and CLICKHOUSE_CLUSTER say which cluster");
  const database = `assay_soak_${randomBytes(4).toString("hex")}`;
  const place = { url, user, password, cluster, process: "soak" };
  const open = (address: string, of: string) => openStore({ ...place, url: address, database: of });
  const admin = open(url, "default");
  if ((await admin.query(used, {})).length > 0) {
    throw new Error(
      "the analysts' views of a service are there, and this would lead them elsewhere: name servers without one",
    );
  }
  let isSound = true;
  const check: Check = (what, isRight, seen) => {
    isSound &&= isRight;
    say(`  ${isRight ? "HOLDS" : "BROKEN"}  ${what}${isRight ? "" : `: ${JSON.stringify(seen)}`}`);
  };
  const stores = [url, ...others].map((address) => open(address, database));
  const [first, last] = [stores[0], stores.at(-1)];
  try {
    if (first === undefined || last === undefined) return false;
    check("the schema is made", (await migrateAt({ ...place, database }, null)).length > 0, "nothing was");
    const again = await migrateAt({ ...place, url: others.at(-1) ?? url, database }, null);
    check("and is there for whoever asks another server", again.length === 0, again);
    await sendTwice(stores, check);
    const each = await first.query<object, Rows>(held(cluster, database), {});
    check("each server holds all rows", each.length > 1 && each.every(({ rows }) => rows === ROWS), each);
    await last.command("DROP TABLE reject SYNC");
    const mended = await migrateAt({ ...place, database }, null);
    const back = await first.query<object, Rows>(held(cluster, database), {});
    check(
      "a server that lost a table gets it from the others",
      back.every(({ rows }) => rows === ROWS),
      { mended, back },
    );
    for (const { id } of await first.query<object, { id: string }>(partitions, {})) {
      await first.command(`ALTER TABLE reject DROP PARTITION ID '${id}'`);
    }
    const left = await last.query<object, { rows: number }>(counted, {});
    check("what retention drops on one is gone on all", left[0]?.rows === 0, left);
    return isSound;
  } finally {
    for (const name of [database, "analyst"]) {
      await admin.command(`DROP DATABASE IF EXISTS ${name} ON CLUSTER '${cluster}' SYNC`);
    }
    await Promise.allSettled([admin, ...stores].map((store) => store.close()));
  }
}
