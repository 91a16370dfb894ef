// The dataset source_call and its rows.
import { own } from "../analysts.ts";
import { PROVIDER, text, texts, time, whole, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { days } from "../keep.ts";
import { STORED } from "../version.ts";

/** What was kept longer than others once, and lies apart since. */
const APART = "source LIKE '%-candle-1h' OR source LIKE '%-coin-market%'";

export const sourceCall = dataset({
  name: "source_call",
  about: "Every call to a provider, with the digest of what it answered.",
  columns: {
    id: text("ULID of the call."),
    provider: PROVIDER,
    source: word("Source of the registry."),
    endpoint: word("Provider call identifier."),
    token: word("Token asked for; empty for calls about many."),
    url: text("Address without keys."),
    requested_at: time("When it was sent. UTC."),
    responded_at: time("When it ended. UTC."),
    outcome: word("ok, or why not: timeout, rate_limited, http_error, bad_body, refused."),
    http_status: whole(16, "Status; 0 where there was no answer."),
    bytes: whole(32, "Size of the body. Bytes."),
    rows: whole(32, "Rows taken from it."),
    raw_sha256: text("SHA-256 of the body, hex; of a reading made of many calls the RFC 6962 root over parts."),
    latency_ms: whole(32, "Time to the whole body. Milliseconds."),
    parts: texts("Of a reading made of many calls their digests, ascending, hex; empty for a call."),
    method: word("GET or POST, both of a reading made of both; empty for calls stored before it was kept."),
    ...STORED,
  },
  rows: EVERY_ROW,
  order: ["provider", "requested_at", "id"],
  partition: `(${APART}, if(${APART}, toYYYYMM(requested_at), toYYYYMMDD(requested_at)))`,
  keep: days(45, "requested_at"),
  analysts: {
    view: "source_call",
    about: "Every call to a provider and how it ended, with the digest of what it answered.",
    shows: {
      ...own("id", "provider", "source", "endpoint", "token", "requested_at", "responded_at", "outcome"),
      http_status: "Status; 0 where there was no answer; without a unit.",
      bytes: null,
      rows: "Rows taken from it; without a unit.",
      ...own("raw_sha256", "latency_ms", "stored_at"),
    },
  },
});

export type SourceCallRow = Row<typeof sourceCall>;
