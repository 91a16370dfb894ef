// The verifier as one file: it is what its sources make, and works for who has nothing but it and Node, or a browser.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createContext, runInContext } from "node:vm";
import t from "tap";
import { verifyExample } from "../../../api/route/example/verify.ts";
import { ProofData } from "../../../schema/object/proof.ts";
import { bundleChecks, bundleVerifier } from "../../../scripts/verify-proof/bundle-verifier.ts";
import { ROOT } from "../../support/tree.ts";

const MAIN = join(ROOT, "scripts/verify-proof/main.js");
const { id } = verifyExample;
const KEY = verifyExample.data.inclusion?.keys[0] ?? "";

t.test("the file is what its sources make: npm run verify-proof:bundle after a change", async (t) => {
  const made = await bundleVerifier();
  t.equal(readFileSync(MAIN, "utf8") === made, true);
  t.same(made.match(/^\s*(import|export)\s|\brequire\(/gm), null, "it imports nothing");
  t.same(
    [...made.matchAll(/import\("([^"]+)"\)/g)].map(([, name]) => name),
    ["node:fs"],
  );
});

t.test("alone in a folder it proves the documented example, and says with its exit code what it did not", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "assay-verifier-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  copyFileSync(MAIN, join(folder, "main.js"));
  writeFileSync(join(folder, "proof.json"), JSON.stringify(verifyExample, null, 2));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["main.js", ...args], { cwd: folder, encoding: "utf8", env: {} });
  const pins = [`--id=${id}`, `--key=${KEY}`];
  const verified = run("proof.json", ...pins);
  t.match(verified, { status: 0, stdout: /\nVERIFIED\n$/, stderr: "" });
  t.match(
    verified.stdout,
    `object      evaluation ${id}, token bitcoin, verdict caution, as of 2026-11-20T12:00:00.000Z`,
  );
  t.match(run("proof.json", `--id=${id}`), {
    status: 2,
    stdout: /checkpoint +~ [\s\S]*\nSELF-CONSISTENT, NOT VERIFIED: /,
  });
  t.match(run("proof.json", `--key=${KEY}`), {
    status: 2,
    stdout: /\nNOT PROVEN: which object it must be was not said/,
  });
  t.match(run("proof.json", `--id=eval_${"0".repeat(26)}`, `--key=${KEY}`), {
    status: 1,
    stdout: /^FALSE: the object's id/,
  });
  t.match(run("proof.json", ...pins, "--origin=other/log"), { status: 1, stdout: /another log/ });
  t.match(run("proof.json", ...pins, `--oracle=0x${"1".repeat(40)}`, "--f=0"), { status: 2, stdout: /no attestation/ });
  t.match(run("proof.json", ...pins, "--ledger=http://127.0.0.1:9"), { status: 2, stdout: /anchor +\?\?/ });
  t.match(run("none.json", ...pins), { status: 2, stdout: /NOT PROVEN: none.json cannot be read/ });
  t.match(run("http://127.0.0.1:9/v1/verify/1"), { status: 2, stdout: /did not answer/ });
  for (const wrong of [
    [],
    ["proof.json", "--f=1"],
    ["proof.json", "--key=x"],
    ["proof.json", "--oracle=0x12", "--f=0"],
  ]) {
    t.match(run(...wrong), { status: 2, stdout: "", stderr: /usage: / }, wrong.join(" "));
  }
  t.match(run("proof.json", ...pins, "--origin"), { status: 2, stderr: /no option/ }, "a pin that is none is refused");
  t.match(run("--help"), { status: 0, stdout: /^usage: / });
});

t.test("a service that refuses is quoted: its code and what it says", async (t) => {
  const server = createServer((_, response) =>
    response.writeHead(400).end(JSON.stringify({ code: "invalid_request", detail: "no id\u001b[2J of an object" })),
  ).listen(0, "127.0.0.1");
  t.teardown(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [MAIN, `http://127.0.0.1:${port}/v1/verify/1`]);
  const said = await text(child.stdout);
  t.match(said, /the service answered 400 \(invalid_request: no id \[2J of an object\)/);
});

t.test("the checks run where there is no Node: as a script of a page they say the same", async (t) => {
  const page = createContext({ TextEncoder, TextDecoder, atob, btoa });
  runInContext(await bundleChecks("assayProof"), page);
  const text = JSON.stringify(verifyExample);
  const look = (given: string, pins: object) =>
    JSON.parse(
      runInContext(
        `JSON.stringify(assayProof.verifyProof(new TextEncoder().encode(${JSON.stringify(given)}), assayProof.readPins(${JSON.stringify(pins)})))`,
        page,
      ) as string,
    ) as { exit: number; verdict: string };
  t.match(look(text, { id, keys: [KEY] }), { exit: 0, verdict: "verified" });
  t.match(look(text, { id }), { exit: 2, verdict: "self-consistent" });
  t.match(look(text.replace("caution", "proceed"), { id, keys: [KEY] }), { exit: 1, verdict: "false" });
});

t.test(
  "every member of the documented proof is one that the verifier knows: what is new is checked or named",
  async (t) => {
    const { answerMembers } = await import("../../../schema/proof/verify/proof-members.ts");
    const named = new Set<string>();
    answerMembers(structuredClone(verifyExample) as never, "", named);
    t.same([...named].sort(), [
      ...["anchored_at", "network"].map((name) => `/data/anchor/${name}`).slice(2),
      ...["attempts", "attested_at", "detail", "last_error", "network"].map((name) => `/data/attestation/${name}`),
      ...["/data/created_at", "/data/how_to_verify"],
      ...[
        "bytes",
        "cached",
        "calls",
        "http_status",
        "method",
        "params",
        "requested_at",
        "responded_at",
        "rows",
        "url",
      ].map((name) => `/data/source_calls/*/${name}`),
      ...["/data/superseded_by", "/data/supersedes", "/sources"],
    ]);
    const unknown = Object.keys(ProofData.properties).filter((name) => !(name in verifyExample.data));
    t.same(unknown, [], "the example has them all");
    const { canonical } = verifyExample.data;
    t.same(
      Object.keys(ProofData.properties.canonical.properties).filter((name) => !(name in canonical)),
      [],
      "its object too",
    );
  },
);
