// Makes the verifier that stands alone: one file of the checks in schema/proof/verify, without any import.
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const BANNER = `#!/usr/bin/env node
// Checks a proof of an issued object by itself: it needs this file and Node, no package and nothing of the service.
// Made by "npm run verify-proof:bundle" from scripts/verify-proof/verify.ts and schema/proof/verify (a test compares).
// It holds @noble/curves, @noble/hashes (MIT, Paul Miller) and canonicalize (Apache-2.0, Samuel Erdtman).`;

/** Neither CommonJS nor a module, so that Node takes it under any name and beside any package.json. */
const SHAPE: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  write: false,
  format: "iife",
  platform: "neutral",
  target: "es2022",
  external: ["node:*"],
  charset: "utf8",
  legalComments: "inline",
  // Where packages lie must not change the file.
  preserveSymlinks: true,
};

async function bundle(what: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...SHAPE, ...what });
  return outputFiles?.[0]?.text ?? "";
}

/** The file's text. */
export const bundleVerifier = (): Promise<string> =>
  bundle({ entryPoints: ["scripts/verify-proof/verify.ts"], banner: { js: BANNER } });

/** What a page calls, and the file it is in. */
const CALLED = { readPins: "pins", sayReport: "say-report", verifyProof: "verify-proof" };
const PAGE = Object.entries(CALLED)
  .map(([name, file]) => `export { ${name} } from "./schema/proof/verify/${file}.ts";`)
  .join("\n");

/** The same checks as a script for a page, under a global name. */
export const bundleChecks = (globalName: string): Promise<string> =>
  bundle({ stdin: { contents: PAGE, resolveDir: ROOT, loader: "ts" }, globalName, platform: "browser", external: [] });
