// Turns a file of statements into those that a cluster takes: `node --import=tsx
// scripts/on-cluster.ts assay < scripts/deploy/analyst.sql`.
import { readFileSync } from "node:fs";
import { onCluster } from "../schema/dataset/on-cluster.ts";
import { splitText } from "./sql/split.ts";

const [name = ""] = process.argv.slice(2);
if (!/^[A-Za-z_][\w.-]*$/.test(name)) {
  process.stderr.write(
    "Name the cluster: node --import=tsx scripts/on-cluster.ts assay < scripts/deploy/analyst.sql\n",
  );
  process.exit(1);
}
const cluster = { name, database: "assay", user: "default" };
for (const sql of splitText(readFileSync(0, "utf8"))) {
  for (const one of onCluster(sql, cluster)) process.stdout.write(`${one};\n\n`);
}
