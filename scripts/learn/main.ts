// Learns of the examples beside it what questions ask for, and writes the weights that answers go by.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LABELS } from "../../jobs/ask/score.ts";
import { readAround, readExamples, seenIn } from "./example.ts";
import { learn } from "./learn.ts";
import { LABEL_FILES, madeOf } from "./made-of.ts";
import { tellWeights } from "./tell-weights.ts";

const PLACES = 16_384;
const ROOT = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const readFile = (name: string): string => read(`${LABEL_FILES}/${name}`);
const examples = readExamples(readFile, LABELS);
const around = readAround(readFile);
const weights = { made: madeOf(read, LABELS), places: PLACES, seen: seenIn(examples) };
writeFileSync(join(ROOT, "jobs/ask/weights.ts"), tellWeights(learn(examples, around, PLACES), weights));
