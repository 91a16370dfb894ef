// Supervised children: restarted when killed, stopped in time, and never left behind.
import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, rename } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import t, { type Test } from "tap";
import { untilSilent } from "../../../scripts/start/answering.ts";
import { type ChildSpec, superviseChild } from "../../../scripts/start/child.ts";
import { coresBehindReads, coresIn } from "../../../scripts/start/core.ts";
import { watchForStop } from "../../../scripts/start/stop-signal.ts";
import { ROOT } from "../../support/tree.ts";
import { ownClock } from "../../support/until.ts";

const isAlive = (pid: number | undefined) => {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function until(what: string, check: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await sleep(20);
  }
}

const specOf = (folder: string, code: string): ChildSpec => ({
  name: "subject",
  command: process.execPath,
  args: ["-e", code],
  env: process.env,
  logFile: join(folder, "subject.log"),
  isReady: async () => (await readFile(join(folder, "subject.log"), "utf8")).includes("up"),
  stopGraceMs: 1_000,
});

t.test("a killed child is started again within a second and its pid is the new one", async (t) => {
  const lines: string[] = [];
  const child = superviseChild(specOf(t.testdir(), "process.stdout.write('up'); setInterval(() => {}, 1000)"), (l) =>
    lines.push(l),
  );
  t.teardown(() => child.stop());
  await child.untilReady(60_000);
  const first = child.pid();
  const passed = ownClock(t);
  process.kill(first ?? 0, "SIGKILL");
  await until("a new process", () => child.pid() !== first && isAlive(child.pid()));
  t.ok(passed() < 1_000, `again after ${passed()} ms`);
  t.equal(child.restarts(), 1);
  t.match(lines.join(), /subject ended \(SIGKILL\)/);
});

t.test("the log of a child that lives on and on is cut, the text before kept once, and it goes on", async (t) => {
  const code = `process.stdout.write('up' + 'x'.repeat(21e6)); setInterval(() => process.stdout.write('more;'), 100)`;
  const spec = specOf(t.testdir(), code);
  const child = superviseChild(spec, () => undefined, { everyMs: 20, waitMs: 500, missesMax: 4 });
  t.teardown(() => child.stop());
  await until("a small log", () => {
    const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return size(`${spec.logFile}.1`) >= 20_000_000 && size(spec.logFile) > 0 && size(spec.logFile) < 1_000_000;
  });
  t.match(await readFile(spec.logFile, "utf8"), /more;/);
  t.equal(child.restarts(), 0);
});

t.test("a child that ignores SIGTERM is killed after its grace and nothing is left", async (t) => {
  const code = "process.on('SIGTERM', () => {}); process.stdout.write('up'); setInterval(() => {}, 1000)";
  const child = superviseChild(specOf(t.testdir(), code), () => undefined);
  await child.untilReady(60_000);
  const pid = child.pid();
  await child.stop();
  t.notOk(isAlive(pid));
});

t.test("a child is ready when it says so, yields as it should, and is replaced by one that is ready", async (t) => {
  const lines: string[] = [];
  const code = "setTimeout(() => process.send('ready'), 100); setInterval(() => {}, 1000)";
  const child = superviseChild({ ...specOf(t.testdir(), code), isReady: "said", niceness: 3 }, (l) => lines.push(l));
  t.teardown(() => child.stop());
  await child.untilReady(60_000);
  const first = child.pid() ?? 0;
  t.equal(getPriority(first), Math.min(19, getPriority() + 3));
  if (existsSync("/proc/self/autogroup")) {
    await until("its session yields", () => readFileSync(`/proc/${first}/autogroup`, "utf8").endsWith(" nice 3\n"));
  }
  await child.replace(60_000);
  t.not(child.pid(), first);
  t.notOk(isAlive(first));
  t.same(lines, ["subject runs again"], "no death is reported");
});

