import { together } from "../support/together.ts";

await together("chaos/live.test.ts");
