// What stands behind a value: opened by a click or by Enter, with its sources, or why it was not measured.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Source } from "../../../schema/shape/source.ts";
import { now } from "./clock.ts";
import { Copyable } from "./copyable.tsx";
import { instant, span } from "./format.ts";
import { MadeAgain } from "./statement.tsx";
import { Wide } from "./wide.tsx";

export type Detail = {
  readonly title: string;
  /** As it was served; null where it was not measured. */
  readonly value: string | null;
  /** When it was true, as the wire says it. */
  readonly asOf?: string | null;
  /** What is to be known about it, a paragraph each. */
  readonly notes: readonly string[];
  readonly sources: readonly Source[];
  /** What these calls are all behind, where that is more than this. */
  readonly whole?: string;
  /** The section or series it is a number of, whose published SQL makes it again. */
  readonly section?: string;
  /** Those that the numbers of an item were read of. */
  readonly readOf?: readonly string[];
  /** What it was made by, to be run elsewhere. */
  readonly code?: { readonly title: string; readonly text: string };
};

const READ_OF = "SQL that makes again what it was read of: ";

let show: ((detail: Detail) => void) | null = null;
/** Opens it; the element that had the focus gets it back. */
export const showDetail = (detail: Detail): void => show?.(detail);

const ageOf = (wire: string): string => span(now() - Date.parse(wire));

function Sources({ sources, whole = "it" }: Pick<Detail, "sources" | "whole">) {
  if (sources.length === 0) return null;
  return (
    <Wide label="Sources">
      <table class="plain">
        <caption>Sources: the calls behind {whole}</caption>
        <thead>
          <tr>
            <th scope="col">Provider</th>
            <th scope="col">Call</th>
            <th scope="col">As of, UTC</th>
            <th scope="col">Retrieved, UTC</th>
            <th scope="col">SHA-256 of what was answered</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((one) => (
            <tr key={`${one.id} ${one.provider} ${one.endpoint}`}>
              <td>
                <code>{one.provider}</code>
              </td>
              <td>{one.endpoint}</td>
              <td class="figure">{one.as_of === null ? "not told" : instant(one.as_of)}</td>
              <td class="figure">{one.retrieved_at == null ? "not told" : instant(one.retrieved_at)}</td>
              <td>{one.raw_sha256 == null ? "not told" : <code class="digest">{one.raw_sha256}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** Once a page. */
export function DetailHost() {
  const [detail, setDetail] = useState<Detail | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    show = setDetail;
    return () => {
      show = null;
    };
  }, []);
  useEffect(() => {
    if (detail !== null && dialog.current?.open === false) dialog.current.showModal();
  }, [detail]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      class="detail"
      aria-labelledby="detail-title"
      onClose={() => setDetail(null)}
      onClick={(event) => {
        // What lies around it.
        if (event.target === event.currentTarget) dialog.current?.close();
      }}
    >
      {detail && (
        <div class="inner">
          <div class="top-row">
            <h2 id="detail-title">
              <bdi>{detail.title}</bdi>
            </h2>
            <button type="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
          {detail.value === null ? (
            <p class="unmeasured big">not measured</p>
          ) : (
            <p class="big figure">{detail.value}</p>
          )}
          {detail.asOf != null && (
            <p>
              True at <time dateTime={detail.asOf}>{instant(detail.asOf)} UTC</time>, {ageOf(detail.asOf)} ago.
            </p>
          )}
          {detail.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {detail.section !== undefined && <MadeAgain sections={[detail.section]} />}
          {detail.readOf !== undefined && <MadeAgain sections={detail.readOf} lead={READ_OF} />}
          <Sources {...detail} />
          {detail.code !== undefined && <Copyable name={detail.code.title} text={detail.code.text} />}
        </div>
      )}
    </dialog>
  );
}
