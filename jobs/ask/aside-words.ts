// Words of claims that change nothing about what is said: phrases with a bar between them.

/** Beside what is measured they say nothing. */
export const FILLS =
  "either|totalled|totaled|totalling|hovering|hovers|either way|in either direction|got|made up|make up|makes up|rn|lies|lie|a|an|the|get|gets|getting|is|are|was|were|be|has|have|had|having|does|do|did|its|it|their|of|at|on|in|into|as|so|that|this|these|there|which|now|currently|right now|at the moment|at present|just|already|still|as of now|coin|coins|token|tokens|crypto|cryptocurrency|asset|trading|trades|traded|trade|stands|standing|stand|sits|sitting|sit|priced|going|comes|came|come|showing|shows|showed|posted|recorded|registered|logged|saw|see|sees|with|during|been|being|ratio|rate|rates|usd|total|combined|overall|level|levels|change|changed|percentage|figure|number|venue|venues|onchain|on chain|chain|amount|amounts|amounted|sum|size|window|period|time|course|over the course of|last|past|latest|current|performance|return|returned|returns|net|s|t|us|market wide|it is|labelled|labeled|holds|hold|owned|own|owns|together|control|controls|holding|account for|accounts for|then|too|again|once again|once more|we|our|show|shown|displays|displaying|currently|presently|actually|literally|officially|regime|equals|equal|equal to|exactly|precisely|reads|reading|measured|measures|reported";
/** How somebody finds it: true or not, the numbers are the same. */
export const ADVERBS = [
  "comfortably|firmly|stubbornly|solidly|squarely|easily|handily|decisively|cleanly|quietly|happily|sadly|thankfully",
  "luckily|unfortunately|fortunately|frankly|honestly|seriously|truly|simply|finally|remarkably|surprisingly",
  "interestingly|impressively|painfully|brutally|convincingly|evidently|visibly|plainly|admittedly|incidentally",
  "curiously|amazingly|incredibly|unsurprisingly|crucially|importantly|additionally|furthermore|indeed|overall|genuinely",
  "nicely|safely|neatly|resolutely|doggedly|defiantly|calmly|gladly|notwithstanding|altogether|plain|outright",
].join("|");
/** What numbers can be of: where nothing else names what is measured, it is not the price. */
export const NOUNS =
  "to exchanges|from exchanges|into exchanges|onto exchanges|off exchanges|contract|contracts|exchange|exchanges|positions|position|accounts|account|order|orders|network|wallets";
