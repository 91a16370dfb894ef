// Takes a brief's drafted sentences to a writer and puts the words that come back in their places. Pure.
import type { DraftStatement } from "../../schema/statement/settle.ts";
import type { Sentence, Worded } from "../model/worded.ts";
import type { BriefText } from "./brief-text.ts";

/** As everywhere a headline is shown. */
export const HEADLINE_MAX = 160;
const CAVEATS_MAX = 20;
const LISTS = ["what_happened", "onchain", "market_context"] as const;

const listed = (part: string, drafts: readonly DraftStatement[]): Sentence[] =>
  drafts.map((draft, at) => ({ key: `${part}/${at}`, ...draft }));

const kept = (sentences: readonly Sentence[]): Sentence[] => sentences.map((one) => ({ ...one, isKept: true }));

/** Causes and conditions stand in members of their own: their sentences are not left out. */
export const sentencesOf = (text: BriefText): Sentence[] => [
  { key: "headline", ...text.headline, isKept: true, lengthMax: HEADLINE_MAX },
  ...kept(listed("summary", text.summary)),
  ...LISTS.flatMap((part) => listed(part, text[part])),
  ...kept(
    listed(
      "likely_causes",
      text.likely_causes.map(({ draft }) => draft),
    ),
  ),
  ...kept(
    listed(
      "watch_next",
      text.watch_next.map(({ draft }) => draft),
    ),
  ),
];

/** The brief in a writer's words; what it left out is gone. */
export function withWords(text: BriefText, { texts, caveats }: Worded): BriefText {
  const of = (part: string, drafts: readonly DraftStatement[]) =>
    drafts.flatMap((_, at) => texts.get(`${part}/${at}`) ?? []);
  const worded = <T extends { readonly draft: DraftStatement }>(part: string, rows: readonly T[]): T[] =>
    rows.map((row, at) => ({ ...row, draft: texts.get(`${part}/${at}`) ?? row.draft }));
  return {
    headline: texts.get("headline") ?? text.headline,
    summary: of("summary", text.summary),
    what_happened: of("what_happened", text.what_happened),
    likely_causes: worded("likely_causes", text.likely_causes),
    onchain: of("onchain", text.onchain),
    market_context: of("market_context", text.market_context),
    watch_next: worded("watch_next", text.watch_next),
    caveats: [...caveats, ...text.caveats].slice(0, CAVEATS_MAX),
  };
}
