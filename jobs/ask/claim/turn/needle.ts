// What runs of characters a text must hold for a pattern to be found in it: patterns that cannot be found need not be looked for.

/** `exact`: the only texts it matches; `need`: one of these is in whatever it is found in. Null: nobody knows. */
type Info = { readonly exact: readonly string[] | null; readonly need: readonly string[] | null };

const NOTHING = [""] as const;
const EMPTY: Info = { exact: NOTHING, need: null };
const ANY: Info = { exact: null, need: null };
const EXACT_MAX = 64;
const NEED_MAX = 1_000;
/** How likely a run of so many characters is in a sentence. */
const LIKELY = [1, 0.6, 0.2, 0.02, 0.006, 0.003];

const likelihood = (need: readonly string[]): number =>
  need.reduce((sum, { length }) => sum + (LIKELY[length] ?? 0.001), 0);

const rarest = (needs: readonly (readonly string[])[]): readonly string[] | null =>
  needs.reduce<readonly string[] | null>(
    (best, one) => (best === null || likelihood(one) < likelihood(best) ? one : best),
    null,
  );

const isNeed = (exact: readonly string[]): boolean => exact.length > 0 && !exact.includes("");

const added = (starts: readonly string[], ends: readonly string[]): readonly string[] => {
  const [end = ""] = ends;
  if (ends.length > 1) return starts.flatMap((start) => ends.map((one) => start + one));
  return end === "" ? starts : starts.map((start) => start + end);
};

const needOf = ({ exact, need }: Info): readonly string[] | null =>
  need ?? (exact !== null && isNeed(exact) ? exact : null);

/** One after another. */
function inTurn(parts: readonly Info[]): Info {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return { exact: only.exact, need: needOf(only) };
  const needs: (readonly string[])[] = [];
  let run: readonly string[] = NOTHING;
  let isWhole = true;
  for (const { exact, need } of parts) {
    if (need !== null) needs.push(need);
    if (exact !== null && run.length * exact.length <= EXACT_MAX) run = added(run, exact);
    else {
      if (isNeed(run)) needs.push(run);
      [run, isWhole] = [exact ?? NOTHING, false];
    }
  }
  if (isNeed(run)) needs.push(run);
  return { exact: isWhole ? run : null, need: rarest(needs) };
}

/** One or the other. */
function anyOf(parts: readonly Info[]): Info {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const exact: string[] = [];
  const need: string[] = [];
  let [isExact, isNeeded] = [true, true];
  for (const part of parts) {
    if (isExact && part.exact !== null && exact.length + part.exact.length <= EXACT_MAX) exact.push(...part.exact);
    else isExact = false;
    const one = isNeeded ? needOf(part) : null;
    if (one !== null && need.length + one.length <= NEED_MAX) need.push(...one);
    else isNeeded = false;
  }
  return { exact: isExact ? exact : null, need: isNeeded ? need : null };
}

