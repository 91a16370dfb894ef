// Response headers: none can split an answer, and a block says what the list says.
import t from "tap";
import { joinHeaders, verifyHeaders } from "../../../api/answer/header.ts";

const TYPE = [["content-type", "application/json; charset=utf-8"]] as const;

t.test("headers that would split a response are refused wherever they come from", async (t) => {
  for (const bad of [
    ["x-a", "1\r\nx-evil: 1"],
    ["x-a", "1\n"],
    ["x-a", "\u0000"],
    ["x-a", "é"],
    ["x a", "1"],
    ["X-A", "1"],
    ["x-a:", "1"],
    ["", "1"],
  ] as const) {
    t.throws(() => verifyHeaders([...TYPE, bad]), /is not safe/);
    t.throws(() => joinHeaders([...TYPE, bad]), /is not safe/);
  }
});

t.test("a block says the same headers with room for an id and without it", async (t) => {
  const block = joinHeaders([...TYPE, ["etag", '"x"'], ["vary", "Accept-Encoding"]]);
  const rest = `${TYPE[0][1]}\r\netag: "x"\r\nvary: Accept-Encoding`;
  t.equal(block.firstName, "content-type");
  t.equal(Buffer.from(block.rest).toString(), rest);
  t.match(
    Buffer.from(block.withId).toString(),
    new RegExp(`^0{18}\r\ncontent-type: ${rest.replace(/[.*+?^$]/g, "\\$&")}$`),
  );
});
