// Writes scripts/verify-proof/main.js anew.
import { writeFileSync } from "node:fs";
import { bundleVerifier } from "./bundle-verifier.ts";

writeFileSync(new URL("./main.js", import.meta.url), await bundleVerifier());
