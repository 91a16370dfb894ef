// What browsers run: a bundle a page, what pages share, and the style sheet, by names that hold a digest of the bytes.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { type Entry, MANIFEST, type Manifest, PACKED } from "./packed.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCES = "api/page";
const VIEW = "view.tsx";

const VIEWER = "redoc";
/** The viewer says where it comes from with a picture of another origin; pages load nothing of others. */
const PICTURE = "https://cdn.redoc.ly/redoc/logo-mini.svg";

/** The viewer of the reference, as it was published but for that picture. */
function viewerFile(): readonly [name: string, bytes: Buffer] {
  const text = readFileSync(posix.join(ROOT, SOURCES, "reference", `${VIEWER}.js`), "utf8");
  const bytes = Buffer.from(text.replaceAll(PICTURE, ""));
  return [`${VIEWER}-${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}.js`, bytes];
}

/** One source a page, named by its folder; style and icon are everybody's. */
function entryPoints(): Record<string, string> {
  const views = readdirSync(posix.join(ROOT, SOURCES), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name === VIEW)
    .map((entry) => posix.basename(entry.parentPath ?? entry.path));
  const entries = views.map((name) => [name, posix.join(SOURCES, name, VIEW)]);
  return Object.fromEntries([...entries, ["style", `${SOURCES}/kit/style.css`], ["icon", `${SOURCES}/kit/icon.svg`]]);
}

function manifestOf({ outputs }: Metafile): Manifest {
  const entries = Object.entries(outputs).flatMap(([path, { entryPoint, imports }]): [string, Entry][] => {
    if (entryPoint === undefined) return [];
    const isView = posix.basename(entryPoint) === VIEW;
    const name = isView ? posix.basename(posix.dirname(entryPoint)) : posix.parse(entryPoint).name;
    const shared = imports.filter(({ kind }) => kind === "import-statement").map((one) => posix.basename(one.path));
    return [[name, { file: posix.basename(path), shared }]];
  });
  return Object.fromEntries(entries);
}

/** All files by name, packed ones and the manifest too. Rejects where a source does not compile. */
export async function bundlePages(): Promise<ReadonlyMap<string, Buffer>> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: entryPoints(),
    outdir: "/page",
    write: false,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    minify: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "copy" },
    entryNames: "[name]-[hash]",
    chunkNames: "shared-[hash]",
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    // That of the project is for Node.
    tsconfigRaw: {},
  });
  const viewer = viewerFile();
  const made = outputFiles.map(({ path, contents }) => [posix.basename(path), Buffer.from(contents)] as const);
  const files = [...made, viewer].flatMap(([name, bytes]): [string, Buffer][] => {
    const packed = Object.values(PACKED).map(({ ending, pack }): [string, Buffer] => [`${name}${ending}`, pack(bytes)]);
    return [[name, bytes], ...packed];
  });
  const manifest: Manifest = { ...manifestOf(metafile), [VIEWER]: { file: viewer[0], shared: [] } };
  return new Map([...files, [MANIFEST, Buffer.from(JSON.stringify(manifest))]]);
}
