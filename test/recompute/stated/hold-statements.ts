// Published statements give what was served: as of several instants, with what was known by then, every member of every
// section and row of every series, what evaluations and signals look at, and the same members unassessed.
import t from "tap";
import { compareEvaluation } from "../../../jobs/replay/compare-evaluation.ts";
import { EVER_MS } from "../../../schema/dataset/version.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { askStatement, readStatements } from "../../../schema/io/statement.ts";
import { type Compared, compareSection, isUnassessed, type StatementRow } from "../../../schema/recompute/compare.ts";
import { STATED, type Statement } from "../../../schema/recompute/statement.ts";
import { BUCKET_S } from "../../../schema/series/series.ts";
import { FEW } from "./few.ts";
import { holdOrders } from "./hold-orders.ts";
import { askStaged, openAnswers } from "./staged.ts";
import { type Built, historyAt, IDS, openStated } from "./world.ts";

const isWhole = IDS.length > FEW.length;
const statements = readStatements();
const numbersOf = (text = "") => text.split(" ").filter(Boolean).map(Number);
/** The first and the last of the instants that are looked at, from 1 on. */
const [FIRST = 1, LAST = 6] = numbersOf(process.env.STATED_INSTANTS);
/** Which part of the tokens, from 1 on, of how many. */
const [PART = 1, PARTS = 1] = numbersOf(process.env.STATED_PART);
/** The statements that are looked at, by their names or by what they are of; all where none is named. */
const ONLY = (process.env.STATED_ONLY ?? "").split(",").filter(Boolean);
const isLooked = (section: string) =>
  ONLY.length === 0 || ONLY.includes(section) || ONLY.includes(`${STATED.get(section)}/*`);
const LOOKS_AT_INPUTS = isLooked("evaluation") || isLooked("signal");
const LOOKS_BACK = [...STATED].some(([section, of]) => of === "history" && isLooked(section));
/** How far back the rows of a series are compared, by the length of their buckets. */
const SINCE_MS = { "15m": 3 * DAY_MS, "1h": 14 * DAY_MS, "6h": 90 * DAY_MS } as const;
const RESOLUTIONS = ["15m", "1h", "6h"] as const;
/** Of so many tokens one has what verdicts and signals look at made by those statements alone too. */
const ALONE_EVERY = 25;

t.test("every section and series, and what verdicts and signals look at, has a statement", (t) => {
  t.same([...statements.keys()].sort(), [...STATED.keys()].sort());
  t.end();
});

