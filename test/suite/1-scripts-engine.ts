import { together } from "../support/together.ts";

await together("scripts", "scripts/engine", "scripts/sql", "scripts/start");