t.test("a child keeps to its cores, with all its threads and over restarts", async (t) => {
  t.same(coresIn("0-2,5"), [0, 1, 2, 5]);
  t.same(coresIn("3"), [3]);
  const cores = await coresBehindReads();
  if (cores === null) return t.comment("there is one core only, or no taskset");
  const code = "require('node:zlib').gzip('x', () => process.stdout.write('up')); setInterval(() => {}, 1000)";
  const child = superviseChild(specOf(t.testdir(), code), () => undefined);
  t.teardown(() => child.stop());
  await child.untilReady(60_000);
  await child.confine(cores);
  const first = child.pid() ?? 0;
  const allowed = (pid: number) =>
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
      return coresIn(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "").join(",");
    });
  t.same(new Set(allowed(first)), new Set([cores]));
  t.ok(allowed(first).length > 1, "it has threads");
  process.kill(first, "SIGKILL");
  await until("a new process", () => child.pid() !== first && isAlive(child.pid()));
  // taskset confines itself and then becomes the command: for an instant the new process is not confined yet.
  await until("it keeps to its cores again", () => allowed(child.pid() ?? 0).every((its) => its === cores));
  await until("its threads are up", () => allowed(child.pid() ?? 0).length > 1);
  t.same(new Set(allowed(child.pid() ?? 0)), new Set([cores]));
});

t.test("a child that keeps dying before it is ready is reported with the end of its log", async (t) => {
  const child = superviseChild(
    specOf(t.testdir(), "process.stderr.write('no such folder', () => process.exit(3))"),
    () => undefined,
  );
  t.teardown(() => child.stop());
  await t.rejects(child.untilReady(60_000), /ended again and again \(3\)[\s\S]*no such folder/);
});

