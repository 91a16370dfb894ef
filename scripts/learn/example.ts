// The examples that the reading of questions is learned from: a file a label, and one of those with several.
import { readAsked } from "../../jobs/ask/read-question.ts";
import type { Example } from "./learn.ts";

/** Examples are about this one and name others. */
const OWN = "bitcoin";

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

function exampleOf(labels: readonly string[], text: string): Example {
  const { parts, texts } = readAsked(text, OWN);
  const words = texts.flatMap((part) => part.split(/[^\p{L}]+/u)).filter((word) => word.length > 2);
  return { labels, features: [...new Set(parts.flatMap(({ features }) => features))], parts: parts.length, words };
}

/** Pure but for `read`, which gives the text of a file by its name. */
export const readExamples = (read: (name: string) => string, labels: readonly string[]): Example[] => [
  ...labels.flatMap((label) => linesOf(read(`${label}.txt`)).map((text) => exampleOf([label], text))),
  ...linesOf(read("several.tsv")).map((line) => {
    const [several = "", text = ""] = line.split("\t");
    return exampleOf(several.split(","), text);
  }),
];

/** What is said around questions and asks for nothing by itself. */
export const readAround = (read: (name: string) => string): Example[] =>
  linesOf(read("around.txt")).map((text) => exampleOf(["none"], text));

/** Words of examples that ask for something, each once. */
export const seenIn = (examples: readonly Example[]): string[] =>
  [...new Set(examples.flatMap(({ labels, words }) => (labels.includes("none") ? [] : words)))].toSorted();
