// Prints what is shipped, package by package, as `npm sbom` lists it (CycloneDX). Its own --omit=dev leaves out packages that
// both what is shipped and what tests use need, so it is shown a project that has no tests. Plain JavaScript: an image is
// listed before anything is installed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const json = (name) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
const withoutTests = ({ devDependencies: _tests, ...rest }) => rest;

const lock = json("package-lock.json");
const packages = Object.fromEntries(
  Object.entries(lock.packages)
    .filter(([, entry]) => entry.dev !== true)
    .map(([path, entry]) => [path, path === "" ? withoutTests(entry) : entry]),
);
const folder = mkdtempSync(join(tmpdir(), "assay-sbom-"));
try {
  writeFileSync(join(folder, "package.json"), JSON.stringify(withoutTests(json("package.json"))));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
  const args = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--offline"];
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8", maxBuffer: 1e8 });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
