// The guides: every page of docs/ that people and models read, in the order of their menu, and its text as callers get it.
import { readFileSync } from "node:fs";
import type { Env } from "../../schema/env.ts";
import { originOf } from "../../schema/link.ts";

export type Guide = {
  /** Of its file, and of its address under /docs/. */
  readonly name: string;
  readonly title: string;
  /** What it answers, in a sentence. */
  readonly about: string;
  readonly group: "Begin" | "Use it" | "Trust it" | "Run it";
};

export const GUIDES: readonly Guide[] = [
  {
    name: "quick-start",
    title: "Quick start",
    about: "A first answer with curl, TypeScript, Python and Go, and how to read it.",
    group: "Begin",
  },
  {
    name: "unassessed",
    title: "What was not measured",
    about: "What the word unassessed means, why it is there, and what a program does with it.",
    group: "Begin",
  },
  {
    name: "errors",
    title: "Errors",
    about: "How an error looks, every code with what to do, and when to ask again.",
    group: "Begin",
  },
  {
    name: "limits",
    title: "Limits",
    about: "How often, how much and how large; how an answer tells what is left.",
    group: "Begin",
  },
  {
    name: "asking",
    title: "Asking",
    about: "Questions, claims, briefs and addresses, each with an example.",
    group: "Use it",
  },
  {
    name: "agents",
    title: "Agents",
    about: "Whole jobs in one call: what a run says, and by which rules.",
    group: "Use it",
  },
  {
    name: "tools",
    title: "Tools",
    about: "The calls as tools of MCP: how clients are set up, how much tools answer, how they are paid.",
    group: "Use it",
  },
  {
    name: "webhooks",
    title: "Webhooks",
    about: "Monitors, receivers that verify, what was missed.",
    group: "Use it",
  },
  {
    name: "client",
    title: "A typed client",
    about: "TypeScript made of the API's own description, and one that pays.",
    group: "Use it",
  },
  { name: "paying", title: "Paying", about: "What calls cost, and how a payment goes.", group: "Use it" },
  {
    name: "methods",
    title: "Methods",
    about: "How numbers, signals, verdicts and scores are made.",
    group: "Trust it",
  },
  {
    name: "proofs",
    title: "Proofs and the record",
    about: "Verdicts, orders of a size, how to check a proof, the public record.",
    group: "Trust it",
  },
  { name: "providers", title: "Providers", about: "What each provider is asked.", group: "Trust it" },
  {
    name: "analysts",
    title: "For analysts",
    about: "SQL over the facts, views, Parquet.",
    group: "Trust it",
  },
  {
    name: "data-dictionary",
    title: "Data dictionary",
    about: "Every view, table and column.",
    group: "Trust it",
  },
  {
    name: "operating",
    title: "Operating it",
    about: "Commands, settings, processes, servers, nginx.",
    group: "Run it",
  },
  { name: "runbook", title: "Runbook", about: "What each alert means, and what to do about it.", group: "Run it" },
  {
    name: "reliability",
    title: "Reliability",
    about: "What must hold whatever fails, how each fault is played, and what was measured.",
    group: "Run it",
  },
  { name: "measuring", title: "Measuring it", about: "Benchmarks and soaks.", group: "Run it" },
];

/** As it stands in the repository. */
export const readGuide = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8");

/** With commands that reach this service, wherever it is. */
export const guideText = (name: string, env: Pick<Env, "PUBLIC_URL" | "PORT">): string =>
  readGuide(name).replace(/(?:https?:\/\/)?localhost:8080\b/g, originOf(env));
