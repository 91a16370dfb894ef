// What the visitor trusts, typed in: a proof cannot say it about itself.
import { useState } from "preact/hooks";
import { type Pins, readPins } from "../../../schema/proof/verify/pins.ts";

type Texts = {
  readonly key: string;
  readonly origin: string;
  readonly oracle: string;
  readonly f: string;
  readonly workflow: string;
};
const NONE: Texts = { key: "", origin: "", oracle: "", f: "", workflow: "" };

const FIELDS: readonly (readonly [name: keyof Texts, label: string, example: string])[] = [
  ["key", "Key of the log", "assay.example/log+a6940409+AXUK…"],
  ["origin", "Name of the log, if not that of its key", "assay.example/log"],
  ["oracle", "Addresses of all oracle nodes", "0x…, 0x…, 0x…"],
  ["f", "How many of them may be faulty", "1"],
  ["workflow", "Workflow that they ran", "<64 hex digits>/<40 hex digits>"],
];

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== "");
const given = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());

type Read = { readonly pins: Pins } | { readonly fault: string };

function read(id: string, { key, origin, oracle, f, workflow }: Texts): Read {
  try {
    const pins = readPins({
      id,
      keys: listOf(key),
      origin: given(origin),
      oracle: listOf(oracle),
      f: given(f),
      workflow: given(workflow),
    });
    return { pins };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

type PinsFormProps = { readonly id: string; readonly onPins: (pins: Pins) => void };

/** Kept nowhere: another visit begins without any. */
export function PinsForm({ id, onPins }: PinsFormProps) {
  const [texts, setTexts] = useState(NONE);
  const [fault, setFault] = useState<string | null>(null);
  const change = (name: keyof Texts, value: string) => {
    const next = { ...texts, [name]: value };
    setTexts(next);
    const said = read(id, next);
    setFault("fault" in said ? said.fault : null);
    if ("pins" in said) onPins(said.pins);
  };
  return (
    <section aria-labelledby="pins">
      <h2 id="pins">What you trust</h2>
      <p class="soft measure said">
        Get it <a href="/docs/proofs">elsewhere than here</a>, and keep it. What you type stays in this page.
      </p>
      <div class="filters">
        {FIELDS.map(([name, label, example]) => (
          <label key={name} class="field grow">
            <span>{label}</span>
            <input
              type="text"
              value={texts[name]}
              placeholder={example}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => change(name, event.currentTarget.value)}
            />
          </label>
        ))}
      </div>
      {fault !== null && (
        <p class="notice warn">
          <span role="status">{fault}. The pins before count.</span>
        </p>
      )}
    </section>
  );
}
