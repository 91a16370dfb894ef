// What the starter reads off a simulated market that runs: where its providers are, and settings that open all of it.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { parseEnv } from "../../../schema/env.ts";
import { startSandbox } from "../../../scripts/sandbox/start-sandbox.ts";
import { readSandbox, sandboxSpec } from "../../../scripts/start/stack.ts";

t.test("the usual settings are valid, and the key among them opens what is only sold", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "assay-stack-"));
  const sandbox = await startSandbox({ seed: 5 });
  t.teardown(async () => {
    await sandbox.stop();
    await rm(root, { recursive: true });
  });
  const spec = sandboxSpec({ root, redis: root, engine: root, log: root }, 5, 0);
  await writeFile(spec.logFile, `${JSON.stringify({ event: "ready", origins: sandbox.origins })}\n`);
  const { sandboxOrigins, usual } = await readSandbox(spec);
  t.same(JSON.parse(sandboxOrigins), sandbox.origins);
  const env = parseEnv(usual);
  const answer = await fetch(`${sandbox.origins.defillama}/${env.DEFILLAMA_API_KEY}/etfs/flows`);
  t.equal(answer.status, 200);
  t.equal(parseEnv({ ...usual, DEFILLAMA_API_KEY: "" }).DEFILLAMA_API_KEY, undefined, "set to nothing it is not set");
});
