import { together } from "../support/together.ts";

// What starts many processes goes first: each start costs more the larger this one has become.
await together("scripts", "scripts/start", "scripts/engine", "scripts/sql");
