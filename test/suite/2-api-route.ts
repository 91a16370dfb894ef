import { together } from "../support/together.ts";

await together("api/route", "api/history", "api/snapshot", "api/surface");
