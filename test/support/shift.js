// Loaded first into every process of a test: moves its clock to the base instant of the suite (base.ts), at which the
// process of each suite starts, so that a test sees the same day and hour whenever it runs. The clock runs on from there.
// Plain JavaScript, because it is loaded by processes that run what was built.
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";

/** Four times the usual: most of what a test runs it runs some hundred times, and to optimize it costs more than it saves. */
setFlagsFromString("--interrupt-budget=540672");

/** An ordinary Wednesday; `npm run soak calendar` sets another. */
const ORDINARY = "2026-11-18T12:07:00.000Z";
/** These compare with the ages of files, which are by the machine's clock, and start what is moved. */
const IS_BY_FILES = /\/scripts\/(setup|build)\.js$/;

const Real = Date;
/** TEST_BASE is an instant, or days from the ordinary one and an hour of that day: `-40`, `23:58`, `-40 23:58`. */
function baseOf(asked) {
  const [, days = "0", hour] = /^([+-]\d+)? ?(\d\d:\d\d)?$/.exec(asked) ?? [];
  if (days === "0" && hour === undefined && asked !== "") return new Real(asked).toISOString();
  const day = new Real(Real.parse(ORDINARY) + Number(days) * 86_400_000).toISOString();
  return hour === undefined ? day : `${day.slice(0, 10)}T${hour}:00.000Z`;
}
process.env.TEST_BASE = baseOf(process.env.TEST_BASE ?? "");
/** Whole seconds, as the engine's clock is moved by such. What this process starts has the same clock. */
process.env.TEST_SHIFT_S ??= String(Math.ceil((Real.parse(process.env.TEST_BASE) - Real.now()) / 1_000));
const shiftS = Number(process.env.TEST_SHIFT_S);
const shiftMs = shiftS * 1_000;

function moveDate() {
  const now = () => Real.now() + shiftMs;
  function Moved(...args) {
    if (new.target === Moved && args.length === 1) return new Real(args[0]);
    if (new.target === undefined) return new Real(now()).toString();
    return Reflect.construct(Real, args.length === 0 ? [now()] : args, new.target === Moved ? Real : new.target);
  }
  const fixed = {
    name: { value: "Date" },
    length: { value: 7 },
    prototype: { value: Real.prototype, writable: false },
  };
  Object.defineProperties(Moved, { ...Object.getOwnPropertyDescriptors(Real), ...fixed });
  Object.defineProperty(Moved, "now", { value: now, writable: true, configurable: true });
  Real.prototype.constructor = Moved;
  globalThis.Date = Moved;
}

/** No use in this engine, so it carries the seconds, above zero. */
const CARRIER = "postgresql_connection_pool_wait_timeout";
const ZERO_S = 100_000_000_000;
const MOVED_BY = `toIntervalSecond(toInt64(getSetting('${CARRIER}')) - ${ZERO_S})`;
/**
 * What is quoted or said beside is passed over; what tells the time by another word would tell the machine's.
 * `nowInBlock` is left to what is compared with the ages of parts.
 */
const CLOCKS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`|\b(now64|now|today|yesterday)\(([^()]*)\)|\b(?:now64|now|today|yesterday|UTCTimestamp|curdate|current_date)\s*\(|\bCURRENT_TIMESTAMP\b/gi;
/** The names alone are an allow-list's, or somebody's column. */
const NAMED = /\b(now|now64|today|yesterday|UTCTimestamp|curdate|current_date)\s*\(|\bCURRENT_TIMESTAMP\b/i;

/** The statement with the engine's clock where the suite's is. A view keeps the setting, not the number in it. */
function movedStatement(sql) {
  if (!NAMED.test(sql) || /^\s*CREATE TABLE/i.test(sql)) return sql;
  return sql.replace(CLOCKS, (found, name, args) => {
    if (name === undefined) {
      if (/^(["'`]|--|\/\*)/.test(found)) return found;
      throw new Error(`this statement would be told the machine's time: ${found}`);
    }
    const day = { today: 0, yesterday: 1 }[name.toLowerCase()];
    if (day !== undefined) return `(toDate(now() + ${MOVED_BY}) - ${day})`;
    return `(${name}(${args}) + ${MOVED_BY})`;
  });
}

/** The embedded engine reads the machine's clock, which nobody can move for it alone: its statements are told. */
function moveEngine() {
  const fromChdb = createRequire(createRequire(import.meta.url).resolve("chdb"));
  const loader = fromChdb("./dist/loader.js");
  const { loadNative } = loader;
  let moved;
  loader.loadNative = () => {
    const native = loadNative();
    moved ??= {
      ...native,
      CreateConnection: (path, args) => native.CreateConnection(path, [...args, `--${CARRIER}=${ZERO_S + shiftS}`]),
      QueryAsyncConnection: (handle, sql, format) => native.QueryAsyncConnection(handle, movedStatement(sql), format),
      InsertRawAsyncConnection: (handle, prefix, ...rest) =>
        native.InsertRawAsyncConnection(handle, movedStatement(prefix), ...rest),
    };
    return moved;
  };
}

if (!IS_BY_FILES.test(process.argv[1] ?? "")) {
  moveDate();
  moveEngine();
}
