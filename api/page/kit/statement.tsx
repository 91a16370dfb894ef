// Where a number is made again: the published SQL of its section. Which sections have one the service says, so that a new
// statement changes no page.
import { useEffect, useState } from "preact/hooks";
import { askText } from "./ask.ts";
import { words } from "./format.ts";

const LIST = "/recompute";

/** Where the statement of a section stands, by its name. */
type Statements = ReadonlyMap<string, string>;
type Listed = { readonly statements: readonly { readonly section: string; readonly url: string }[] };

let asked: Promise<Statements | null> | null = null;

/** Asked for once a page, when a number is first looked behind; null where nobody told. */
function statements(): Promise<Statements | null> {
  asked ??= askText(LIST).then((told) => {
    if (told?.isOk !== true) {
      asked = null;
      return null;
    }
    const { statements: list } = JSON.parse(told.text) as Listed;
    // The page is of this origin, whatever name the service is known by.
    return new Map(list.map(({ section, url }) => [section, new URL(url).pathname]));
  });
  return asked;
}

function useStatements(): Statements | null {
  const [told, setTold] = useState<Statements | null>(null);
  useEffect(() => {
    let isGone = false;
    void statements().then((list) => {
      if (!isGone) setTold(list);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return told;
}

type MadeAgainProps = {
  /** Sections or series whose numbers these are. */
  readonly sections: readonly string[];
  /** What stands before their links. */
  readonly lead?: string;
};

const LEAD = "SQL that makes it again from what was read: ";

/** The line that leads to the SQL of one section or more. */
export function MadeAgain({ sections, lead = LEAD }: MadeAgainProps) {
  const told = useStatements();
  if (told === null || sections.length === 0) {
    return (
      <p class="soft">
        <a href={LIST}>The SQL that makes numbers again</a>
      </p>
    );
  }
  const [stated, others] = [sections.filter((one) => told.has(one)), sections.filter((one) => !told.has(one))];
  return (
    <p class="soft made-again">
      {stated.length > 0 && lead}
      {stated.map((one, at) => (
        <span key={one}>
          {at > 0 && ", "}
          <a href={told.get(one) ?? LIST}>{words(one)}</a>
        </span>
      ))}
      {stated.length > 0 && ". "}
      {others.length > 0 && `No SQL is published yet that makes ${others.map(words).join(", ")} again.`}
    </p>
  );
}
