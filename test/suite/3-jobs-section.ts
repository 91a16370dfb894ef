import { together } from "../support/together.ts";

await together("jobs/draft", "jobs/section");
