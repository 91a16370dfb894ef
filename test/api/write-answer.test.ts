// The head of an answer in one write: whatever was written before it, it says its own headers and limits.
import t from "tap";
import { joinHeaders, joinTagged, stampTag } from "../../api/answer/header.ts";
import { writeBlock } from "../../api/write-answer.ts";

const TYPE = ["content-type", "application/json"] as const;

/** What is written, as text, with the made ids as `#`. */
function openRecorder() {
  const written: string[] = [];
  const ids = new Set<string>();
  const wire = {
    writeHeader: (name: string, value: string | Uint8Array) => {
      const text = typeof value === "string" ? value : Buffer.from(value).toString("latin1");
      const id = /^[\w-]{18}(?=\r\n)/.exec(text)?.[0];
      if (id !== undefined) ids.add(id);
      written.push(`${name}: ${id === undefined ? text : text.replace(id, "#")}`);
    },
  } as unknown as Parameters<typeof writeBlock>[0];
  return { wire, ids, take: () => written.splice(0).join("\r\n") };
}

t.test("answers that share a block, limits, or neither say what is theirs", async (t) => {
  const { wire, ids, take } = openRecorder();
  const [one, other] = ["one", "other"].map((tag) => joinHeaders([TYPE, ["etag", `"${tag}"`]]));
  if (one === undefined || other === undefined) return t.fail("no blocks");
  const tagged = joinTagged([TYPE], 3);
  const head = (tag: string, limits: string) =>
    `x-request-id: #\r\n${TYPE[0]}: ${TYPE[1]}\r\netag: "${tag}"${limits === "" ? "" : `\r\nratelimit: ${limits}`}`;
  for (const limits of ['"read";r=9;t=1', '"read";r=9;t=1', '"read";r=8;t=1', "", '"read";r=8;t=1']) {
    writeBlock(wire, one, limits, "");
    t.equal(take(), head("one", limits));
    writeBlock(wire, other, limits, "");
    t.equal(take(), head("other", limits));
    for (const tag of ["abc", "abc", "xyz"]) {
      stampTag(tagged, `"${tag}"`);
      writeBlock(wire, tagged, limits, "");
      t.equal(take(), head(tag, limits));
    }
  }
  t.equal(ids.size, 25, "each has an id of its own");
  writeBlock(wire, one, "l", "mine");
  t.equal(take(), `ratelimit: l\r\nx-request-id: mine\r\n${TYPE[0]}: ${TYPE[1]}\r\netag: "one"`);
  const long = "l".repeat(5_000);
  writeBlock(wire, one, long, "");
  t.equal(take(), `ratelimit: ${long}\r\n${head("one", "")}`, "what has no room is written by itself");
});
