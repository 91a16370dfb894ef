// Unlock schedules in the shape that DefiLlama's emissions-adapters give them: nothing is released twice or out of nothing.
import t from "tap";
import { parseSchedule } from "../../../ingest/venue/defillama/parse-unlock.ts";

const DAY_S = 86_400;
const DAY = DAY_S * 1_000;
const TODAY = Date.UTC(2026, 6, 1);
const NOW = TODAY + DAY / 2;
const MONTH_S = 2_629_743;

type Cliff = { kind: "cliff"; start: number; amount: number };
type Step = { kind: "step"; start: number; every: number; steps: number; amount: number };
type Linear = { kind: "linear"; start: number; end: number; amount: number };
type Part = Cliff | Step | Linear;
type Section = { label: string; category: string; parts: readonly Part[] };

const inDays = (days: number): number => TODAY / 1_000 + days * DAY_S;

/** As utils/convertToRawData.ts: steps end their periods. */
const changesOf = (part: Part): { at: number; amount: number }[] => {
  if (part.kind === "cliff") return [{ at: part.start, amount: part.amount }];
  if (part.kind === "linear") return [];
  return Array.from({ length: part.steps }, (_, i) => ({ at: part.start + (i + 1) * part.every, amount: part.amount }));
};

/** As utils/events.ts: steps begin their periods. */
const eventsOf = ({ category, parts }: Section) =>
  parts.flatMap((part) => {
    const event = (timestamp: number) => ({ timestamp, noOfTokens: [part.amount], category, unlockType: "cliff" });
    if (part.kind === "cliff") return [event(part.start)];
    if (part.kind === "linear") return [];
    return Array.from({ length: part.steps }, (_, i) => event(part.start + i * part.every));
  });

/** As utils/convertToChartData.ts: totals at every midnight, from half a year back to a year ahead. */
const seriesOf = ({ label, parts }: Section) => {
  const changes = parts.flatMap(changesOf);
  let trickled = 0;
  const data = Array.from({ length: 540 }, (_, index) => {
    const timestamp = inDays(index - 180);
    for (const part of parts)
      if (part.kind === "linear" && part.start <= timestamp && part.end > timestamp)
        trickled += (part.amount * DAY_S) / (part.end - part.start);
    const fallen = changes.filter(({ at }) => at <= timestamp).reduce((sum, { amount }) => sum + amount, 0);
    return { timestamp, unlocked: fallen + trickled };
  });
  return { label, data };
};

const bodyOf = (sections: readonly Section[], more: readonly Section[] = []) => ({
  gecko_id: "arbitrum",
  documentedData: { data: sections.map(seriesOf) },
  categories: Object.fromEntries(sections.map(({ category, label }) => [category, [label]])),
  metadata: { token: "coingecko:arbitrum", events: [...more, ...sections].flatMap(eventsOf) },
});

const releasesOf = (body: unknown) => {
  const { releases } = parseSchedule(body, NOW);
  const cliffs = releases.filter(({ kind }) => kind === "cliff");
  const trickle = releases.filter(({ kind }) => kind === "linear");
  return { cliffs, trickle, sum: releases.reduce((sum, { amount }) => sum + amount, 0) };
};

/** A quarter after a year and the rest by months behind it, as most teams and investors vest. */
const vesting = (startDays: number, steps: number): Section => ({
  label: "Investors",
  category: "insiders",
  parts: [
    { kind: "cliff", start: inDays(startDays) + 3_600, amount: 250 },
    { kind: "step", start: inDays(startDays) + 3_600, every: MONTH_S, steps, amount: 10 },
  ],
});

t.test("a cliff from which monthly steps follow is told alone, and each step once", (t) => {
  const { cliffs, trickle, sum } = releasesOf(bodyOf([vesting(10, 36)]));
  t.same(
    cliffs.map(({ amount }) => Math.round(amount * 1e6) / 1e6),
    [250, 10, 10],
    "not 260 on the first day: the events have a step there that the totals do not have",
  );
  t.same(
    cliffs.map(({ at }) => at / 1_000),
    [0, 1, 2].map((i) => inDays(10) + 3_600 + i * MONTH_S),
  );
  t.ok(trickle.every(({ amount }) => amount === 0));
  t.equal(Math.round(sum), 270, "what the totals grow by");
  t.end();
});

