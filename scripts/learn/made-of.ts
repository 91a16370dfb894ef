// What the weights were made of: the examples, and everything that says what is seen of a question.
import { createHash } from "node:crypto";

export const LABEL_FILES = "scripts/learn/example";
const SEEN_BY = "concept feature intent near-words part pattern read-intents read-words score sign vocabulary";

/** `read` gives the text of a file by its path in the project. */
export function madeOf(read: (path: string) => string, labels: readonly string[]): string {
  const hash = createHash("sha256");
  const paths = [
    ...labels.map((label) => `${LABEL_FILES}/${label}.txt`),
    `${LABEL_FILES}/several.tsv`,
    `${LABEL_FILES}/around.txt`,
    ...SEEN_BY.split(" ").map((name) => `jobs/ask/${name}.ts`),
    ...["example", "learn", "tell-weights"].map((name) => `scripts/learn/${name}.ts`),
  ];
  for (const path of paths) hash.update(`${path}\n${read(path)}`);
  return hash.digest("hex");
}
