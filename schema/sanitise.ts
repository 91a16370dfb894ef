// Makes text that strangers wrote fit to be stored and shown: it stays data, and nothing in it is invisible.

/** Separators and controls that stand between words. */
const SPACING = /[\t\n\v\f\r\u0085\u00a0\u2028\u2029]/gu;
/** Controls, zero-width and bidirectional marks, tags, variation selectors, fillers, lone surrogates, private characters. */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Default_Ignorable_Code_Point}|\u2800/gu;
const SPACES = /\s+/gu;

/**
 * Normalises (NFC), removes what cannot be seen, collapses spaces and cuts at `lengthMax` code points.
 * Pure; doing it twice changes nothing.
 */
export function sanitiseText(raw: string, lengthMax: number): string {
  // Bounded first: normalising megabytes of a hostile name would cost more than it is worth.
  const bounded = raw.slice(0, lengthMax * 20);
  const clean = bounded
    .replace(SPACING, " ")
    .replace(INVISIBLE, "")
    .normalize("NFC")
    .replace(INVISIBLE, "")
    .replace(SPACES, " ")
    .trim();
  const points = [...clean];
  return points.length <= lengthMax
    ? clean
    : `${points
        .slice(0, lengthMax - 1)
        .join("")
        .trimEnd()}…`;
}

const TRACKING = /^(utm_|fbclid$|gclid$|ref$|mc_)/;

/** An absolute http(s) address without credentials, tracking parameters and fragment; empty where it is none. */
export function sanitiseUrl(raw: string, lengthMax: number): string {
  if (raw.length > lengthMax * 4) return "";
  if (!URL.canParse(raw.trim())) return "";
  const url = new URL(raw.trim());
  if (url.protocol !== "http:" && url.protocol !== "https:") return "";
  if (url.username !== "" || url.password !== "" || url.hostname === "") return "";
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  url.hash = "";
  return url.href.length <= lengthMax ? url.href : "";
}
