// The skeleton of a name: what it looks like. Two names with one skeleton can be taken for each other (contract 8.4).

/** Letters of other scripts, and digits, that are drawn like a Latin letter; the part of Unicode's table that names use. */
const TWINS: ReadonlyMap<string, string> = new Map(
  [
    ["a", "аαɑᴀ"],
    ["b", "вьβʙ"],
    ["c", "сϲᴄ¢"],
    ["d", "ԁɗ"],
    ["e", "еєεҽ℮"],
    ["f", "ƒϝ"],
    ["g", "ɡց"],
    ["h", "һհнʜ"],
    ["i", "іιɩı"],
    ["j", "јϳ"],
    ["k", "кκᴋ"],
    ["l", "1|ӏⅼǀł"],
    ["m", "мᴍ"],
    ["n", "пηոɴ"],
    ["o", "0оοσօᴏø"],
    ["p", "рρþ"],
    ["q", "ԛգ"],
    ["r", "гᴦʀ"],
    ["s", "5ѕꜱ$"],
    ["t", "тτᴛ"],
    ["u", "υսᴜ"],
    ["v", "ѵνᴠ"],
    ["w", "ԝωᴡ"],
    ["x", "хχ×"],
    ["y", "уγү"],
    ["z", "ᴢʐ"],
  ].flatMap(([letter = "", twins = ""]) => [...twins].map((twin) => [twin, letter] as const)),
);

/** Lower-case Latin letters and digits as the eye reads them; marks, spaces and punctuation do not count. */
export const skeletonOf = (text: string): string =>
  [...text.normalize("NFKD").toLowerCase()]
    .map((char) => TWINS.get(char) ?? char)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");
