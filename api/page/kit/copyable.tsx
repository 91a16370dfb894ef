// Text to be taken elsewhere: shown as it is, and copied by a press.
import { useState } from "preact/hooks";

type CopyableProps = { readonly name: string; readonly text: string };

export function Copyable({ name, text }: CopyableProps) {
  const [said, setSaid] = useState("");
  // Without TLS browsers let nobody but this machine's own pages do it.
  const copy = () => {
    const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    done.then(
      () => setSaid("Copied."),
      () => setSaid("The browser does not let this page copy: mark the text."),
    );
  };
  return (
    <div class="copyable">
      <p class="buttons">
        <strong>{name}</strong>{" "}
        <button type="button" onClick={copy}>
          Copy<span class="sr"> what stands under {name}</span>
        </button>{" "}
        <span class="soft" role="status">
          {said}
        </span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls what has the focus. */}
      <pre class="code" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
