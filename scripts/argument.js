// Whether what follows a command is what it takes, by the table that `--help` prints: nothing is ignored, and nothing
// starts on a mistyped word. Plain JavaScript without dependencies: it is asked before there are any.
import { existsSync, readFileSync } from "node:fs";
import { COMMANDS } from "./help.js";

const quoted = (text) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Ids of the tokens there are, as their list is written. */
export const tokenIds = () =>
  [
    ...readFileSync(new URL("../schema/token/token-list.ts", import.meta.url), "utf8").matchAll(
      /^([a-z0-9-]+)(?:\|[^|\n]*){5}$/gm,
    ),
  ].map(([, id]) => id);

/** Forms of an argument by name: null where the text has it, else what it must be. */
const FORMS = {
  text: () => null,
  file: (text) => (existsSync(text) ? null : "must be a file that is there"),
  files: (text) =>
    text.startsWith("-") || /[*?]/.test(text) || existsSync(text) ? null : "must be a file that is there",
  name: (text) => (/^[a-z][a-z0-9-]*$/.test(text) ? null : "must be a name such as binance"),
  together: (text) =>
    /^[a-z][a-z0-9-]*(\+[a-z][a-z0-9-]*)*$/.test(text)
      ? null
      : "must be a name such as jobs, or several such as minus-1+new-york",
  signal: (text) => (/^[a-z]+(_[a-z]+)*$/.test(text) ? null : "must be a kind of signal such as volume_spike"),
  names: (text) => (/^[a-z0-9][a-z0-9-]*(,[a-z0-9][a-z0-9-]*)*$/.test(text) ? null : "must be names joined by commas"),
  tokens: (text) => {
    if (FORMS.count(text) === null) return null;
    const known = tokenIds();
    const unknown = text.split(",").filter((id) => !known.includes(id));
    return unknown.length === 0
      ? null
      : `must be how many, or ids joined by commas, and there is no ${unknown.join(", ")} among ${known.join(", ")}`;
  },
  count: (text) => (/^[1-9]\d{0,8}$/.test(text) ? null : "must be a whole number from 1 on"),
  manner: (text) =>
    ["ok", "error", "gone", "redirect", "slow", "hang"].includes(text)
      ? null
      : "must be ok, error, gone, redirect, slow or hang",
  cases: (text) =>
    /^(all|F([1-9]|1\d|2[0-7])(,F([1-9]|1\d|2[0-7]))*)$/.test(text)
      ? null
      : "must be F1 to F27, several as F1,F4, or all",
  several: (text) => (["cluster", "sentinel"].includes(text) ? null : "must be cluster or sentinel"),
  watched: (text) => (["storm", "kill", "flush"].includes(text) ? null : "must be storm, kill or flush"),
  seed: (text) => (/^\d{1,9}$/.test(text) ? null : "must be a whole number from 0 on"),
  days: (text) => (/^[1-9]\d*$/.test(text) && Number(text) <= 400 ? null : "must be a whole number from 1 to 400"),
  "time or none": (text) => (/^\d+(\.\d+)?$/.test(text) ? null : "must be a number"),
  time: (text) => (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? null : "must be a number above 0"),
  // What Node can wait: a longer time would be none.
  hours: (text) =>
    FORMS.time(text) === null && Number(text) <= 596 ? null : "must be a number above 0, and at most 596",
  url: (text) =>
    /^https?:\/\//.test(text) && URL.canParse(text) ? null : "must be an address such as http://127.0.0.1:9129",
  call: (text) =>
    text.startsWith("/") || FORMS.url(text) === null
      ? null
      : "must be a path such as /v1/state/bitcoin, or a whole URL",
  seedBytes: (text) => (/^[0-9a-f]{64}$/i.test(text) ? null : "must be 32 bytes in hex"),
};

/** Takes the options apart from the words; the first that is unknown, lacks its value or has one too many is the fault. */
function readArguments(given, options) {
  const words = [];
  const values = [];
  for (let at = 0; at < given.length; at += 1) {
    const one = given[at];
    if (one === "--") return { words: [...words, ...given.slice(at + 1)], values };
    if (!/^-{1,2}[A-Za-z]/.test(one)) {
      words.push(one);
      continue;
    }
    const [name, inline] = one.includes("=")
      ? [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]
      : [one];
    const form = Object.hasOwn(options, name) ? options[name] : undefined;
    if (form === undefined) return { fault: `there is no option ${name}` };
    if (form === null) {
      if (inline !== undefined) return { fault: `${name} takes no value` };
      continue;
    }
    const isOptional = form.endsWith("?");
    const next = given[at + 1];
    const value = inline ?? (next === undefined || (next.startsWith("-") && next !== "-") ? undefined : next);
    if (value === undefined && !isOptional) return { fault: `${name} needs a value` };
    if (value !== undefined && inline === undefined) at += 1;
    if (value !== undefined) values.push([name, value, isOptional ? form.slice(0, -1) : form]);
  }
  return { words, values };
}

/** What is wrong with words where `named` are taken; those that end in `?` may be left out, the last in `…` repeats. */
function wrongWord(words, named) {
  for (const [at, word] of words.entries()) {
    const last = named.at(-1);
    const [name, form] = named[at] ?? (last?.[0].endsWith("…") ? last : []);
    if (name === undefined) return named.length === 0 ? `takes no ${quoted(word)}` : `${quoted(word)} is one too many`;
    const wrong = FORMS[form](word);
    if (wrong !== null) return `${name.replace(/[?…]+$/, "")} is ${quoted(word)}: it ${wrong}`;
  }
  const missing = named[words.length]?.[0];
  return missing === undefined || /[?…]$/.test(missing) ? null : `${missing} is missing`;
}

/** One line for a person, or null where everything that follows the command is what it takes. */
export function wrongArguments(mode, given) {
  const { call, takes = {} } = COMMANDS[mode];
  const command = call.split(" -- ")[0].split(" [--")[0];
  const more = `${command} -- --help says what may follow`;
  const say = (problem) => `${command}: ${problem}. ${more}.`;
  const { commands } = takes;
  const first = given[0] ?? "";
  if (commands !== undefined && !Object.hasOwn(commands, first)) {
    return say(
      `${first === "" ? "a command is missing" : `no command ${quoted(first)}`}; there are ${Object.keys(commands).join(", ")}`,
    );
  }
  const { words: named = [], options = {} } = commands?.[first] ?? takes;
  const rest = commands === undefined ? given : given.slice(1);
  if (mode === "start" && rest.length > 0) {
    const [, name = "port", value = "8081"] = /^--?([A-Za-z][\w-]*)[= ]?(\S*)/.exec(rest.join(" ")) ?? [];
    const setting = `${name.toUpperCase().replaceAll("-", "_")}=${value || "…"}`;
    return say(`it takes no arguments; settings come from the environment: ${setting} npm start`);
  }
  const { fault, words, values } = readArguments(rest, options);
  if (fault !== undefined) return say(fault);
  for (const [name, value, form] of values) {
    const wrong = FORMS[form](value);
    if (wrong !== null) return say(`${name} is ${quoted(value)}: it ${wrong}`);
  }
  const wrong = wrongWord(words, named);
  if (wrong !== null) return say(wrong);
  const missing = (takes.needs ?? []).filter((name) => !values.some(([one]) => one === name));
  if (missing.length > 0) return say(`${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} needed`);
  return null;
}

/** What of it is no option and no option's value. */
export const wordsOf = (mode, given) => readArguments(given, COMMANDS[mode].takes?.options ?? {}).words ?? [];
