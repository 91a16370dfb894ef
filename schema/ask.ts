// Rules of answers: their version, and how often each thing that is asked for is read right.

export const ASK_RULES_VERSION = "ask-1";

/** Share of held-out questions, and of held-out claims that facts decide, that were read right when the version was made. */
export const ASK_ACCURACY = { question: 0.89, claim: 0.95 } as const;

/** What nobody understood is not answered with more confidence. */
export const UNMATCHED_CONFIDENCE = 0.1;
