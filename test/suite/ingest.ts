import { together } from "../support/together.ts";

await together("ingest", "ingest/labels", "ingest/news", "ingest/parse", "ingest/risk");
