import { together } from "../support/together.ts";

await together(
  "tour",
  "house.test.ts",
  "scripts/backup",
  "scripts/bench",
  "scripts/client",
  "scripts/deploy",
  "scripts/deploy/prometheus",
  "scripts/dictionary",
  "scripts/doctor",
  "scripts/sandbox",
  "scripts/sandbox/chain",
  "scripts/sandbox/model",
  "scripts/sandbox/venue",
  "scripts/verify-proof",
);