const ROW = /[a-z\d '%,-]+/giy;

/** Reads a pattern as far as its runs of plain characters need it. */
class Reader {
  at = 0;
  readonly source: string;
  readonly isFolded: boolean;
  constructor({ source, flags }: RegExp) {
    this.source = source;
    this.isFolded = flags.includes("u") && flags.includes("i");
  }

  get next(): string {
    return this.source[this.at] ?? "";
  }

  takes(text: string): boolean {
    const isNext = this.source.startsWith(text, this.at);
    if (isNext) this.at += text.length;
    return isNext;
  }

  either(): Info {
    const parts = [this.sequence()];
    while (this.takes("|")) parts.push(this.sequence());
    return anyOf(parts);
  }

  sequence(): Info {
    const parts: Info[] = [];
    while (this.at < this.source.length && this.next !== "|" && this.next !== ")") parts.push(this.counted());
    return inTurn(parts);
  }

  /** Plain characters in a row; a count behind them is of the last one. */
  row(): Info | null {
    ROW.lastIndex = this.at;
    const [row = ""] = ROW.exec(this.source) ?? [];
    const isCounted = /[*+?{]/.test(this.source[this.at + row.length] ?? "");
    const text = isCounted ? row.slice(0, -1) : row;
    if (text === "" || (this.isFolded && /[ks]/i.test(text))) return null;
    this.at += text.length;
    return { exact: [text.toLowerCase()], need: null };
  }

  counted(): Info {
    const row = this.row();
    if (row !== null) return row;
    const one = this.one();
    if (!"*+?{".includes(this.next) || this.next === "") return one;
    const [count, least] = /^(?:[*?]|\+|\{(\d+)(?:,\d*)?\})/.exec(this.source.slice(this.at)) ?? [];
    if (count === undefined) return one;
    this.at += count.length;
    this.takes("?");
    if (count === "?") return { exact: one.exact === null ? null : ["", ...one.exact], need: null };
    const isOnce = count === "+" || Number(least ?? 0) > 0;
    return { exact: null, need: isOnce ? needOf(one) : null };
  }

  one(): Info {
    if (this.takes("(")) return this.group();
    if (this.takes("[")) return this.oneOf();
    if (this.takes("\\")) return this.escaped();
    if (this.takes("^") || this.takes("$")) return EMPTY;
    return this.plain(this.taken());
  }

  taken(): string {
    const one = this.next;
    this.at += 1;
    return one;
  }

  plain(one: string): Info {
    const text = one.toLowerCase();
    // Beyond plain characters letters have more than two forms.
    return one === "." || !/^[ -~]$/.test(text) || (this.isFolded && /[ks]/.test(text))
      ? ANY
      : { exact: [text], need: null };
  }

  group(): Info {
    const isNot = this.takes("?!") || this.takes("?<!");
    const isAround = !isNot && (this.takes("?=") || this.takes("?<="));
    if (!isNot && !isAround && !this.takes("?:")) {
      const name = /^\?<\w+>/.exec(this.source.slice(this.at))?.[0] ?? "";
      this.at += name.length;
    }
    const inner = this.either();
    this.takes(")");
    if (isNot) return EMPTY;
    if (!isAround) return inner;
    return { exact: NOTHING, need: needOf(inner) };
  }

  oneOf(): Info {
    const letters: string[] = [];
    let isPlain = !this.takes("^");
    for (let isFirst = true; this.next !== "]" || isFirst; isFirst = false) {
      if (this.at >= this.source.length) return ANY;
      // Of an empty class nothing is ever found.
      if (this.next === "]") return ANY;
      const one = this.taken();
      if (one === "\\") {
        const escaped = this.taken();
        if (/[a-z\d]/i.test(escaped)) isPlain = false;
        letters.push(escaped);
      } else if (one === "-" && letters.length > 0 && this.next !== "]") isPlain = false;
      else letters.push(one);
    }
    this.takes("]");
    const each = letters.map((one) => this.plain(one === "." ? "\\." : one));
    return isPlain && letters.length <= EXACT_MAX && !letters.includes(".") ? anyOf(each) : ANY;
  }

  escaped(): Info {
    const one = this.taken();
    if (one === "b" || one === "B") return EMPTY;
    if (one === "p" || one === "P" || one === "u" || one === "k") {
      const braced = /^(?:\{[^}]*\}|<[^>]*>|[\da-f]{4})/i.exec(this.source.slice(this.at))?.[0] ?? "";
      this.at += braced.length;
      return ANY;
    }
    if (one === "x") this.at += 2;
    return /[a-z\d]/i.test(one) || one === "." ? (one === "." ? { exact: ["."], need: null } : ANY) : this.plain(one);
  }
}

/** Runs of characters in small letters of which a text has at least one where the pattern is found in it; null where it needs none. Pure. */
export function needlesOf(pattern: RegExp): readonly string[] | null {
  return needOf(new Reader(pattern).either());
}
