// Sends one statement over ClickHouse's HTTP interface and hands back the answer as it comes.
import type { Place } from "../connect.ts";

export const VIEWS = "analyst";

type AskOptions = {
  readonly format: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** Throws an Error with the store's own words. A FORMAT in the statement wins over `format`. */
export async function ask(place: Place, sql: string, options: AskOptions): Promise<ReadableStream<Uint8Array> | null> {
  const url = new URL(place.url);
  const query: Record<string, string> = { database: VIEWS, default_format: options.format, ...options.settings };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (place.guarded) url.searchParams.set("query", sql);
  const response = await fetch(url, {
    method: place.guarded ? "GET" : "POST",
    headers: { "X-ClickHouse-User": place.user, "X-ClickHouse-Key": place.password },
    ...(place.guarded ? {} : { body: sql }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (response.ok) return response.body;
  const words = (await response.text()).trim();
  throw new Error(words === "" ? `the store answered ${response.status}` : words);
}

/** Rows of a statement of our own. */
export async function askRows<R>(place: Place, sql: string): Promise<R[]> {
  const body = await ask(place, sql, { format: "JSONEachRow" });
  const text = body === null ? "" : await new Response(body).text();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as R);
}
