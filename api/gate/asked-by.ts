// Whose call work is done for.

export type AskedBy = {
  /** As the gate knows callers; empty where there is none. */
  readonly caller: string;
  /** Transaction that is settled once the work is done, and only then; empty where nothing has to be paid. */
  readonly payment: string;
  /** The id under which to do work that the call may ask for again; a new one where there is none. */
  readonly errand?: string | undefined;
};
export const NOBODY: AskedBy = { caller: "", payment: "" };
