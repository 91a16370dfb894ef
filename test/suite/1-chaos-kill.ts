import { together } from "../support/together.ts";

await together("chaos/kill.test.ts");
