// Names for shapes that answers share: equal shapes become one component and a reference to it.
import type { TSchema } from "typebox";
import { EVIDENCE, EVIDENCE_KINDS } from "../../schema/evidence/index.ts";
import { MARKET_SECTIONS } from "../../schema/market/index.ts";
import { HistoryEvent, Note } from "../../schema/object/history.ts";
import { MESSAGE_BODIES, PingBody } from "../../schema/object/message.ts";
import { CONDITIONS } from "../../schema/object/monitor.ts";
import { StatusData } from "../../schema/object/status.ts";
import { TokenItem } from "../../schema/object/token-list.ts";
import { SECTIONS } from "../../schema/section/index.ts";
import { SERIES } from "../../schema/series/index.ts";
import { SeriesCoverage, seriesShape } from "../../schema/series/series.ts";
import { EVIDENCE_ITEMS, EvidenceItem } from "../../schema/shape/evidence.ts";
import { Candidate, Problem, ProblemItem } from "../../schema/shape/problem.ts";
import { Coverage, Missing } from "../../schema/shape/section-base.ts";
import { Signal } from "../../schema/shape/signal.ts";
import { Source } from "../../schema/shape/source.ts";
import { TokenId } from "../../schema/shape/text.ts";
import { Time } from "../../schema/shape/time.ts";
import { ResolvedToken } from "../../schema/shape/token-ref.ts";
import { ROUTES } from "../route/index.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const pascal = (words: string) =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

const named = (prefix: string, shapes: Readonly<Record<string, TSchema>>) =>
  Object.entries(shapes).map(([id, shape]) => [`${prefix}${pascal(id)}`, shape] as const);

const series = Object.fromEntries(Object.entries(SERIES).map(([id, shape]) => [id, seriesShape(shape)]));

/** Every named shape; the envelopes carry the name of their object. */
const SHAPES: readonly (readonly [string, TSchema])[] = [
  ...Object.entries({ Time, TokenId, Source, Missing, Coverage, ResolvedToken, Signal, TokenItem, StatusData }),
  ...Object.entries({ HistoryEvent, Note, SeriesCoverage, Candidate, ProblemItem, Problem }),
  ...Object.entries({ Conditions: CONDITIONS, MessagePing: PingBody }),
  ...named("Message", MESSAGE_BODIES),
  ...named("Section", SECTIONS),
  ...named("Market", MARKET_SECTIONS),
  ...named("Series", series),
  ["EvidenceItem", EvidenceItem],
  ...named("Evidence", EVIDENCE_ITEMS),
  ...named("EvidenceData", EVIDENCE),
  ...ROUTES.map(
    ({ contract }) => [pascal(String((contract.output as { title?: string }).title)), contract.output] as const,
  ),
];

const plain = (shape: unknown): Json => JSON.parse(JSON.stringify(shape)) as Json;

const byText = new Map<string, string>();
for (const [name, shape] of SHAPES) {
  const text = JSON.stringify(shape);
  if (!byText.has(text)) byText.set(text, name);
}

const refTo = (name: string) => `#/components/schemas/${name}`;

/** Replaces every named shape inside by a reference; `self` is the one that is being written out. */
function refer(node: Json, self: string): Json {
  if (node === null || typeof node !== "object") return node;
  if (Array.isArray(node)) return node.map((item) => refer(item, self));
  const name = byText.get(JSON.stringify(node));
  if (name !== undefined && name !== self) return { $ref: refTo(name) };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, refer(value, self)]));
}

/** Shapes that are published as the union of others, told apart by a member. */
const UNIONS: Readonly<Record<string, Json>> = {
  EvidenceItem: {
    description: "One piece of evidence: `kind` says what form `data` has.",
    oneOf: EVIDENCE_KINDS.map((kind) => ({ $ref: refTo(`Evidence${pascal(kind)}`) })),
    discriminator: {
      propertyName: "kind",
      mapping: Object.fromEntries(EVIDENCE_KINDS.map((kind) => [kind, refTo(`Evidence${pascal(kind)}`)])),
    },
  },
};

/** A shape with its named parts as references. */
export const toSchema = (shape: TSchema): Json => refer(plain(shape), "");

/** components/schemas of the description. */
export const componentSchemas = (): { [name: string]: Json } =>
  Object.fromEntries(
    SHAPES.filter(([name, shape]) => byText.get(JSON.stringify(shape)) === name).map(([name, shape]) => [
      name,
      UNIONS[name] ?? refer(plain(shape), name),
    ]),
  );
