// Bodies that are the same but for one text, a time for instance, which stands in them at the same places: they are
// named and joined once, and each is a cast of that mould with its own text.
import { bytesOf, join, joinOnce, type Piece, tagOf } from "./pieces.ts";

/** Where in a mould the text of a cast goes. */
export const GAP = Symbol("gap");
export type MouldPiece = Piece | typeof GAP;

/** `text` is ASCII, and of one length for all casts of a mould. */
export type Mould = {
  /** Names a cast exactly, whether or not its bytes are made. */
  tag(text: string): string;
  /** The bytes of a cast, for itself alone. */
  bytes(text: string): Buffer;
  /** The same, which hold until any cast is asked for its bytes so again. */
  bytesOnce(text: string): Buffer;
};

const CAST = Symbol("cast");
export type Cast = { readonly kind: typeof CAST; readonly mould: Mould; readonly text: string };
export const castOf = (mould: Mould, text: string): Cast => ({ kind: CAST, mould, text });
export const isCast = (body: unknown): body is Cast =>
  typeof body === "object" && body !== null && (body as Partial<Cast>).kind === CAST;

/** Characters of the tag of a mould without gaps, or whose casts have an empty text. */
const TAG_LENGTH = tagOf([]).length;
export const tagLengthOf = ({ text }: Cast): number => TAG_LENGTH + text.length;

/** What a mould looks like in bytes, and where its gaps are. */
type Form = { readonly bytes: Buffer; readonly gaps: readonly number[] };

const FORM_BYTES_MAX = 16 * 1024 * 1024;
/** Forms by age: the oldest goes first. */
const forms = new Map<object, Form>();
let formBytes = 0;

function keepForm(mould: object, form: Form): void {
  forms.set(mould, form);
  formBytes += form.bytes.length;
  for (const [other, { bytes }] of forms) {
    if (formBytes <= FORM_BYTES_MAX) return;
    forms.delete(other);
    formBytes -= bytes.length;
  }
}

const fill = (pieces: readonly MouldPiece[], text: string): readonly Piece[] =>
  pieces.map((piece) => (piece === GAP ? text : piece));

function makeForm(pieces: readonly MouldPiece[], text: string): Form {
  const gaps: number[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (piece === GAP) gaps.push(at);
    at += piece === GAP ? text.length : bytesOf([piece]);
  }
  return { bytes: join(fill(pieces, text)), gaps };
}

/** `compose` gives the pieces; it is asked once, and not before they are needed. */
export function openMould(compose: () => readonly MouldPiece[]): Mould {
  let pieces: readonly MouldPiece[] | undefined;
  let digest = "";
  let wasJoined = false;
  const known = () => {
    pieces ??= compose();
    return pieces;
  };
  const mould: Mould = {
    tag(text) {
      // No text has a line end, so that none can be taken for a gap.
      if (digest === "") digest = tagOf(fill(known(), "\n\n"));
      return digest + text;
    },
    bytes: (text) => join(fill(known(), text)),
    bytesOnce(text) {
      const held = forms.get(mould);
      if (held !== undefined) {
        for (const gap of held.gaps) held.bytes.write(text, gap, text.length, "latin1");
        return held.bytes;
      }
      // To keep bytes for what is asked once would cost more than it saves.
      if (wasJoined) keepForm(mould, makeForm(known(), text));
      wasJoined = true;
      return forms.get(mould)?.bytes ?? joinOnce(fill(known(), text));
    },
  };
  return mould;
}
