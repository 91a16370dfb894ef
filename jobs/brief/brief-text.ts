// What a writer of a brief hands in: words with places for values, nothing settled yet.
import type { CauseId } from "../../schema/cause.ts";
import type { WatchCondition } from "../../schema/object/brief.ts";
import type { DraftStatement } from "../../schema/statement/settle.ts";

/** What would confirm or contradict, in words and as a condition that a machine can check. */
export type Watch = { readonly draft: DraftStatement; readonly condition: WatchCondition };

export type BriefText = {
  readonly headline: DraftStatement;
  /** Sentences of the paragraph. */
  readonly summary: readonly DraftStatement[];
  readonly what_happened: readonly DraftStatement[];
  readonly likely_causes: readonly {
    readonly id: CauseId | "no_clear_cause";
    readonly draft: DraftStatement;
    readonly confidence: number;
  }[];
  readonly onchain: readonly DraftStatement[];
  readonly market_context: readonly DraftStatement[];
  readonly watch_next: readonly Watch[];
  /** Whole sentences without a number. */
  readonly caveats: readonly string[];
};

export const plain = (text: string): DraftStatement => ({ text, stance: "none" });

/** Changes below a hundredth of a point are none. */
const LEAST = 0.005;
const ONE = 1;
export const isFlat = (change: number): boolean => Math.abs(change) < LEAST;
/** How the size of a change is shown after a word that says its direction. */
export const sizeFormat = (change: number): "size1" | "size2" => (Math.abs(change) < ONE ? "size2" : "size1");

/** A sentence about a change, by its sign: `words` gets the place of its size. */
export const moved = (
  place: string,
  change: number,
  words: (verb: string, size: string) => string,
  [up, down]: readonly [up: string, down: string] = ["rose", "fell"],
): DraftStatement => ({
  text: words(change > 0 ? up : down, `{{${place}|${sizeFormat(change)}}}`),
  stance: change > 0 ? "up" : "down",
});
