import { together } from "../support/together.ts";

await together(
  "chaos/malformed-request.test.ts",
  "chaos/log.test.ts",
  "chaos/pay.test.ts",
  "chaos/probe.test.ts",
  "chaos/hour-memory.test.ts",
);
