// Puts verbs, nouns and idioms that nothing else has a word for into words that are read: each turn says the same of the same coin over the same time.
import type { Why } from "../../claim.ts";
import { soughtOf, turned } from "../turned.ts";
import { COMPARED } from "./against.ts";
import { CHANGED } from "./changes.ts";
import { REACHED } from "./extremes.ts";
import { MOVED } from "./flows.ts";
import { LEARNED } from "./learned.ts";
import { LEVELS } from "./levels.ts";
import { EVER } from "./pieces.ts";
import { STATED } from "./stated.ts";

const SOUGHT = soughtOf([...LEARNED, ...STATED, ...REACHED, ...COMPARED, ...LEVELS, ...MOVED, ...CHANGED]);

/** The same claim in words that are read. Pure. */
export const reworded = (text: string): string => turned(text, SOUGHT());

/** Frames that only some of their words can be read in: where none of those stood in one, what is beside it says something else. */
const LEFT: readonly (readonly [RegExp, Why])[] = [
  [
    new RegExp(
      `^(?:(?:measured|counted|calculated|reckoned|judged) (?:from|against)|compared (?:to|with)|relative to|in relation to|against|versus|vs\\.?) (?:its|the) ${EVER}`,
      "i",
    ),
    "time",
  ],
  [new RegExp(`(?:^|[.;,] |\\b(?:and|but|while) )at (?:its|the) ${EVER},? (?=[$]?[A-Za-z])`, "i"), "time"],
  [/\bon the (?:plus|minus) side\b/i, "unread"],
  // So much below what was told before it.
  [
    /(?:%|\b(?:percent|per cent|pct)) (?:below|under|lower than|beneath|above|higher than|over|less than|more than|short of) (?:that|it|this|which)\b/i,
    "unread",
  ],
];

/** Why a claim that is put in plain words cannot be held against anything; null where it can. Pure. */
export const whyLeft = (text: string): Why | null => LEFT.find(([said]) => said.test(text))?.[1] ?? null;
