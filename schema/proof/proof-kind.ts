// What a proof can be of, whether the service issues it yet or not. Runs without Node.

type Kind = {
  readonly object: string;
  readonly id: RegExp;
  /** Member of the object's data that says what it came to. */
  readonly verdict: string;
};

export const PROOF_KINDS = {
  evaluation: { object: "evaluation", id: /^eval_[0-9A-HJKMNP-TV-Z]{26}$/, verdict: "verdict" },
  answer: { object: "answer", id: /^ans_[0-9A-HJKMNP-TV-Z]{26}$/, verdict: "verdict" },
  run: { object: "agent_run", id: /^run_[0-9A-HJKMNP-TV-Z]{26}$/, verdict: "verdict" },
  brief: { object: "brief", id: /^[1-9][0-9]{0,14}$/, verdict: "direction" },
} as const satisfies Readonly<Record<string, Kind>>;

export type ProofKind = keyof typeof PROOF_KINDS;
export const PROOF_KIND_IDS = Object.keys(PROOF_KINDS) as ProofKind[];
