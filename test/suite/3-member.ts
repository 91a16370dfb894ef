import { together } from "../support/together.ts";

await together("member", "injection", "recorded");
