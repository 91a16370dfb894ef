// Settles what a writer handed in: every sentence filled and checked, those that fail left out and named.
import type { BriefData } from "../../schema/object/brief.ts";
import {
  type DraftStatement,
  isSettled,
  type SettleOptions,
  type Statement,
  type StatementFault,
  settle,
} from "../../schema/statement/settle.ts";
import type { BriefText } from "./brief-text.ts";
import type { Material } from "./material.ts";
import { HEADLINE_MAX } from "./word-brief.ts";

type Texts = Pick<
  BriefData,
  | "headline"
  | "summary"
  | "what_happened"
  | "likely_causes"
  | "onchain"
  | "market_context"
  | "watch_next"
  | "watch_conditions"
  | "caveats"
>;

export type SettledBrief = {
  /** Headline and summary are empty where they failed. */
  readonly texts: Texts;
  /** What was left out, each with where it stood and why. */
  readonly dropped: readonly { readonly where: string; readonly faults: readonly StatementFault[] }[];
};

const SUMMARY_MAX = 2_000;
const LISTED_MAX = 20;

/** Pure. */
export function settleBrief(text: BriefText, { items, token }: Material): SettledBrief {
  const names = [token.symbol, token.name];
  const dropped: SettledBrief["dropped"][number][] = [];
  const one = (where: string, draft: DraftStatement, options: SettleOptions = {}): Statement[] => {
    const settled = settle(draft, items, { names, ...options });
    if (isSettled(settled)) return [settled];
    dropped.push({ where, faults: settled.faults });
    return [];
  };
  const all = (where: string, drafts: readonly DraftStatement[]): Statement[] =>
    drafts.slice(0, LISTED_MAX).flatMap((draft) => one(where, draft));
  const paragraph = all("summary", text.summary)
    .map((said) => said.text)
    .reduce((sum, said) => (sum.length + said.length < SUMMARY_MAX ? `${sum} ${said}`.trim() : sum), "");
  const watched = text.watch_next.flatMap(({ draft, condition }) =>
    one("watch_next", draft).map((said) => ({ said: said.text, condition })),
  );
  const texts: Texts = {
    headline: one("headline", text.headline, { lengthMax: HEADLINE_MAX })[0]?.text ?? "",
    summary: paragraph,
    what_happened: all("what_happened", text.what_happened),
    likely_causes: text.likely_causes.flatMap(({ id, draft, confidence }) =>
      one("likely_causes", draft).map((said) => ({ kind: id, cause: said.text, evidence: said.evidence, confidence })),
    ),
    onchain: all("onchain", text.onchain),
    market_context: all("market_context", text.market_context),
    watch_next: watched.map(({ said }) => said),
    watch_conditions: watched.map(({ condition }) => condition),
    caveats: [...text.caveats],
  };
  return { texts, dropped };
}
