import { together } from "../support/together.ts";

await together("recompute");