t.test("what cannot be started again for now is tried until it can, and said once", async (t) => {
  const lines: string[] = [];
  const folder = join(t.testdir(), "log");
  await mkdir(folder);
  const code = "process.stdout.write('up'); setInterval(() => {}, 1000)";
  const child = superviseChild(specOf(folder, code), (line) => lines.push(line));
  t.teardown(() => child.stop());
  await child.untilReady(60_000);
  // Without the folder of its log nothing can be written or opened there, as on a full disk.
  await rename(folder, `${folder}.away`);
  const first = child.pid() ?? 0;
  process.kill(first, "SIGKILL");
  await until("it is said", () => lines.some((line) => line.includes("cannot be started")));
  await sleep(700);
  await rename(`${folder}.away`, folder);
  await until("a new process", () => child.pid() !== first && isAlive(child.pid()));
  t.match(lines, [/^subject ended \(SIGKILL\)/, /^subject cannot be started \(ENOENT.*until it can$/, /runs again$/]);
});

t.test(
  "a child that hangs is stopped and started anew, and that is said before; a slow one is left alone",
  async (t) => {
    const lines: string[] = [];
    const code = `process.on("message", (said) => said === "there?" && process.send("here", () => console.log("answered")));
    process.send("ready"); setInterval(() => {}, 1000)`;
    const spec: ChildSpec = { ...specOf(t.testdir(), code), isReady: "said", answers: "said", stopGraceMs: 100 };
    const child = superviseChild(spec, (line) => lines.push(line), { everyMs: 20, waitMs: 500, missesMax: 4 });
    t.teardown(() => child.stop());
    await child.untilReady(60_000);
    await sleep(200);
    const first = child.pid() ?? 0;
    process.kill(first, "SIGSTOP");
    await until("a new process", () => child.pid() !== first && isAlive(child.pid()), 20_000);
    t.match(lines, [
      /^subject has not answered for 1 s; after 2 s it is started anew$/,
      /stopping it$/,
      /ended \(SIGKILL\)/,
      /runs again/,
    ]);

    const answers = [
      false,
      false,
      false,
      false,
      true,
      false,
      false,
      false,
      true,
      true,
      false,
      false,
      false,
      false,
      true,
    ];
    let asked = 0;
    const ask = async () => answers[asked++] ?? true;
    const over = new AbortController().signal;
    t.equal(await untilSilent("it", ask, { everyMs: 0, waitMs: 0, missesMax: 4 }, () => undefined, over), true);
    t.equal(asked, 14, "not while it starts, nor where it answers now and then");
  },
);

t.test("when the supervisor itself is killed, its children end by themselves", async (t) => {
  const folder = t.testdir();
  const code = `
    import { superviseChild } from ${JSON.stringify(pathToFileURL(join(ROOT, "scripts/start/child.ts")).href)};
    const child = superviseChild({ name: "subject", command: process.execPath,
      args: ["-e", "setInterval(() => {}, 1000)"], env: process.env, logFile: ${JSON.stringify(join(folder, "log"))},
      isReady: async () => child.pid() !== undefined, stopGraceMs: 1000 }, () => {});
    await child.untilReady(5000);
    process.stdout.write(child.pid() + "\\n");
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["--import=tsx", "--input-type=module", "-e", code], { cwd: ROOT });
  const [line] = await new Promise<string[]>((resolve, reject) => {
    parent.stdout.once("data", (chunk: Buffer) => resolve([chunk.toString().trim()]));
    parent.stderr.once("data", (chunk: Buffer) => reject(new Error(chunk.toString())));
  });
  const pid = Number(line);
  t.ok(isAlive(pid));
  parent.kill("SIGKILL");
  await until("the child is gone", () => !isAlive(pid));
  t.pass("no process left");
});

/** Starts a child behind `scripts/follow.js`, as npm does: in a shell; gives back what the child says, and its id. */
async function followed(t: Test, code: string, inShell: (command: string) => [string, string[]]) {
  const follower = `import(${JSON.stringify(pathToFileURL(join(ROOT, "scripts/follow.js")).href)})
    .then(({ follow }) => follow(process.execPath, ["-e", ${JSON.stringify(code)}]))
    .then((exit) => process.stdout.write("follower ended " + exit + " "))`;
  const [command, args] = inShell(`"$NODE" -e "$FOLLOWER"; true`);
  const env = { ...process.env, NODE: process.execPath, FOLLOWER: follower };
  const starter = spawn(command, args, { env, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  starter.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until("the child is up", () => said.includes("up "));
  const pid = Number(/up (\d+)/.exec(said)?.[1]);
  t.teardown(() => void (isAlive(pid) && process.kill(pid, "SIGKILL")));
  return { pid, starter, said: () => said };
}

const STAYS = "process.stdout.write('up ' + process.pid + ' '); setInterval(() => {}, 1000);";
const shell = (command: string): [string, string[]] => ["sh", ["-c", command]];
const npmShell = (command: string): [string, string[]] => [
  process.execPath,
  [
    "-e",
    `process.title = "npm start"; require("node:child_process").spawn("sh", ["-c", ${JSON.stringify(command)}], { stdio: "inherit" })`,
  ],
];

t.test("who starts a command and is killed leaves nothing running, be it the shell or npm before it", async (t) => {
  for (const [name, starts, signal] of [
    ["shell", shell, "SIGTERM"],
    ["npm", npmShell, "SIGKILL"],
  ] as const) {
    const { pid, starter, said } = await followed(t, STAYS, starts);
    starter.kill(signal);
    await until(`${name}: the child is gone`, () => !isAlive(pid));
    await until(`${name}: the follower is gone`, () => said().includes("follower ended"));
  }
  t.pass("no process left");
});

t.test("a command hands on the signal that replaces processes, and lives on", async (t) => {
  // Before it says that it is up: the signal would end whoever does not listen yet.
  const code = `process.on("SIGUSR2", () => process.stdout.write("replaced ")); ${STAYS}`;
  const { pid, said, starter } = await followed(t, code, (command) => ["sh", ["-c", command.replace("; true", "")]]);
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  process.kill(Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]), "SIGUSR2");
  await until("the child heard it", () => said().includes("replaced"));
  t.ok(isAlive(pid));
  process.kill(-(starter.pid ?? 0), "SIGTERM");
  await until("the child is gone", () => !isAlive(pid));
});

t.test("one signal that arrives twice stops once; a second one that a person sends does not wait", async (t) => {
  const from = Object.assign(new EventEmitter(), { ppid: 1 });
  let [now, seconds] = [1_000, 0];
  const signal = watchForStop(
    () => (seconds += 1),
    from,
    () => now,
  );
  t.notOk(signal.aborted);
  from.emit("SIGTERM");
  t.ok(signal.aborted);
  for (const [ms, name] of [
    [0, "SIGTERM"],
    [400, "SIGINT"],
    [1_600, "SIGTERM"],
  ] as const) {
    now += ms;
    from.emit(name);
  }
  t.equal(seconds, 0, "copies for the whole group");
  now += 1;
  from.emit("SIGINT");
  t.equal(seconds, 1);
});
