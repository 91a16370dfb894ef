import { together } from "../support/together.ts";

await together("chaos/fault.test.ts");
