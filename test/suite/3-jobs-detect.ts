import { together } from "../support/together.ts";

await together("jobs/detect");
