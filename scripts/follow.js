// Runs a command as a child with our terminal: hands it our signals, and ends it when whoever started us is gone.
// Plain JavaScript without dependencies, because it runs before there are any.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const LOOK_MS = 500;

const read = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
};

/** Who started a process; 0 where nobody can tell. */
function parentOf(pid) {
  const stat = read(pid, "stat");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}

/** Says later whether whoever started us is gone: our parent, or the npm that started it, since npm runs us in a shell. */
function watchStarter() {
  const parent = process.ppid;
  const before = parentOf(parent);
  const isNpms = read(before, "cmdline").startsWith("npm");
  return () => process.ppid !== parent || (isNpms && parentOf(parent) !== before);
}

/** Resolves with the child's exit code; rejects where it could not be started. */
export function follow(command, args, options = {}) {
  const child = spawn(command, args, { stdio: "inherit", env: process.env, ...options });
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      isStopping = true;
      // Ctrl-C reaches the child by itself, being of the same terminal group.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  process.on("SIGUSR2", () => child.kill("SIGUSR2"));
  const isStarterGone = watchStarter();
  const timer = setInterval(() => {
    if (!isStarterGone()) return;
    clearInterval(timer);
    if (!isStopping) child.kill("SIGTERM");
  }, LOOK_MS);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal === null ? 1 : 130)));
  }).finally(() => clearInterval(timer));
}
