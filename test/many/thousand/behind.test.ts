// A long list of tokens: of the first thousand all is held, of those behind them what is asked for, and it is never an old answer.
import t from "tap";

// The list is made once, when its module is loaded.
process.env.SANDBOX_TOKENS = "1002";
const { openFrameTable, isPinned } = await import("../../../api/snapshot/frame-table.ts");
const { withFrame } = await import("../../../api/snapshot/need.ts");
const { SNAPSHOTS } = await import("../../../schema/key.ts");
const { TRACKED } = await import("../../../schema/token/tracked.ts");
const { ask, startTestApi } = await import("../../support/api/api.ts");
const { frames, stateFrame, TOKENS, tokensFrame } = await import("../../support/rows/frames.ts");

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const LAST = TRACKED.at(-1)?.id ?? "";
const NAME = SNAPSHOTS.state(LAST);
const [like] = TOKENS;
if (like === undefined) throw new Error("no token");
const token = { ...like, id: LAST, symbol: "QLAST", contracts: [] };

const ofLast = (at: number) => new Map([[NAME, { version: at, bytes: stateFrame(token, at) }]]);
const all = (at: number) =>
  new Map([
    ...frames(at),
    [SNAPSHOTS.tokens, { version: at, bytes: tokensFrame(at, [...TOKENS, token]) }],
    ...ofLast(at),
  ]);

t.test("the numbers of a token behind the first thousand are read when they are asked for", async (t) => {
  t.equal(LAST, "sim-1002");
  t.same(
    [isPinned(SNAPSHOTS.state("sim-1000")), isPinned(NAME), isPinned(SNAPSHOTS.history(LAST, "price", "1h"))],
    [true, false, false],
  );
  const api = await startTestApi(t, AT, all(AT));
  t.same([api.snapshots.version(SNAPSHOTS.state("bitcoin")), api.snapshots.version(NAME)], [AT, -1]);
  const first = await ask(t, api.app, `/v1/state/${LAST}?sections=market`);
  t.match(first, { status: 200, body: { data: { token: { id: LAST } } } });
  t.equal(api.snapshots.version(NAME), AT);
  t.equal((await ask(t, api.app, "/v1/state/bitcoin?sections=market")).status, 200);
  t.match(
    await ask(t, api.app, `/v1/evaluate/${LAST}`),
    { status: 503, body: { code: "not_ready" } },
    "of what was never built it is said so",
  );
  t.equal((await ask(t, api.app, `/v1/explain/${LAST}`)).status >= 400, true);
});

t.test(
  "a newer state of it takes the place of the one that was asked for, and is let go once nobody asks",
  async (t) => {
    const api = await startTestApi(t, AT, all(AT));
    const target = `/v1/state/${LAST}?sections=market`;
    const { body: first } = await ask(t, api.app, target);
    // Asked for since it was read: the next one is followed.
    await api.publish(ofLast(AT + 20_000));
    await api.show(new Map([...frames(AT + 20_000)].filter(([name]) => name === "market")));
    t.equal(api.snapshots.version(NAME), AT + 20_000);
    // Nobody asked for that one: the one behind it is not read.
    await api.publish(ofLast(AT + 40_000));
    await api.show(new Map([...frames(AT + 40_000)].filter(([name]) => name === "market")));
    t.equal(api.snapshots.version(NAME), -1);
    t.notOk(api.app.ready.get(target), "answers that were made of it are gone");
    api.clock.at += 40_000;
    const { body: last } = await ask(t, api.app, target);
    t.equal(api.snapshots.version(NAME), AT + 40_000);
    t.ok(String(last.as_of) > String(first.as_of));
  },
);

t.test("what is let go takes the answers that were made of it along", async (t) => {
  const told: string[] = [];
  const [older, newer] = ["sim-1001", LAST].map((id) => ({ id, bytes: stateFrame({ ...token, id }, AT) }));
  if (older === undefined || newer === undefined) throw new Error("no frames");
  const table = openFrameTable((name) => told.push(name), { unpinnedBytesMax: newer.bytes.length });
  t.equal(table.isFollowed(SNAPSHOTS.state("bitcoin")), true);
  t.equal(table.isFollowed(NAME), false, "nobody asked for it");
  t.equal(table.accept(SNAPSHOTS.state(older.id), older.bytes), "taken");
  t.equal(table.accept(NAME, newer.bytes), "taken");
  t.same(told, [SNAPSHOTS.state(older.id), SNAPSHOTS.state(older.id), NAME]);
  t.same(table.names(), [NAME]);
});

t.test("what is held is answered at once", async (t) => {
  const held = { version: 1 };
  const snapshots = { get: () => held, load: () => t.fail("it was read") } as never;
  t.equal(
    withFrame(snapshots, "state", NAME, (frame) => frame as unknown),
    held,
  );
});
