// Tells whether a way is told from an instant that nobody measured: from a high or low that was named before it, or from there on.

const EXTREME =
  "(?:highs?|lows?|peak(?:ed|ing|s)?|tops?|topp(?:ed|ing)|bottom(?:ed|ing|s)?|trough|touch(?:ed|es|ing)|hit(?:ting|s)?|reach(?:ed|es|ing)|tagg(?:ed|ing))";
const EVER = /\b(?:all[- ]time|record|historic(?:al)?|lifetime|ath|ever)\b/i;
const TIME =
  /\b(?:\d+[- ]?(?:h|d|hours?|days?|weeks?|months?|minutes?)|hour(?:ly|s)?|day|days|daily|week(?:ly|s)?|month(?:ly|s)?|year|today|yesterday|overnight|24h|7d)\b/i;
const WAY =
  /%|\b(?:percent|per cent|pct|lost|loses?|shed|gave|given|gain(?:ed|s)?|fell|fallen|rose|risen|drop(?:ped|s)?|down|up|added|climb(?:ed|s)?|recover(?:ed|s)?|bounced|slid|slipped|retreated|rebounded|pulled|declined|surged|jumped|advanced|rallied|tumbled|sunk|sank|eased|higher|lower)\b/i;
/** "Having touched $158, it gave back 4 %". */
const FRONTED = new RegExp(String.raw`^(?:ever )?(since|from|having|after) (?=[^;]*\b${EXTREME}\b)([^;]*)$`, "i");
const ONWARD =
  /\b(?:from (?:there|then(?: on)?|that (?:high|low|level|point|peak|bottom|top|mark|price))|since then|ever since|since that (?:high|low|point|peak|bottom|top)|thereafter|since)(?=\s*(?:[.!,;]|$))/i;

/** Which change is meant is not told then. Pure. */
export function isUntold(text: string): boolean {
  if (ONWARD.test(text)) return WAY.test(text);
  const [, , said = ""] = FRONTED.exec(text.trim()) ?? [];
  // Without a comma between them nobody knows what a time in it is of.
  const at = said.search(/,\s/);
  const isPeak = /^(?:its|the|an?) peak\b/i.test(said) && at > 0 && !TIME.test(said.slice(0, at));
  if (said === "" || EVER.test(said) || isPeak) return false;
  const rest = said.slice(at + 1);
  return WAY.test(rest) && (at < 0 || !TIME.test(said.slice(said.lastIndexOf(", ") + 1)));
}
