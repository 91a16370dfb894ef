// How a source's health is kept in its Redis hash: one field a member, so that writers never race over a whole.

const HEALTH_MEMBERS = ["success_at", "error_at", "error", "outcome", "refused_runs", "refused_rows"] as const;
type Member = (typeof HEALTH_MEMBERS)[number];

export type SourceHealth = {
  /** Epoch ms of the last run that brought or confirmed rows. */
  readonly successAt: number | null;
  readonly errorAt: number | null;
  readonly error: string | null;
  /** Kind of the last error: a kind of HttpError, failed, or rows_refused where a run kept none of the rows it got. */
  readonly outcome: string | null;
  /** Runs that were answered and kept nothing of it since one kept some, and how many rows those refused. */
  readonly refusedRuns?: number;
  readonly refusedRows?: number;
};

/** The outcome of a run, and of a call, that brought rows of which admission kept none. */
export const ROWS_REFUSED = "rows_refused";

/** The outcome of a call that was answered with what is none of what was asked for. */
export const BAD_BODY = "bad_body";

/** Whether a provider answered and nothing came of it. */
export const isOfAnswer = (outcome: string | null): boolean => outcome === ROWS_REFUSED || outcome === BAD_BODY;

/** The outcome of a call whose answer says that there is nothing for us. */
export const NOT_OFFERED = "not_offered";

export const healthField = (source: string, member: Member): string => `${source}~${member}`;

/** Whether the last run of a source failed with nothing kept: its newest error is younger than its newest success. */
export const isFailing = ({ successAt, errorAt }: SourceHealth): boolean => (errorAt ?? 0) > (successAt ?? 0);

const LASTING_RUNS = 3;
const LASTING_ROWS = 20;

/** Whether nothing of what a source brings can be used, for good as it looks: one odd row of a quiet hour is no such thing. */
export const isRefusedLastingly = (health: SourceHealth): boolean =>
  isFailing(health) &&
  isOfAnswer(health.outcome) &&
  ((health.refusedRuns ?? 0) >= LASTING_RUNS || (health.refusedRows ?? 0) >= LASTING_ROWS);

/** The hash KEYS.sourceHealth as one entry a source. */
export function parseSourceHealth(hash: Readonly<Record<string, string>>): Map<string, SourceHealth> {
  const ids = new Set(Object.keys(hash).map((field) => field.slice(0, field.lastIndexOf("~"))));
  const time = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  return new Map(
    [...ids].sort().map((id) => [
      id,
      {
        successAt: time(hash[healthField(id, "success_at")]),
        errorAt: time(hash[healthField(id, "error_at")]),
        error: hash[healthField(id, "error")] ?? null,
        outcome: hash[healthField(id, "outcome")] ?? null,
        refusedRuns: Number(hash[healthField(id, "refused_runs")] ?? 0),
        refusedRows: Number(hash[healthField(id, "refused_rows")] ?? 0),
      },
    ]),
  );
}
