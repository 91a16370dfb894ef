// The console: reads lines, runs statements and commands one after the other, prints what comes back.
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import type { Writable } from "node:stream";
import type { Place } from "../connect.ts";
import { ask, VIEWS } from "./ask.ts";
import { type Meaning, readCommand } from "./command.ts";
import { sayWritten, writeParquet } from "./export.ts";
import { splitLine, splitText } from "./split.ts";

export type Session = {
  readonly place: Place;
  readonly out: Writable;
  readonly isColoured: boolean;
  format: string;
  /** Writes the answer of a statement to this file instead. */
  readonly parquet?: string;
};

const PROMPT = `${VIEWS}> `;
const MORE = `${" ".repeat(VIEWS.length)}| `;

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.name === "AbortError" ? "cancelled" : error.message === "terminated" ? "broken off" : error.message;
};

const print = async (out: Writable, chunk: string | Uint8Array): Promise<void> => {
  if (!out.write(chunk)) await once(out, "drain");
};

/** What the store says, and where the tables of facts are when one of them was meant. */
function withHint(error: unknown, { facts, readsFacts }: Place): unknown {
  if (!(error instanceof Error)) return error;
  const isTable = /UNKNOWN_TABLE|ACCESS_DENIED/.test(error.message);
  if (!isTable) return error;
  const isOwn = /\b(system|information_schema)\./i.test(error.message);
  const hint = readsFacts
    ? `Tables of facts are named with their database, such as ${facts}.candle; \\tables lists them.`
    : isOwn
      ? "The store's tables about itself are read with --facts; these are the analysts' views, which \\tables lists."
      : `These are the analysts' views, which \\tables lists; --facts reads the tables of facts too, such as ${facts}.candle.`;
  return new Error(`${error.message}\n${hint}`);
}

/** Runs one statement and prints its answer. Throws an Error with the store's words. */
async function runStatement(session: Session, sql: string, signal?: AbortSignal): Promise<void> {
  const { place, out } = session;
  if (session.parquet !== undefined) return saveParquet(session, sql, session.parquet, signal);
  const settings = {
    output_format_pretty_color: session.isColoured ? "1" : "0",
    output_format_pretty_row_numbers: "0",
    output_format_pretty_max_value_width: "80",
  };
  const asked = ask(place, sql, { format: session.format, settings, ...(signal ? { signal } : {}) });
  const body = await asked.catch((error: unknown) => {
    throw withHint(error, place);
  });
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) await print(out, chunk);
}

async function saveParquet(session: Session, sql: string, file: string, signal?: AbortSignal): Promise<void> {
  await print(session.out, `${sayWritten(file, await writeParquet(session.place, sql, file, signal))}\n`);
}

/** Does what a command means; false to leave. */
async function runMeaning(session: Session, meaning: Meaning, signal: AbortSignal): Promise<boolean> {
  if (meaning.kind === "quit") return false;
  if (meaning.kind === "fault") throw new Error(meaning.text);
  if (meaning.kind === "format") session.format = meaning.name === "" ? "PrettyCompact" : meaning.name;
  if (meaning.kind === "say") await print(session.out, `${meaning.text}\n`);
  if (meaning.kind === "parquet") await saveParquet(session, meaning.sql, meaning.file, signal);
  if (meaning.kind === "ask") {
    for (const sql of splitText(meaning.sql)) await runStatement(session, sql, signal);
  }
  return true;
}

const readMeaning = (part: string, place: Place): Promise<Meaning> =>
  part.startsWith("\\") ? readCommand(part, place) : Promise.resolve({ kind: "ask", sql: part });

/** Runs a text given at once: commands and statements in order. Throws an Error with the store's words at the first fault. */
export async function runText(session: Session, text: string): Promise<void> {
  const { signal } = new AbortController();
  for (const part of splitText(text)) {
    if (!(await runMeaning(session, await readMeaning(part, session.place), signal))) return;
  }
}

type Terminal = { readonly history: string[]; onHistory(lines: string[]): void };

function openLines(session: Session, input: NodeJS.ReadableStream, terminal: Terminal): Interface {
  const lines = createInterface({
    input,
    output: session.out,
    terminal: session.isColoured,
    history: terminal.history,
    historySize: 1_000,
    removeHistoryDuplicates: true,
    prompt: PROMPT,
  });
  lines.on("history", (history) => terminal.onHistory(history));
  return lines;
}

/** Reads until the end of the input or `\q`. Faults are printed and do not end it. */
export async function runConsole(session: Session, input: NodeJS.ReadableStream, terminal: Terminal): Promise<void> {
  const lines = openLines(session, input, terminal);
  let typed = "";
  let running: AbortController | null = null;
  const prompt = () => {
    lines.setPrompt(typed === "" ? PROMPT : MORE);
    lines.prompt();
  };
  lines.on("SIGINT", () => {
    if (running) return running.abort();
    void print(session.out, typed === "" ? "\n\\q or Ctrl-D leaves\n" : "\n");
    typed = "";
    prompt();
  });
  /** One statement or command under Ctrl-C; false to leave. */
  const guard = async (meaning: Promise<Meaning>): Promise<boolean> => {
    running = new AbortController();
    const began = performance.now();
    try {
      const done = await meaning;
      const goesOn = await runMeaning(session, done, running.signal);
      if (done.kind === "ask") await print(session.out, `${Math.round(performance.now() - began)} ms\n`);
      return goesOn;
    } catch (error) {
      await print(session.out, `${messageOf(error)}\n`);
      return true;
    } finally {
      running = null;
    }
  };
  prompt();
  for await (const line of lines) {
    const { statements, rest } = splitLine(typed, line);
    typed = rest;
    let goesOn = true;
    for (const part of statements) goesOn &&= await guard(readMeaning(part, session.place));
    if (!goesOn) break;
    prompt();
  }
  lines.close();
}
