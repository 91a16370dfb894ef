import { together } from "../support/together.ts";

await together(
  "scripts/deploy",
  "scripts/dictionary",
  "scripts/sandbox",
  "scripts/sandbox/chain",
  "scripts/sandbox/model",
  "scripts/sandbox/venue",
  "scripts/verify-proof",
);
