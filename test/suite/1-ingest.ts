import { together } from "../support/together.ts";

await together("ingest", "ingest/client", "ingest/labels", "ingest/news", "ingest/parse", "ingest/risk");
