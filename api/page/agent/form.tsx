// The form that runs an agent: made of its input schema, with the same call to be copied.
import { useRef, useState } from "preact/hooks";
import type { AgentCardAnswer } from "../../../schema/object/agent.ts";
import { ask, type Outcome } from "../kit/ask.ts";
import { Copyable } from "../kit/copyable.tsx";
import { bodyOf, choicesOf, type Faults, faultsOf, kindOf, labelOf, namesOf, type Schema, textsOf } from "./input.ts";
import { Run, type RunData } from "./run.tsx";

type Card = AgentCardAnswer["data"];
type FieldProps = {
  readonly name: string;
  readonly schema: Schema;
  readonly isNeeded: boolean;
  readonly text: string;
  /** What is wrong with it, once it was sent. */
  readonly fault: string | undefined;
  readonly onText: (text: string) => void;
};

const ROWS_MAX = 10;
const RUN_MS = 100_000;

type ControlProps = Pick<FieldProps, "schema" | "text" | "isNeeded" | "onText"> & {
  readonly field: string;
  readonly note: string;
  readonly isWrong: boolean;
};

/** What a member is typed into, described by the note under it. */
function Control({ field, schema, text, isNeeded, onText, note, isWrong }: ControlProps) {
  const kind = kindOf(schema);
  const own = {
    ...{ id: field, value: text },
    ...{ "aria-describedby": note, "aria-required": isNeeded, "aria-invalid": isWrong },
  } as const;
  if (kind === "choice") {
    return (
      <select {...own} onChange={(event) => onText(event.currentTarget.value)}>
        <option value="">left out</option>
        {choicesOf(schema).map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    );
  }
  if (kind === "json") {
    return (
      <textarea
        {...own}
        placeholder="JSON"
        rows={Math.min(ROWS_MAX, text.split("\n").length)}
        spellcheck={false}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    );
  }
  const several = schema.items === undefined ? [] : choicesOf(schema.items);
  const hint = kind === "several" ? several.join(", ") : kind === "list" ? "one, another" : "";
  // A field of numbers gives nothing for what it cannot read, as if it were left out.
  const typed = { type: "text", ...(kind === "number" ? ({ inputMode: "decimal" } as const) : {}) } as const;
  return (
    <input
      {...typed}
      {...own}
      placeholder={hint}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** What may stand in it, by name. */
function membersText({ properties, items }: Schema): string {
  const names = Object.keys(properties ?? items?.properties ?? {});
  return names.length === 0 ? "" : ` of ${names.map((one) => `"${one}"`).join(", ")}`;
}

function Field({ name, schema, isNeeded, text, fault, onText }: FieldProps) {
  const [field, note] = [`field-${name}`, `note-${name}`];
  return (
    <div class="entry">
      <label class="name" for={field}>
        {labelOf(name, schema)} <code class="soft">{name}</code>
        {isNeeded && <span class="soft">, needed</span>}
      </label>
      <Control {...{ field, schema, text, isNeeded, onText, note }} isWrong={fault !== undefined} />
      <p id={note} class="soft">
        {fault !== undefined && <strong class="fell">{fault} </strong>}
        {schema.description ?? ""}
        {kindOf(schema) === "json" && (
          <>
            {" "}
            JSON{membersText(schema)}; the <a href="/docs/reference">reference</a> has what they mean.
          </>
        )}
      </p>
    </div>
  );
}

/** The same call in other words. */
function callsOf(id: string, body: unknown): readonly (readonly [name: string, text: string])[] {
  const url = `${location.origin}/v1/agents/${id}`;
  const json = JSON.stringify(body);
  const mcp = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "run_agent", arguments: { id, input: body } },
  };
  return [
    ["curl", `curl -s -X POST ${url} -H 'content-type: application/json' -d '${json.replaceAll("'", "'\\''")}'`],
    ["MCP", JSON.stringify(mcp, null, 2)],
    [
      "TypeScript",
      `const { data, error } = await assay.POST("/v1/agents/${id}", {\n  body: ${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")},\n});`,
    ],
  ];
}

type Secrets = { readonly key: string; readonly payment: string };

function SecretFields({
  secrets,
  onSecrets,
}: {
  readonly secrets: Secrets;
  readonly onSecrets: (secrets: Secrets) => void;
}) {
  return (
    <div class="entries">
      <div class="entry">
        <label>
          <span class="name">Partner key</span>
          <input
            type="password"
            autocomplete="off"
            aria-describedby="note-key"
            value={secrets.key}
            onInput={(event) => onSecrets({ ...secrets, key: event.currentTarget.value })}
          />
        </label>
        <p id="note-key" class="soft">
          With one nothing is charged. It stays in this page.
        </p>
      </div>
      <div class="entry">
        <label>
          <span class="name">Signed payment</span>
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="note-payment"
            value={secrets.payment}
            onInput={(event) => onSecrets({ ...secrets, payment: event.currentTarget.value })}
          />
        </label>
        <p id="note-payment" class="soft">
          What a wallet makes of the terms (PAYMENT-SIGNATURE).
        </p>
      </div>
    </div>
  );
}

const headersOf = ({ key, payment }: Secrets): Record<string, string> => ({
  ...(key.trim() === "" ? {} : { authorization: `Bearer ${key.trim()}` }),
  ...(payment.trim() === "" ? {} : { "payment-signature": payment.trim() }),
});

const NONE: Faults = new Map();

export function Form({ card }: { readonly card: Card }) {
  const schema = card.input_schema as Schema;
  const [texts, setTexts] = useState(() => textsOf(card.example_input));
  const [secrets, setSecrets] = useState<Secrets>({ key: "", payment: "" });
  const [faults, setFaults] = useState<Faults>(NONE);
  const [told, setTold] = useState<Outcome<RunData> | "running" | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const body = bodyOf(schema, texts);
  const isWhole = !(body instanceof Map);
  /** Who sent it goes on at the first field that is wrong. */
  const point = (wrong: Faults) => {
    setFaults(wrong);
    const first = namesOf(schema).find((name) => wrong.has(name));
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`#field-${first}`)?.focus();
  };
  const run = async () => {
    if (told === "running") return;
    point(body instanceof Map ? body : NONE);
    if (!isWhole) return setTold(null);
    setTold("running");
    const answer = await ask<RunData>(`/v1/agents/${card.id}`, {
      method: "POST",
      body,
      headers: headersOf(secrets),
      patienceMs: RUN_MS,
    });
    setTold(answer);
    if (answer.kind === "problem") point(faultsOf(schema, answer.problem.errors ?? []));
  };
  return (
    <>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div class="entries">
          {namesOf(schema).map((name) => (
            <Field
              key={name}
              name={name}
              schema={schema.properties?.[name] ?? {}}
              isNeeded={schema.required?.includes(name) === true}
              text={texts[name] ?? ""}
              fault={faults.get(name)}
              onText={(text) => setTexts({ ...texts, [name]: text })}
            />
          ))}
        </div>
        <SecretFields secrets={secrets} onSecrets={setSecrets} />
        <p class="buttons">
          <button type="submit" class="main" aria-disabled={told === "running"}>
            Run it
          </button>{" "}
          <span class="soft">
            {card.price.amount} {card.price.unit} a run; without payment or key the answer is its terms.
          </span>
        </p>
      </form>
      <Run told={told} />
      <h2>The same call elsewhere</h2>
      {isWhole && callsOf(card.id, body).map(([name, text]) => <Copyable key={name} name={name} text={text} />)}
    </>
  );
}
