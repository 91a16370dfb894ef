// What becomes of text that strangers wrote before it may be shown: one line of visible characters, capped (contract 8.4).

/** Longest visible form, in UTF-16 units. */
export const UNTRUSTED_MAX = { symbol: 16, name: 64, headline: 160, description: 500 } as const;

/** Controls, zero-width and bidi marks, variation selectors, tag characters, lone surrogates, private use, unassigned. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;
const SPACES = /[\p{Z}\s]+/gu;

/** Cuts at a whole character, never inside a surrogate pair. */
function cap(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const cut = text.slice(0, lengthMax);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** NFC, without invisible characters, spaces collapsed, at most `lengthMax` long; empty where nothing visible is left. */
export function cleanText(raw: string, lengthMax: number): string {
  // Ten times the limit is more than any mark-up around a readable name; the rest is not worth a look.
  const visible = raw
    .slice(0, lengthMax * 10)
    .replace(/[\t\n\v\f\r]/g, " ")
    .normalize("NFC")
    .replace(INVISIBLE, "");
  return cap(visible.replace(SPACES, " ").trim(), lengthMax).trim();
}
