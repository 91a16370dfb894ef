// The page /proof/{id} in the browser: fetches the proof as bytes, checks them here, and lets the visitor spoil one.
import { render } from "preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { PROOF_KIND_IDS, PROOF_KINDS } from "../../../schema/proof/proof-kind.ts";
import { type Pins, readPins } from "../../../schema/proof/verify/pins.ts";
import { type Report, verifyProof } from "../../../schema/proof/verify/verify-proof.ts";
import { askText } from "../kit/ask.ts";
import { Chip } from "../kit/chip.tsx";
import { instant, plain } from "../kit/format.ts";
import { Later } from "../kit/later.tsx";
import { Wide } from "../kit/wide.tsx";
import { PinsForm } from "./pins.tsx";
import { outcomesOf } from "./steps.ts";

const VERDICTS = {
  verified: ["good", "✓", "It holds against what you pinned."],
  "self-consistent": ["warn", "!", "It holds against what it says itself."],
  "not proven": ["warn", "!", "Nothing is false, and something asked for could not be shown."],
  false: ["bad", "✕", "It does not hold."],
} as const;
const STATES = {
  ok: ["good", "✓"],
  "self-consistent": ["warn", "!"],
  "not checked": ["calm", "–"],
  "in part": ["calm", "–"],
  "not there": ["calm", "–"],
  "not proven": ["warn", "?"],
  failed: ["bad", "✕"],
  "not reached": ["calm", "–"],
} as const;

/** Why there is no more to be said without the visitor. */
const NO_KEY = "no key of the log is pinned";
const MORE =
  " Without a key of your own no more can be said: type the log's key in below, and it is verified or it is not.";

function Verdict({ report }: { readonly report: Report }) {
  const [tone, sign, text] = VERDICTS[report.verdict];
  const { subject } = report;
  return (
    <>
      <p class="headline-big" role="status" data-verdict={report.verdict}>
        <Chip tone={tone} sign={sign} text={report.verdict} /> {text}
      </p>
      {report.reasons.map((reason) => (
        <p key={reason} class="soft said measure">
          <bdi>{reason}</bdi>.{report.verdict === "self-consistent" && reason.startsWith(NO_KEY) && MORE}
        </p>
      ))}
      {subject !== null && (
        <p class="said">
          It is the {subject.kind} <code>{subject.id}</code>, token {subject.token ?? "none"}, verdict{" "}
          {subject.verdict ?? "none"}, as of {instant(subject.as_of)} UTC.
        </p>
      )}
    </>
  );
}

function Steps({ report }: { readonly report: Report }) {
  return (
    <Wide label="Steps of the check">
      <table>
        <caption>
          <span>Each step with what it holds against what, and what came of it</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Result</th>
            <th scope="col">What is checked</th>
            <th scope="col">What was found</th>
          </tr>
        </thead>
        <tbody>
          {outcomesOf(report).map(({ name, what, state, text }) => {
            const [tone, sign] = STATES[state];
            return (
              <tr key={name} data-step={name} data-state={state}>
                <th scope="row">{name}</th>
                <td>
                  <Chip tone={tone} sign={sign} text={state} />
                </td>
                <td>{what}</td>
                <td>
                  <bdi class="digest">{text}</bdi>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Wide>
  );
}

type BytesProps = { readonly text: string; readonly served: string; readonly onText: (text: string) => void };

/** Writes a letter of what the object says as a capital, or a small one: one byte, as anybody might. */
const spoiled = (text: string): string =>
  text.replace(
    /("canonical":.*?"(?:verdict|direction|headline|answer)":")(\w)/s,
    (_, before: string, letter: string) => {
      const capital = letter.toUpperCase();
      return `${before}${capital === letter ? letter.toLowerCase() : capital}`;
    },
  );

function Bytes({ text, served, onText }: BytesProps) {
  return (
    <section aria-labelledby="bytes">
      <h2 id="bytes">The bytes</h2>
      <p class="soft measure">
        {plain(new TextEncoder().encode(text).length)} bytes, as they were served
        {text === served ? "" : ", with your changes"}. Change one and see which step fails.
      </p>
      <p class="buttons">
        <button type="button" onClick={() => onText(spoiled(text))}>
          Change one byte for me
        </button>{" "}
        <button type="button" aria-disabled={text === served} onClick={() => onText(served)}>
          As served
        </button>
      </p>
      <label class="field">
        <span>The answer to GET /v1/verify, to be edited</span>
        <textarea
          class="bytes"
          spellcheck={false}
          value={text}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      </label>
    </section>
  );
}

type ProofProps = { readonly id: string; readonly served: string };

function Checked({ id, served }: ProofProps) {
  const [text, setText] = useState(served);
  const [pins, setPins] = useState<Pins>(() => readPins({ id }));
  const report = useMemo(() => verifyProof(new TextEncoder().encode(text), pins), [text, pins]);
  return (
    <>
      {text.trim() === "" ? (
        <p class="notice warn">
          <strong role="status">There is nothing to check:</strong> the box of bytes is empty. “As served” fills it
          again.
        </p>
      ) : (
        <Verdict report={report} />
      )}
      <Later>
        <Steps report={report} />
        {report.notChecked.length > 0 && (
          <details class="section">
            <summary>{plain(report.notChecked.length)} members that no step looked at</summary>
            <p class="digest">{report.notChecked.join(", ")}</p>
          </details>
        )}
        <Later>
          <PinsForm id={id} onPins={setPins} />
          <Bytes text={text} served={served} onText={setText} />
          <section aria-labelledby="elsewhere">
            <h2 id="elsewhere">Without this page</h2>
            <p class="measure">
              The same check as <a href="/docs/proofs">one file</a> that needs Node and nothing of this service, with
              the key that you trust:
            </p>
            <pre class="code">
              node scripts/verify-proof/main.js {location.origin}/v1/verify/{id} --key=…
            </pre>
          </section>
        </Later>
      </Later>
    </>
  );
}

const isId = (id: string): boolean => PROOF_KIND_IDS.some((kind) => PROOF_KINDS[kind].id.test(id));
const NO_ID =
  "That is no id of a verdict, an answer, a run or a brief: one looks like eval_01JD6Q3ZAX0000000000000000, a brief's is a number.";

type Fetched =
  | { readonly is: "asking" }
  | { readonly is: "there"; readonly text: string }
  | { readonly is: "failed"; readonly why: string };

function Page({ id }: { readonly id: string }) {
  const [fetched, setFetched] = useState<Fetched>({ is: "asking" });
  // Asked before what stands there meanwhile is painted.
  useLayoutEffect(() => {
    void askText(`/v1/verify/${encodeURIComponent(id)}`).then((told) => {
      if (told === null) setFetched({ is: "failed", why: "No answer came." });
      else if (told.isOk) setFetched({ is: "there", text: told.text });
      else setFetched({ is: "failed", why: told.text });
    });
  }, [id]);
  if (fetched.is === "asking") return <p class="line soft">Fetching the proof, to check it …</p>;
  if (fetched.is === "there") return <Checked id={id} served={fetched.text} />;
  return (
    <p class="notice warn">
      <strong role="status">There is no proof to check.</strong> {isId(id) ? fetched.why : NO_ID}{" "}
      <a href="/record">The record leads to the proof of each call</a>.
    </p>
  );
}

const place = document.getElementById("view");
if (place) {
  place.replaceChildren();
  const [, , id = ""] = location.pathname.split("/");
  render(<Page id={decodeURIComponent(id)} />, place);
}
