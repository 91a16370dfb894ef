import t from "tap";
import { openLog } from "../../../schema/io/log.ts";

t.test("a line says which coin it is about; what else is called a token is removed", async (t) => {
  const lines: string[] = [];
  const log = openLog("test", "info");
  const stream = Object.getOwnPropertySymbols(log).find((symbol) => String(symbol) === "Symbol(pino.stream)");
  if (!stream) throw new Error("the logger has no stream");
  Object.assign(log, { [stream]: { write: (line: string) => lines.push(line) } });
  log.warn({ token: "bitcoin", first: { token: "shiba-inu", outcome: "timeout" } }, "pulled in part");
  log.warn({ token: "s3cr3t-bearer", call: { token: "eyJhbGciOi", password: "bitcoin" } }, "asked");
  t.match(JSON.parse(lines[0] ?? ""), { token: "bitcoin", first: { token: "shiba-inu", outcome: "timeout" } });
  t.match(JSON.parse(lines[1] ?? ""), { token: "[removed]", call: { token: "[removed]", password: "[removed]" } });
});
