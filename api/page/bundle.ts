// What browsers run: a bundle a page, what pages share, and the style sheet, by names that hold a digest of the bytes.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile, type Plugin } from "esbuild";
import { type Entry, MANIFEST, type Manifest, PACKED } from "./packed.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCES = "api/page";
const VIEW = "view.tsx";
/** How the entry of a page is called here. */
const TOGETHER = "together";
/** Runs before all that. */
const FIRST = "first.ts";
/** Shared, and loaded only where somebody asks for it, or by itself. */
const ALONE = new Set(["plot.tsx", FIRST]);

const VIEWER = "redoc";
/** The viewer says where it comes from with a picture of another origin; pages load nothing of others. */
const PICTURE = "https://cdn.redoc.ly/redoc/logo-mini.svg";

/** The viewer of the reference, as it was published but for that picture. */
function viewerFile(): readonly [name: string, bytes: Buffer] {
  const text = readFileSync(posix.join(ROOT, SOURCES, "reference", `${VIEWER}.js`), "utf8");
  const bytes = Buffer.from(text.replaceAll(PICTURE, ""));
  return [`${VIEWER}-${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}.js`, bytes];
}

/**
 * A page with all that pages share, so that what they share comes in one file: several are read, linked and run more
 * slowly than one that is a little larger.
 */
const together: Plugin = {
  name: TOGETHER,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${TOGETHER}:`) }, ({ path }) => ({
      path: path.slice(TOGETHER.length + 1),
      namespace: TOGETHER,
    }));
    // What a page loads later finds there what it shares too.
    onResolve({ filter: /./ }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import"
        ? { path: posix.relative(ROOT, posix.join(resolveDir, path)), namespace: TOGETHER, pluginData: "export" }
        : undefined,
    );
    onLoad({ filter: /./, namespace: TOGETHER }, ({ path, pluginData }) => {
      const kit = posix.join(SOURCES, "kit");
      const shared = readdirSync(posix.join(ROOT, kit)).filter((file) => /\.tsx?$/.test(file) && !ALONE.has(file));
      const files = [...shared.map((file) => posix.join(kit, file)), path];
      const lines = files.map((file) => `import "./${file}";`);
      const exported = pluginData === "export" ? [`export { default } from "./${path}";`] : [];
      return { contents: [...lines, ...exported].join("\n"), loader: "js", resolveDir: ROOT };
    });
  },
};

/** One source a page, named by its folder; style, icon and what runs first are everybody's. */
function entryPoints(): Record<string, string> {
  const views = readdirSync(posix.join(ROOT, SOURCES), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name === VIEW)
    .map((entry) => posix.basename(entry.parentPath ?? entry.path));
  const entries = views.map((name) => [name, `${TOGETHER}:${posix.join(SOURCES, name, VIEW)}`]);
  const everybodys = { style: "style.css", icon: "icon.svg", first: FIRST };
  const shared = Object.entries(everybodys).map(([name, file]) => [name, `${SOURCES}/kit/${file}`]);
  return Object.fromEntries([...entries, ...shared]);
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
    plugins: [together],
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
