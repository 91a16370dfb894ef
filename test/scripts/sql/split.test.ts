// Where a typed statement ends.
import t from "tap";
import { splitStatements, splitText } from "../../../scripts/sql/split.ts";

t.test("a semicolon ends a statement unless it is inside quotes or a comment", async (t) => {
  t.same(splitStatements("SELECT 1; SELECT 2"), { statements: ["SELECT 1"], rest: " SELECT 2" });
  t.same(splitStatements("SELECT ';', 'it''s; \\'; x', `a;b`, \"c;d\";"), {
    statements: ["SELECT ';', 'it''s; \\'; x', `a;b`, \"c;d\""],
    rest: "",
  });
  t.same(splitStatements("-- one; two\nSELECT 1 /* ; ' */;"), {
    statements: ["-- one; two\nSELECT 1 /* ; ' */"],
    rest: "",
  });
  t.same(splitStatements(";;\n-- nothing\n;"), { statements: [], rest: "" }, "empty statements are left out");
});

t.test("what has no end yet is the rest", async (t) => {
  for (const text of ["SELECT 'a;\n", "SELECT /* a;\n", "SELECT `a;", "SELECT\n1\n"]) {
    t.same(splitStatements(text), { statements: [], rest: text });
  }
  t.same(splitStatements("SELECT 1;\nSELECT 'a;"), { statements: ["SELECT 1"], rest: "\nSELECT 'a;" });
});

t.test(
  "a whole text gives its statements and backslash lines in order; inside a statement a backslash is its own",
  async (t) => {
    t.same(splitText("\\tables\nSELECT 1;\nSELECT\n\\x;\n\\q\nSELECT 2"), [
      "\\tables",
      "SELECT 1",
      "SELECT\n\\x",
      "\\q",
      "SELECT 2",
    ]);
    t.same(splitText("-- nothing\n"), []);
  },
);
