import { together } from "../support/together.ts";

await together("jobs/detect", "jobs/draft", "jobs/section");
