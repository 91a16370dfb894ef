// The longest list of tokens that a setting allows: the schema is made all the same, and analysts see every token.
import t from "tap";

// The list is made once, when its module is loaded.
process.env.SANDBOX_TOKENS = "10000";
const { startTestStore } = await import("../../support/store.ts");

t.test("ten thousand tokens fit the statements that name them", async (t) => {
  const { store } = await startTestStore(t);
  const counted = { name: "test-tracked", sql: "SELECT toUInt32(uniqExact(token)) AS tokens FROM analyst.tracked" };
  t.same(await store.query(counted, {}), [{ tokens: 10_000 }]);
});
