// What a jobs process gives its handlers.
import type { IngestDeps } from "../ingest/deps.ts";
import type { Producer } from "../schema/io/queue.ts";

export type Deps = IngestDeps & { readonly producer: Producer };
