import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import t from "tap";
import { PROVIDER_IDS } from "../../../scripts/sandbox/start-sandbox.ts";
import { spawnSandbox } from "./spawn-sandbox.ts";

const isUp = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/sandbox/time`)).ok;
  } catch {
    return false;
  }
};

t.test("a spawned sandbox answers, stops cleanly, and comes back on the same ports", async (t) => {
  const first = await spawnSandbox({ seed: 5, portBase: 0 });
  t.equal(await isUp(first.origins.control), true);
  await first.stop();
  t.equal(first.child.exitCode, 0);
  t.equal(await isUp(first.origins.control), false);

  // Below the range systems hand out by themselves; a taken neighbour only means another try.
  let portBase = 21_000 + (process.pid % 300) * 30;
  for (let tries = 0; tries < 20; tries++, portBase += 30) {
    try {
      await (await spawnSandbox({ seed: 5, portBase })).stop();
      break;
    } catch {}
  }
  const again = await spawnSandbox({ seed: 5, portBase });
  t.equal(again.origins.binance, `http://127.0.0.1:${portBase}`);
  t.equal(again.origins.control, `http://127.0.0.1:${portBase + PROVIDER_IDS.length}`);
  await again.stop();
});

t.test("a taken port is reported instead of waited for", async (t) => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  t.teardown(() => holder.close());
  const address = holder.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await t.rejects(spawnSandbox({ seed: 5, portBase: port }), /ended with/);
});

t.test("a sandbox ends when its parent is killed", async (t) => {
  const module = new URL("./spawn-sandbox.ts", import.meta.url).href;
  const script = `const { spawnSandbox } = await import(${JSON.stringify(module)});
    const one = await spawnSandbox({ seed: 5, portBase: 0 });
    process.stdout.write(one.origins.control + "\\n");`;
  const parent = spawn(process.execPath, ["--import=tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
  t.equal(await isUp(line), true);
  parent.kill("SIGKILL");
  await once(parent, "exit");
  let up = true;
  for (let tries = 0; up && tries < 60; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    up = await isUp(line);
  }
  t.equal(up, false);
});