t.test("recomputed is served, member by member", async (t) => {
  t.setTimeout(isWhole ? 14_400_000 : 900_000);
  const { analyst, deps, instants } = await openStated(t, { first: FIRST, last: LAST });
  const seen = new Map([...statements.keys()].map((section) => [section, { members: 0, unassessed: 0 }]));
  const { answerOf, answersOf, forget } = openAnswers(analyst, statements);
  const hold = (statement: Statement, served: object, rows: readonly StatementRow[], name: string) =>
    tell(statement, compareSection(statement, served, rows), name);
  const tell = (statement: Statement, compared: readonly Compared[], name: string) => {
    const differing = compared.filter(({ isSame }) => !isSame);
    t.same(differing, [], `${statement.section} ${name}: ${compared.length} members`);
    const tally = seen.get(statement.section);
    if (tally === undefined) return;
    tally.members += compared.length;
    tally.unassessed += compared.filter(isUnassessed).length;
  };
  /** Of each resolution, read once of all tokens. */
  const historiesAt = (at: number, tokens: readonly string[], resolutions: readonly (typeof RESOLUTIONS)[number][]) =>
    Promise.all(
      resolutions.map(async (resolution) => {
        const window = { at, since: at - SINCE_MS[resolution], sizeS: BUCKET_S[resolution] };
        return { resolution, window, servedOf: await historyAt(deps, tokens, window) };
      }),
    );
  const holdSeries = async (histories: Awaited<ReturnType<typeof historiesAt>>, token: string, when: string) => {
    for (const { resolution, window, servedOf } of histories) {
      const served = servedOf(token);
      for (const statement of statements.values()) {
        const rows = served.get(statement.section);
        if (rows === undefined || !isLooked(statement.section)) continue;
        // Of rows that were corrected history shows the newest, whenever it came.
        const made = await askStatement(analyst, statement, { ...window, token, known: EVER_MS });
        hold(statement, rows, made, `${token} ${resolution} ${when}`);
      }
    }
  };
  /** Asked with the answers of the sections that it is made of; `isAlone`: as it is published too, which makes those again. */
  const askInputs = async (
    statement: Statement,
    built: Built,
    token: string,
    side: "buy" | "sell",
    isAlone: boolean,
  ) => {
    const asked = { ...built, token, side };
    const rows = await askStaged(analyst, statement, asked, await answersOf(built, token));
    const name = `${statement.section} ${token} ${side}: of answers, and alone`;
    if (isAlone) t.same(rows, await askStatement(analyst, statement, asked), name);
    return rows;
  };
  const holdInputs = async (built: Built, token: string, side: "buy" | "sell", when: string, isAlone: boolean) => {
    const [judged, detected] = [statements.get("evaluation"), statements.get("signal")];
    if (judged === undefined || detected === undefined) return;
    const rows = await askInputs(judged, built, token, side, isAlone);
    tell(judged, compareSection(judged, built.metricsOf(token, side), rows), `${token} ${side} ${when}`);
    const issued = built.evaluationOf(token);
    if (issued !== null && side === "buy") tell(judged, compareEvaluation(issued, rows), `${token} as issued ${when}`);
    const seen = built.signals.get(token) ?? {};
    hold(detected, seen, await askInputs(detected, built, token, side, isAlone), `${token} ${when}`);
  };
  const holdSections = async (built: Built, of: "state" | "market", token: string, when: string) => {
    for (const statement of statements.values()) {
      if (statement.of !== of || !isLooked(statement.section)) continue;
      const served = built.sectionOf(statement.section, token);
      hold(statement, served, await answerOf(built, token, statement.section), `${token} ${when}`);
    }
  };
  const orders = { deps, analyst, statements, answersOf };
  const tokensAt = (index: number) =>
    isWhole ? IDS.filter((_, place) => place % PARTS === PART - 1) : IDS.slice((index * 5) % IDS.length).slice(0, 1);
  for (const [place, [when, built]] of instants.entries()) {
    const index = FIRST - 1 + place;
    if (index === 0 && PART === 1 && isLooked("order")) await holdOrders(t, orders, built, "ethereum");
    const side = Math.floor(index / 2) % 2 === 0 ? "buy" : "sell";
    const resolutions = isWhole ? RESOLUTIONS : RESOLUTIONS.slice(index % RESOLUTIONS.length).slice(0, 1);
    const tokens = tokensAt(index);
    const histories = !LOOKS_BACK ? [] : await historiesAt(built.at, tokens, resolutions);
    for (const [nth, token] of tokens.entries()) {
      await holdSections(built, "state", token, when);
      const isAlone = isWhole ? (nth + index) % ALONE_EVERY === 0 : index % 4 === 0;
      // They cost as much as all sections together: a market of a few tokens has them at every other instant.
      if ((isWhole || index % 2 === 0) && LOOKS_AT_INPUTS) await holdInputs(built, token, side, when, isAlone);
      await holdSeries(histories, token, when);
      forget();
    }
    if (PART === 1) await holdSections(built, "market", "", when);
    t.comment(`${when}: ${[...seen.values()].reduce((sum, { members }) => sum + members, 0)} members so far`);
  }
  for (const [section, { members, unassessed }] of instants.length > 3 && PARTS === 1 && ONLY.length === 0 ? seen : [])
    if (section !== "order") t.ok(members > unassessed, `${section}: ${members} members, ${unassessed} unassessed`);
});
