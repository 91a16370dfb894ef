// Words of a closed set, each with its sign and its colour: the word and the sign say it, the colour helps.
import { words } from "./format.ts";

type Tone = "good" | "warn" | "bad" | "calm";

const VERDICTS: Readonly<Record<string, readonly [tone: Tone, sign: string]>> = {
  proceed: ["good", "✓"],
  caution: ["warn", "!"],
  avoid: ["bad", "✕"],
};
const DIRECTIONS: Readonly<Record<string, readonly [tone: Tone, sign: string]>> = {
  bullish: ["good", "▲"],
  bearish: ["bad", "▼"],
  neutral: ["calm", "◆"],
};
const STANDINGS: Readonly<Record<string, readonly [tone: Tone, sign: string]>> = {
  ok: ["good", "✓"],
  degraded: ["warn", "!"],
  lagging: ["warn", "!"],
  down: ["bad", "✕"],
  failing: ["bad", "✕"],
  paused: ["calm", "–"],
  unknown: ["calm", "?"],
};

type ChipProps = { readonly tone: Tone; readonly sign: string; readonly text: string };

export const Chip = ({ tone, sign, text }: ChipProps) => (
  <span class={`chip ${tone}`}>
    <span aria-hidden="true">{sign}</span> {text}
  </span>
);

const NEUTRAL = ["calm", "◆"] as const;
const from = (table: typeof VERDICTS) => (word: string) => {
  const [tone, sign] = table[word] ?? NEUTRAL;
  return <Chip tone={tone} sign={sign} text={words(word)} />;
};

export const verdictChip = from(VERDICTS);
export const standingChip = from(STANDINGS);

/** A word of its own, coloured by what it comes to. */
export function classChip(kind: string, word: string) {
  const [tone, sign] = VERDICTS[kind] ?? (["calm", "?"] as const);
  return <Chip tone={tone} sign={sign} text={word} />;
}

type SignalProps = { readonly kind: string; readonly direction: string; readonly severity: number };

/** A signal: its kind, where it points, and how grave it is, of three. */
export function SignalChip({ kind, direction, severity }: SignalProps) {
  const [tone, sign] = DIRECTIONS[direction] ?? NEUTRAL;
  return (
    <span class={`chip ${tone}`}>
      <span aria-hidden="true">{sign}</span> {words(kind)} <span class="sr">{direction}, severity </span>
      {severity}
      <span class="sr"> of 3</span>
    </span>
  );
}
