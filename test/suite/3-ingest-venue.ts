import { together } from "../support/together.ts";

await together("ingest/venue");
