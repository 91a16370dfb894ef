// What the service says at one moment: which members of which sections have no value and why, and who each section rests on.
import { TRACKED } from "../../../schema/token/tracked.ts";

type Missing = { readonly path: string; readonly reason: string; readonly detail?: string };
type Section = {
  readonly unassessed?: readonly Missing[];
  readonly sources?: readonly (string | { readonly id?: string; readonly provider?: string })[];
};
type Body = {
  readonly data?: Readonly<Record<string, Section | unknown>>;
  readonly sources?: readonly { readonly id?: string; readonly provider: string }[];
};

type SectionReading = {
  /** JSON Pointer of a member without a value to the reason. */
  readonly missing: ReadonlyMap<string, string>;
  /** Providers among its sources, without the mark of simulated data. */
  readonly providers: ReadonlySet<string>;
};
/** By subject and section: `bitcoin/market`, `*market/pulse`. */
export type Reading = ReadonlyMap<string, SectionReading>;

export type StatusReading = {
  readonly freshness: readonly {
    readonly dataset: string;
    readonly tokens_expected: number;
    readonly tokens_fresh: number;
    readonly age_p95_s: number | string;
    readonly slo_s: number;
    readonly attainment_24h_pct: number | string;
  }[];
  readonly providers: readonly {
    readonly provider: string;
    readonly status: string;
    readonly known_issue: string | null;
  }[];
};

const ANSWER_MS_MAX = 10_000;
export const plain = (provider: string): string => provider.replace(/^sandbox:/, "");

async function get<T>(url: string): Promise<T> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return (await answer.json()) as T;
}

const isSection = (value: unknown): value is Section =>
  typeof value === "object" && value !== null && Array.isArray((value as Section).unassessed);

/** Members that tell one entry of a list from another. */
const NAMES = ["chain", "sector", "venue", "symbol", "name", "id", "kind"];

/** A pointer that names entries of lists by what they are: their places change from one reading to the next. */
function namedPath(section: object, path: string): string {
  let value: unknown = section;
  const names = path.split("/").map((step, at) => {
    if (at === 0) return step;
    const list = Array.isArray(value);
    value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
    const entry = list && typeof value === "object" && value !== null ? value : {};
    const name = NAMES.map((one) => Reflect.get(entry, one)).find((one) => typeof one === "string");
    return name ?? step;
  });
  return names.join("/");
}

function sectionsOf(subject: string, body: Body): [string, SectionReading][] {
  const named = new Map((body.sources ?? []).map((source) => [source.id, source.provider]));
  return Object.entries(body.data ?? {}).flatMap(([id, section]) => {
    if (!isSection(section)) return [];
    const said = (section.sources ?? []).map((one) =>
      typeof one === "string" ? named.get(one) : (one.provider ?? named.get(one.id)),
    );
    const providers = new Set(said.flatMap((provider) => (provider === undefined ? [] : plain(provider))));
    const missing = new Map((section.unassessed ?? []).map(({ path, reason }) => [namedPath(section, path), reason]));
    return [[`${subject}/${id}`, { missing, providers }] as [string, SectionReading]];
  });
}

/** Reads the state of every tracked token and the market. */
export async function readAll(url: string): Promise<Reading> {
  const found: [string, SectionReading][] = [];
  for (const { id } of TRACKED) found.push(...sectionsOf(id, await get<Body>(`${url}/v1/state/${id}`)));
  found.push(...sectionsOf("*market", await get<Body>(`${url}/v1/market`)));
  return new Map(found);
}

export const readStatus = async (url: string): Promise<StatusReading> =>
  (await get<{ data: StatusReading }>(`${url}/v1/status`)).data;
