import { together } from "../support/together.ts";

await together("jobs/market", "jobs/measure", "jobs/number", "jobs/series", "jobs/snapshot", "jobs/statement");
