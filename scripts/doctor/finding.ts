// What the doctor found: of which part, how it stands, and what to do about it.

export type Finding = {
  readonly part: string;
  /** `none`: it could not be looked at, and that alone is no fault. */
  readonly level: "ok" | "warn" | "fail" | "none";
  readonly says: string;
  readonly todo?: string;
};

const MARKS = { ok: "ok   ", warn: "WARN ", fail: "FAIL ", none: "–    " } as const;

export const ok = (part: string, says: string): Finding => ({ part, level: "ok", says });
export const none = (part: string, says: string): Finding => ({ part, level: "none", says });
export const warn = (part: string, says: string, todo: string): Finding => ({ part, level: "warn", says, todo });
export const fail = (part: string, says: string, todo: string): Finding => ({ part, level: "fail", says, todo });

export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]?.slice(0, 240) ?? "";

/** A look that breaks off has found something as well. */
export const looked = (part: string, todo: string, look: () => Promise<Finding[]>): Promise<Finding[]> =>
  look().catch((error: unknown) => [fail(part, `could not be looked at: ${messageOf(error)}`, todo)]);

export const lineOf = ({ part, level, says, todo }: Finding): string =>
  `${MARKS[level]} ${part.padEnd(12)} ${says}${todo === undefined ? "" : `\n${" ".repeat(19)}→ ${todo}`}`;

/** The last line: how many of what. */
export function summaryOf(findings: readonly Finding[]): string {
  const count = (level: Finding["level"]) => findings.filter((one) => one.level === level).length;
  const [failed, warned] = [count("fail"), count("warn")];
  if (failed + warned === 0) return `Nothing is wrong (${count("ok")} looks).`;
  return `${failed} to mend, ${warned} to look at, ${count("ok")} in order.`;
}
