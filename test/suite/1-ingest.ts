import { together } from "../support/together.ts";

await together("ingest", "ingest/client", "ingest/news", "ingest/parse", "ingest/risk");
