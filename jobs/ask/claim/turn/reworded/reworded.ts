// Puts verbs, nouns and idioms that nothing else has a word for into words that are read: each turn says the same of the same coin over the same time.
import { soughtOf, turned } from "../turned.ts";
import { COMPARED } from "./against.ts";
import { CHANGED } from "./changes.ts";
import { REACHED } from "./extremes.ts";
import { MOVED } from "./flows.ts";
import { LEARNED } from "./learned.ts";
import { LEVELS } from "./levels.ts";
import { REPORTED } from "./reported.ts";
import { STATED } from "./stated.ts";

const SOUGHT = soughtOf([...REPORTED, ...LEARNED, ...STATED, ...REACHED, ...COMPARED, ...LEVELS, ...MOVED, ...CHANGED]);

/** The same claim in words that are read. Pure. */
export const reworded = (text: string): string => turned(text, SOUGHT());
