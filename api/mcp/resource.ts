// Resources: the documents, the rules and the data dictionary, as they stand in the repository.
import { RULE_TABLES } from "../../schema/rule-table.ts";
import { GUIDES, type Guide, readGuide } from "../surface/guide.ts";

type Resource = {
  readonly listed: {
    readonly uri: string;
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly mimeType: string;
  };
  text(): string;
};

const MARKDOWN = "text/markdown";
/** It is too long for one reading, and read by its parts. */
const DICTIONARY = "data-dictionary";

const page = ({ name, title, about }: Guide): Resource => ({
  listed: { uri: `assay://docs/${name}`, name, title, description: about, mimeType: MARKDOWN },
  text: () => linked(readGuide(name)),
});

/** The document with links to others as a reader of resources can follow them; those to what is none are their words. */
const linked = (text: string): string =>
  text.replace(/\[([^\]]+)\]\(([a-z-]+)\.md(?:#[^)]*)?\)/g, (_link, words: string, name: string) => {
    const uri = name === DICTIONARY ? "assay://dictionary" : `assay://docs/${name}`;
    return RESOURCES.some(({ listed }) => listed.uri === uri) ? `[${words}](${uri})` : words;
  });

/** Parts of the dictionary by name. */
let parts: ReadonlyMap<string, string> | undefined;
function dictionary(): ReadonlyMap<string, string> {
  parts ??= new Map(
    readGuide(DICTIONARY)
      .split(/^(?=### )/m)
      .flatMap((part) => {
        const name = /^### ([a-z]+\.[a-z0-9_]+)$/.exec(part.split("\n", 1)[0] ?? "")?.[1];
        return name === undefined ? [] : [[name, part] as const];
      }),
  );
  return parts;
}

const about = (part: string): string =>
  part
    .split("\n")
    .slice(1)
    .find((line) => line.trim() !== "") ?? "";

export const RESOURCES: readonly Resource[] = [
  ...GUIDES.filter(({ name, group }) => name !== DICTIONARY && group !== "Run it").map(page),
  ...RULE_TABLES.map(
    (rules): Resource => ({
      listed: {
        uri: `assay://rules/${rules.version}`,
        name: rules.version,
        title: `Rules ${rules.version}`,
        description: rules.about.split(". ")[0] ?? "",
        mimeType: "application/json",
      },
      text: () => JSON.stringify(rules),
    }),
  ),
  {
    listed: {
      uri: "assay://dictionary",
      name: "dictionary",
      title: "Data dictionary",
      description: "Every view and table by name; each is a resource of its own.",
      mimeType: MARKDOWN,
    },
    text: () => [...dictionary()].map(([name, part]) => `- assay://dictionary/${name}: ${about(part)}`).join("\n"),
  },
];

export const TEMPLATES = [
  {
    uriTemplate: "assay://dictionary/{name}",
    name: "dictionary-entry",
    title: "A view or table",
    description: "Its columns, units and keys.",
    mimeType: MARKDOWN,
  },
];

/** What stands under an address; null where nothing does. */
export function readResource(uri: string): { readonly mimeType: string; readonly text: string } | null {
  const found = RESOURCES.find(({ listed }) => listed.uri === uri);
  if (found !== undefined) return { mimeType: found.listed.mimeType, text: found.text() };
  const name = /^assay:\/\/dictionary\/([a-z0-9_.]+)$/.exec(uri)?.[1];
  const text = name === undefined ? undefined : dictionary().get(name);
  return text === undefined ? null : { mimeType: MARKDOWN, text };
}
