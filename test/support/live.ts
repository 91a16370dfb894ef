// What tests of MARKET=live read of a running service: sections with their gaps, and how its providers are.
import { VENUES } from "../../ingest/source/venue.ts";
import type { TestService } from "./service.ts";

type Missing = { readonly path: string; readonly reason: string };
type Section = {
  readonly coverage: { readonly assessed: number; readonly expected: number };
  readonly unassessed: readonly Missing[];
  readonly partial?: readonly Missing[];
};
type Sections = Readonly<Record<string, Section & Readonly<Record<string, unknown>>>>;
export type Provider = { readonly provider: string; readonly status: string; readonly known_issue: string | null };

export const PROVIDERS = Object.keys(VENUES);
export const WAIT_MS = 60_000;

export async function sectionsOf(service: TestService, path: string): Promise<Sections> {
  const { body } = await service.get(path);
  return body.data as Sections;
}

export async function providersOf(service: TestService): Promise<readonly Provider[]> {
  const { body } = await service.get("/v1/status");
  return (body.data as { providers: readonly Provider[] }).providers;
}
