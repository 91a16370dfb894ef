// Holds every command, script, transaction and pipeline of a test to one slot of a cluster, without a cluster: its keys
// are the same, or have the same tag in braces.
import { Redis } from "ioredis";

type Keyed = { readonly name: string; getKeys(): readonly (string | Buffer)[] };

/** What the slot of a key is made of. */
function tagOf(key: string | Buffer): string {
  const text = String(key);
  const from = text.indexOf("{") + 1;
  const to = text.indexOf("}", from);
  return from > 0 && to > from ? text.slice(from, to) : text;
}

const told: string[] = [];

function holdToOneSlot(commands: readonly Keyed[]): void {
  const tags = new Set(commands.flatMap((command) => command.getKeys().map(tagOf)));
  if (tags.size < 2) return;
  const problem = `${commands.map(({ name }) => name).join(", ")} spans slots of a cluster: ${[...tags].join(", ")}`;
  // Whoever takes an error lightly hides it from the test.
  told.push(problem);
  throw new Error(problem);
}

/** What was found so far; it counts no more. */
export const takeProblems = (): string[] => told.splice(0);

const probe = new Redis({ lazyConnect: true });
const pipelines = Object.getPrototypeOf(probe.pipeline()) as { exec(...args: unknown[]): unknown };
probe.disconnect();
const { sendCommand } = Redis.prototype;
Redis.prototype.sendCommand = function (this: Redis, command, stream) {
  holdToOneSlot([command as unknown as Keyed]);
  return sendCommand.call(this, command, stream);
};
const { exec } = pipelines;
pipelines.exec = function (this: { readonly _queue: readonly Keyed[] }, ...args) {
  holdToOneSlot(this._queue);
  return exec.apply(this, args);
};

process.on("exit", () => {
  if (told.length === 0) return;
  process.stderr.write(`${told.join("\n")}\n`);
  process.exitCode = 1;
});
