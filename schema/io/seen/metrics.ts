// What a process counts and measures, in Prometheus' text form; the only file that knows prom-client.
import { collectDefaultMetrics, Registry } from "prom-client";
import { type Count, type Family, families, type Spans } from "./tally.ts";

/** One number of a gauge. */
export type Reading = { readonly value: number; readonly labels?: Readonly<Record<string, string>> };
/** What is looked at when somebody asks. Rejecting leaves out what it would have told, and is counted. */
export type Gauge = { readonly name: string; readonly help: string; read(): Iterable<Reading> };
/** Gauges that are read together. */
export type Look = { readonly name: string; gauges(): Promise<readonly Gauge[]> };

type Metrics = { readonly contentType: string; text(): Promise<string> };

type Labels = Readonly<Record<string, string | number>>;
type Value = { readonly value: number; readonly labels: Labels; readonly metricName?: string };
/** What the registry asks of a metric. */
type Metric = { name: string; get(): Promise<{ name: string; help: string; type: string; values: Value[] }> };

const labelsOf = ({ labels }: Family, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ""]));

function spansOf(name: string, labels: Record<string, string>, spans: Spans): Value[] {
  let below = 0;
  const buckets = spans.bounds.map((le, at) => {
    below += spans.within[at] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { ...labels, le: "+Inf" }, value: spans.count },
    { metricName: `${name}_sum`, labels, value: spans.sum },
    { metricName: `${name}_count`, labels, value: spans.count },
  ];
}

const countOf = (labels: Record<string, string>, { value }: Count): Value => ({ labels, value });

function valuesOf(family: Family): Value[] {
  if (family.kind === "counter") {
    return [...family.all()].map(({ values, held }) => countOf(labelsOf(family, values), held));
  }
  return [...family.all()].flatMap(({ values, held }) => spansOf(family.name, labelsOf(family, values), held));
}

const metricOf = (family: Family): Metric => ({
  name: family.name,
  get: async () => ({ name: family.name, help: family.help, type: family.kind, values: valuesOf(family) }),
});

const gaugeOf = ({ name, help, read }: Gauge): Metric => ({
  name,
  get: async () => ({
    ...{ name, help, type: "gauge" },
    values: [...read()].map(({ value, labels = {} }) => ({ value, labels })),
  }),
});

/** What does not answer is left out soon: who asks waits for ten seconds, and loses the whole then. */
const LOOK_MS = 3_000;

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, LOOK_MS, new Error(`not told within ${LOOK_MS} ms`));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How many collections of garbage and delays of the loop there are is measured from here on. */
export function openMetrics(process: string, looks: readonly Look[]): Metrics {
  const own = new Registry();
  own.setDefaultLabels({ process });
  collectDefaultMetrics({ register: own });
  const add = (registry: Registry, metric: Metric) => registry.registerMetric(metric as never);
  const failed = new Map(looks.map(({ name }) => [name, 0]));
  const lookAt = async (registry: Registry, { name, gauges }: Look) => {
    try {
      for (const gauge of await inTime(gauges())) add(registry, gaugeOf(gauge));
    } catch {
      failed.set(name, (failed.get(name) ?? 0) + 1);
    }
  };
  return {
    contentType: own.contentType,
    async text() {
      const asked = new Registry();
      asked.setDefaultLabels({ process });
      for (const family of families()) add(asked, metricOf(family));
      await Promise.all(looks.map((look) => lookAt(asked, look)));
      add(asked, {
        name: "looks_failed_total",
        get: async () => ({
          ...{ name: "looks_failed_total", type: "counter" },
          help: "Times that something could not be looked at when metrics were asked for.",
          values: [...failed].map(([look, value]) => ({ labels: { look }, value })),
        }),
      });
      return `${await own.metrics()}\n${await asked.metrics()}`;
    },
  };
}
