import { together } from "../support/together.ts";

await together("support", "member", "injection", "recorded");
