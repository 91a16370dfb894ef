import { together } from "../support/together.ts";

await together("jobs/proof", "jobs/record", "jobs/signal", "jobs/state", "jobs/status", "jobs/witness");
