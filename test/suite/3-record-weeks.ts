import { together } from "../support/together.ts";

await together("recompute/record-weeks.test.ts");