t.test("the last step, which the events do not have, is a cliff and no trickle", (t) => {
  // Eight monthly steps that began about eight months ago less ten days.
  const start = -Math.floor((8 * MONTH_S) / DAY_S) + 10;
  const { cliffs, trickle } = releasesOf(bodyOf([vesting(start, 8)]));
  t.match(cliffs, [{ kind: "cliff", amount: 10, category: "insiders" }]);
  t.ok((cliffs[0]?.at ?? 0) % DAY === 0, "at the midnight by which the totals have it");
  t.ok(trickle.every(({ amount }) => amount === 0));
  t.end();
});

t.test("a section that is told a second time in the events is counted once", (t) => {
  const team: Section = {
    label: "Team",
    category: "insiders",
    parts: [{ kind: "cliff", start: inDays(5), amount: 300 }],
  };
  const mining: Section = {
    label: "Mining",
    category: "farming",
    parts: [{ kind: "linear", start: inDays(-100), end: inDays(200), amount: 3_000 }],
  };
  const { cliffs, trickle, sum } = releasesOf(bodyOf([team, mining], [{ ...team, label: "Team, as documented" }]));
  t.same(cliffs, [{ at: inDays(5) * 1_000, kind: "cliff", amount: 300, category: "insiders" }]);
  t.ok(
    trickle.every(({ amount }) => Math.abs(amount - 10) < 1e-6),
    "ten a day, on the day of the cliff too",
  );
  t.equal(Math.round(sum), 300 + 101 * 10);
  t.end();
});

t.test("what nobody has dated yet is not released tomorrow", (t) => {
  const reserve: Section = {
    label: "Community Rewards",
    category: "farming",
    parts: [{ kind: "cliff", start: NOW / 1_000 + DAY_S, amount: 388 }],
  };
  const body = bodyOf([vesting(10, 36), reserve]);
  const events = body.metadata.events.filter(({ category }) => category !== "farming");
  const undated = (section: unknown) => ({
    ...body,
    metadata: { ...body.metadata, events },
    componentData: { sections: { "Community Rewards": section } },
  });
  t.equal(
    Math.round(releasesOf({ ...body, metadata: { ...body.metadata, events } }).sum),
    270 + 388,
    "dated it counts",
  );
  t.equal(Math.round(releasesOf(undated({ isTBD: true })).sum), 270);
  const alone = { ...bodyOf([reserve]), componentData: { sections: { "Community Rewards": { isTBD: true } } } };
  t.equal(releasesOf(alone).sum, 0, "nor where the events tell it and nothing else is dated");
  t.equal(Math.round(releasesOf(undated({ components: { a: { isTBD: true } } })).sum), 270);
  t.equal(Math.round(releasesOf(undated({ components: { a: { isTBD: true }, b: {} } })).sum), 658);
  for (const odd of [null, [], { components: [null] }, { components: { a: null } }]) {
    t.equal(Math.round(releasesOf(undated(odd)).sum), 658, "of another shape it says nothing, and costs no schedule");
  }
  t.end();
});

t.test("without totals the events stand as they are, and a total that is none is refused, not filled", (t) => {
  const { events } = bodyOf([vesting(10, 2)]).metadata;
  t.same(
    releasesOf({ gecko_id: "arbitrum", metadata: { events } }).cliffs.map(({ amount }) => amount),
    [260, 10],
  );
  const body = bodyOf([vesting(10, 36)]);
  const data = body.documentedData.data.map((one) => ({
    ...one,
    data: one.data.map((point) => ({ ...point, unlocked: point.timestamp === inDays(20) ? null : point.unlocked })),
  }));
  const odd = releasesOf({ ...body, documentedData: { data } }).trickle.filter(({ amount }) => Number.isNaN(amount));
  t.same(
    odd.map(({ at }) => at / 1_000),
    [inDays(20), inDays(21)],
  );
  t.end();
});
