// The typed client that `npm run client` writes: the examples of its document compile against it.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { programArgs } from "../../../scripts/program.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });

/** What the types of the description tell by themselves. */
const TOLD = `import { type components, openClient } from "./client/client.js";
type Item = components["schemas"]["EvidenceItem"];
export const priceOf = (item: Item): number | "unassessed" | null => (item.kind === "price" ? item.data.price : null);
export const ask = () => openClient("").POST("/v1/ask", { body: { token: "BTC", claim: "it is up" } });
`;

t.test(
  "the examples of docs/client.md compile, as do numbers of evidence by its kind, and wrong ones do not",
  async (t) => {
    mkdirSync(join(ROOT, ".cache"), { recursive: true });
    const folder = mkdtempSync(join(ROOT, ".cache", "client-"));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    const written = run(...programArgs("client"), join(folder, "client"));
    t.equal(written.status, 0, written.stderr);
    const text = readFileSync(join(ROOT, "docs/client.md"), "utf8");
    const examples = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) =>
      code.replaceAll('"./scripts/', '"../../scripts/'),
    );
    t.equal(examples.length, 2);
    for (const [at, code] of examples.entries()) writeFileSync(join(folder, `example-${at}.ts`), code);
    const [first = ""] = examples;
    writeFileSync(join(folder, "wrong.ts"), first.replace("price_usd", "prize_usd").replace("50_000", '"much"'));
    writeFileSync(join(folder, "told.ts"), TOLD);
    writeFileSync(
      join(folder, "told-wrong.ts"),
      TOLD.replace(', claim: "it is up"', "").replace("data.price", "data.tvl"),
    );
    const options = { noEmit: true, composite: false, incremental: false };
    const config = { extends: join(ROOT, "tsconfig.json"), compilerOptions: options, include: ["*.ts", "client/*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    // One checker: each looks anew at what all files share.
    const { stdout } = run(compiler, "-p", folder, "--pretty", "false", "--checkers", "1");
    const wrong = stdout.split("\n").filter((line) => /error TS/.test(line));
    t.same(
      wrong.filter((line) => !/wrong\.ts/.test(line)),
      [],
    );
    t.match(wrong.join("\n"), /prize_usd[\s\S]*string/);
    for (const what of ["tvl", "claim"])
      t.ok(
        wrong.some((line) => /told-wrong/.test(line) && line.includes(what)),
        what,
      );
  },
);
