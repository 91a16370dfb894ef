// The verifier's command: reads pins and proofs, asks a ledger where it is told to, says what holds and exits with it.
import { type PinTexts, readPins } from "../../schema/proof/verify/pins.ts";
import { sayReport } from "../../schema/proof/verify/say-report.ts";
import { type LedgerAnswer, type Report, verifyProof } from "../../schema/proof/verify/verify-proof.ts";

const USAGE = `usage: node main.js <proof>… [options]

<proof> is the URL of /v1/verify/{id}, a file with its answer, or - for standard input.

  --id=<id>                the object it must be; from the URL where it is not given, once a <proof> in order
  --key=<name+id+base64>   a key of the log that you trust (more: again)
  --origin=<name>          the log's name; the name of its key where it is not given
  --witness=<name+id+base64>  a key of a witness that must have seen the log's checkpoint (more: again)
  --witnesses=<number>     how many of them must have; all where it is not given
  --oracle=<0x…,0x…>       all nodes of the oracle network that may sign, and
  --f=<number>             how many of them may be faulty: f + 1 signatures are needed
  --workflow=<id>/<owner>  the workflow that the nodes must have run
  --ledger=<URL>           a Blockfrost API to read the anchor from (key in BLOCKFROST_PROJECT_ID)

Get key, nodes and f from somewhere else than the proof, and keep them. Without a key the answer is at most
"self-consistent": whoever made the proof may have made its keys.

exit: 0 everything asked for was proven, 1 something is false, 2 something asked for could not be proven`;

const NAMES = ["id", "key", "origin", "witness", "witnesses", "oracle", "f", "workflow", "ledger"] as const;
type Name = (typeof NAMES)[number];
type Options = Readonly<Record<Name, readonly string[]>>;

const BYTES_MAX = 16_777_216;
const ANSWER_MS = 20_000;

/** What cannot be asked, or not be read: nothing was proven. */
class Unread extends Error {}

function readOptions(given: readonly string[]): { readonly options: Options; readonly proofs: readonly string[] } {
  const options = Object.fromEntries(NAMES.map((name) => [name, [] as string[]])) as Record<Name, string[]>;
  const proofs: string[] = [];
  for (const one of given) {
    const [, said, value] = /^--([a-z]+)=(.+)$/s.exec(one) ?? [];
    const name = NAMES.find((known) => known === said);
    if (name !== undefined && value !== undefined) options[name].push(value);
    else if (one.startsWith("--")) throw new TypeError(`${one} is no option with a value`);
    else proofs.push(one);
  }
  for (const name of NAMES) {
    if (!["id", "key", "witness", "oracle"].includes(name) && options[name].length > 1) {
      throw new TypeError(`--${name} is given twice`);
    }
  }
  if (proofs.length === 0) throw new TypeError("no proof is given");
  if (options.id.length > 0 && options.id.length !== proofs.length) throw new TypeError("one --id a proof is needed");
  return { options, proofs };
}

/** The id that a URL of /v1/verify/{id} asks for. */
function idOf(proof: string): string | undefined {
  if (!/^https?:/.test(proof)) return undefined;
  return /\/v1\/verify\/([A-Za-z0-9_]+)$/.exec(new URL(proof).pathname)?.[1];
}

const pinTexts = ({ key, origin, witness, witnesses, oracle, f, workflow, ledger }: Options): PinTexts => ({
  ...{ keys: key, oracle: oracle.flatMap((one) => one.split(",")), origin: origin[0], f: f[0] },
  ...{ witness, witnesses: witnesses[0] },
  ...{ workflow: workflow[0], ledger: ledger.length > 0 },
});

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunks) {
    size += part.length;
    if (size > BYTES_MAX) throw new Unread(`more than ${BYTES_MAX} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<{ status: number; bytes: Uint8Array }> {
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
    return { status: answer.status, bytes: answer.body === null ? new Uint8Array(0) : await gather(answer.body) };
  } catch (error) {
    throw error instanceof Unread ? error : new Unread(`${new URL(url).host} did not answer`);
  }
}

/** What an RFC 9457 problem says: its detail and code, without what moves a terminal; nothing for another answer. */
function problemIn(bytes: Uint8Array): string {
  try {
    const { code, detail } = JSON.parse(Buffer.from(bytes).toString("utf8")) as { code?: unknown; detail?: unknown };
    const said = [code, detail].filter((one) => typeof one === "string").join(": ");
    return said === "" ? "" : ` (${said.replace(/[^ -~]/g, " ").slice(0, 300)})`;
  } catch {
    return "";
  }
}

async function readBytes(proof: string): Promise<Uint8Array> {
  if (/^https?:/.test(proof)) {
    const { status, bytes } = await ask(proof);
    if (status !== 200) throw new Unread(`the service answered ${status}${problemIn(bytes)}`);
    return bytes;
  }
  const { createReadStream } = await import("node:fs");
  try {
    return await gather(proof === "-" ? process.stdin : createReadStream(proof));
  } catch (error) {
    throw error instanceof Unread ? error : new Unread(`${proof} cannot be read`);
  }
}

async function askLedger(ledger: string, transaction: string): Promise<LedgerAnswer> {
  const key = process.env.BLOCKFROST_PROJECT_ID;
  try {
    const url = `${ledger.replace(/\/+$/, "")}/txs/${transaction}/metadata`;
    const { status, bytes } = await ask(url, key ? { project_id: key } : {});
    if (status === 404) return { kind: "unknown" };
    if (status !== 200) return { kind: "away", reason: `the ledger answered ${status}` };
    return { kind: "metadata", metadata: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch (error) {
    return { kind: "away", reason: error instanceof Unread ? error.message : "the ledger's answer cannot be read" };
  }
}

async function verify(proof: string, id: string | undefined, options: Options): Promise<Report> {
  const pins = readPins({ ...pinTexts(options), id: id ?? idOf(proof) });
  const bytes = await readBytes(proof);
  const report = verifyProof(bytes, pins);
  const [ledger] = options.ledger;
  if (ledger === undefined || report.anchor === null) return report;
  return verifyProof(bytes, pins, await askLedger(ledger, report.anchor.transaction));
}

/** @returns the exit code of all: false counts before unproven. */
async function main(given: readonly string[]): Promise<number> {
  if (given.includes("--help")) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const { options, proofs } = readOptions(given);
  readPins(pinTexts(options));
  const exits = new Set<number>();
  for (const [at, proof] of proofs.entries()) {
    if (proofs.length > 1) process.stdout.write(`${at === 0 ? "" : "\n"}${proof}\n`);
    try {
      const report = await verify(proof, options.id[at], options);
      exits.add(report.exit);
      process.stdout.write(`${sayReport(report).join("\n")}\n`);
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      exits.add(2);
      process.stdout.write(`NOT PROVEN: ${error.message}\n`);
    }
  }
  return [1, 2].find((exit) => exits.has(exit)) ?? 0;
}

main(process.argv.slice(2)).then(
  (exit) => {
    process.exitCode = exit;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
    process.exitCode = 2;
  },
);
