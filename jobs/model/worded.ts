// What a writer is given and what it gives back: drafted sentences, and the same in words that hold against their evidence.
import type { SourceCall } from "../../schema/object/proof.ts";
import type { EvidenceItem } from "../../schema/shape/evidence.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { DraftStatement } from "../../schema/statement/settle.ts";

/** The writer that the rules themselves are: what it drafts stands as it is. */
export const DETERMINISTIC = "deterministic-1";

/** A drafted sentence; the draft settles against the evidence by itself. */
export type Sentence = DraftStatement & {
  /** Where it stands, such as "headline" or "summary/0"; once in a request. */
  readonly key: string;
  /** It may not be left out: where other words do not hold, the drafted ones stand. */
  readonly isKept?: true;
  /** How long it may be with its values; 600 without it. */
  readonly lengthMax?: number;
};

export type WordRequest = {
  readonly kind: "brief" | "answer";
  readonly sentences: readonly Sentence[];
  readonly evidence: readonly EvidenceItem[];
  /** Words of ours that may carry digits, such as the token's symbol and name. */
  readonly names: readonly string[];
  /** What was asked, as a stranger wrote it. */
  readonly question?: string;
  /** Nobody pays for it and nobody waits: it takes a part of the day's budget alone. */
  readonly isFree?: true;
  /** Nobody waits any longer, epoch milliseconds. */
  readonly until: number;
};

/** A reply that a model gave in the run: what was sent and answered, by their digests. */
export type ModelReply = {
  readonly model: string;
  readonly promptSha256: string;
  readonly rawSha256: string;
  readonly bytes: number;
  readonly status: number;
  /** Epoch milliseconds. */
  readonly requestedAt: number;
  readonly respondedAt: number;
};

export type Worded = {
  /** Who wrote the words. */
  readonly model: string;
  /** By key; what was left out is not there. */
  readonly texts: ReadonlyMap<string, DraftStatement>;
  /** Whole sentences without a number, for the caveats of what is issued. */
  readonly caveats: readonly string[];
  readonly replies: readonly ModelReply[];
};

/** What the words of a run came with beside themselves; kept, so that it can be made again. */
export type KeptWording = Pick<Worded, "caveats" | "replies">;

export const keptWording = ({ caveats, replies }: Worded): KeptWording => ({ caveats, replies });

/** The draft, as it is. */
export const asDrafted = (sentences: readonly Sentence[]): Worded => ({
  ...{ model: DETERMINISTIC, caveats: [], replies: [] },
  texts: new Map(sentences.map(({ key, text, stance }) => [key, { text, stance }])),
});

const ENDPOINT = "chat/completions";
const PROVIDER = "model";

/** The sources and calls of what is issued, followed by the replies that its words came with. */
export function withReplies(
  { sources, calls }: { readonly sources: readonly Source[]; readonly calls: readonly SourceCall[] },
  { replies }: Pick<Worded, "replies">,
): { readonly sources: readonly Source[]; readonly calls: readonly SourceCall[] } {
  const last = Math.max(0, ...sources.map(({ id = "S0" }) => Number(id.slice(1))));
  const listed = replies.map((reply, at) => ({ id: `S${last + at + 1}`, reply }));
  return {
    sources: [
      ...sources,
      ...listed.map(({ id, reply }) => ({
        ...{ id, provider: PROVIDER, endpoint: ENDPOINT, venue: null, as_of: toTime(reply.respondedAt) },
        ...{ retrieved_at: toTime(reply.respondedAt), raw_sha256: reply.rawSha256, rows: null },
        ...{ status: "ok" as const, url: null },
      })),
    ],
    calls: [
      ...calls,
      ...listed.map(({ id, reply }) => ({
        ...{ source_id: id, provider: PROVIDER, endpoint: ENDPOINT, method: "POST", url: "" },
        params: { model: reply.model, prompt_sha256: reply.promptSha256 },
        ...{ requested_at: toTime(reply.requestedAt), responded_at: toTime(reply.respondedAt) },
        ...{ http_status: reply.status, bytes: reply.bytes, rows: 0, raw_sha256: reply.rawSha256, cached: false },
      })),
    ],
  };
}
