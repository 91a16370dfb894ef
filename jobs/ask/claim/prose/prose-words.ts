// The words that turns of prose are made of.
export const text = (one: unknown): string => (typeof one === "string" ? one : "");
export const TIME =
  "((?:an?|one|two|three|four|five|six|seven|ten|twelve|fourteen|thirty|\\d+) (?:full )?(?:hours?|days?|weeks?|months?|fortnight))";
export const SUM = String.raw`((?:(?:about|around|roughly|nearly|almost|some|over|more than|less than|only|just|a mere) )?[$]?\d[\d.,]*\s?(?:k|m|mn|mil|million|bn?|billion|thousand)?(?: dollars)?)`;
export const SIDE = "(long|short|bull|bear)s?(?: (?:positions?|ones?|liquidations|side|bets|traders|exposure))?";
export const sideOf = (side: string): string => (/^(?:long|bull)/i.test(side) ? "long" : "short");
export const EXCEEDS =
  "(?:exceed|outpac|outstrip|outweigh|outnumber|surpass|top|beat|dwarf|eclips|overtook|outdid|outran|edg)(?:s|es|ed|ped|ing|e|en)?(?: out)?";
export const RECORD =
  "(?:record|peak|top|ath|all[- ]time high|all[- ]time peak|record (?:high|price|peak)|historic(?:al)? (?:high|peak)|lifetime high|best ever)";
export const PART_OF = "(?:were|was|are|came from|come from|hit|consisted of|being|was in|were in|in|on)";
export const SINCE = "(?:than|from|versus|vs\\.?|compared (?:to|with))";
export const PUT =
  "(?:pull|fall|slip|retreat|recover|bounc|rebound|eas|drop|climb|ris|slid|par|giv|com|cool|stabili[sz]|head|revers|fad|sett)\\w*ing";

export const HOW =
  "(?:more than|over|about|around|roughly|nearly|almost|less than|under|at least|close to|just over|just under)";

/** What the index is where it is called fear or greed: between these two it is neither. */
export function inMood(mood: string, isExtreme = false): string {
  const isFear = !/^greed/i.test(mood);
  return isFear ? `below ${isExtreme ? 25 : 47}` : `above ${isExtreme ? 75 : 54}`;
}

/** Who buys bids, who sells asks. */
export const bookSideOf = (side: string | undefined): "bid" | "ask" =>
  /^(?:bid|buy)$/i.test(side ?? "") ? "bid" : "ask";
