import { together } from "../support/together.ts";

await together("scripts/engine", "scripts/sql", "scripts/start");
