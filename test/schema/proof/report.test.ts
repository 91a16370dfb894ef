// Reports of oracle networks: published vectors of the hash and the curve, and what counts as a signature.
import t from "tap";
import { toHex } from "../../../schema/proof/bytes.ts";
import { addressOfSecret, keccak256, recoverAddress, signDigest } from "../../../schema/proof/curve.ts";
import {
  decodeObservation,
  decodeReport,
  encodeObservation,
  encodeReport,
  readReport,
  reportDigest,
  signReport,
} from "../../../schema/proof/report.ts";
import { sampledLeaves } from "../../../schema/proof/sample.ts";

const secretOf = (n: number) => Buffer.alloc(32, n);
const workflow = { id: "ab".repeat(32), owner: "cd".repeat(20) };
const header = {
  workflow,
  executionId: "01".repeat(32),
  donId: 7,
  donVersion: 2,
  timestamp: 1_795_176_000,
  name: "00".repeat(10),
};
const observation = { root: Buffer.alloc(32, 9), size: 300, time: 1_795_176_000, corroborated: [3, 299] };
const report = encodeReport(header, encodeObservation(observation));
const context = Buffer.alloc(40, 5);
const committee = { signers: [1, 2, 3, 4].map((n) => addressOfSecret(secretOf(n))), f: 1 };
const signed = (secrets: readonly number[], bytes = report) => ({
  report: bytes.toString("hex"),
  context: context.toString("hex"),
  signatures: secrets.map((n) => signReport(bytes, context, secretOf(n))),
});

t.test("Keccak-256 and addresses are those of Ethereum", async (t) => {
  t.equal(toHex(keccak256()), "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
  t.equal(toHex(keccak256(Buffer.from("abc"))), "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45");
  const one = Buffer.from("1".padStart(64, "0"), "hex");
  t.equal(addressOfSecret(one), "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf");
});

t.test("the header is laid out as CRE lays it out, and the body as an ABI tuple", async (t) => {
  t.equal(report[0], 1);
  t.equal(report.readUInt32BE(33), header.timestamp);
  t.equal(report.readUInt32BE(37), 7);
  t.equal(report.toString("hex", 45, 77), workflow.id);
  t.equal(report.toString("hex", 87, 107), workflow.owner);
  const words = report.subarray(109);
  t.equal(words.length, 7 * 32);
  t.equal(words.readUInt32BE(2 * 32 - 4), 300, "the size is the second word");
  t.same(decodeReport(report)?.header, header);
  t.same(decodeObservation(words), observation);
  t.same(decodeObservation(words.subarray(0, 96)), null);
  t.same(decodeObservation(Buffer.concat([words, Buffer.alloc(32)])), null, "nothing may follow");
  t.equal(decodeReport(report.subarray(0, 100)), null);
});

t.test("f+1 distinct nodes of the committee make a report count, and nothing else does", async (t) => {
  t.match(readReport(signed([2, 4]), committee, workflow), {
    kind: "read",
    signatures: [committee.signers[1] ?? "", committee.signers[3] ?? ""].sort().map((signer) => ({ signer })),
    quorum: 2,
    observation,
  });
  t.match(readReport(signed([2, 2, 2]), committee, workflow), {
    kind: "refused",
    reason: "1 of 2 needed signatures hold",
  });
  t.match(readReport(signed([2, 9, 8]), committee, workflow), { kind: "refused" }, "strangers");
  t.match(readReport({ ...signed([1, 2]), signatures: ["", "00", "zz"] }, committee, workflow), { kind: "refused" });
  const other = { ...workflow, owner: "ee".repeat(20) };
  t.match(readReport(signed([1, 2]), committee, other), { kind: "refused", reason: /another workflow/ });
  for (const at of [0, 40, 60, 109, 150, report.length - 1]) {
    const changed = Buffer.from(report);
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
    t.match(
      readReport({ ...signed([1, 2]), report: changed.toString("hex") }, committee, workflow),
      { kind: "refused" },
      `byte ${at}`,
    );
  }
});

t.test("a signature has one form: neither its mirror image nor a cut one is taken", async (t) => {
  const digest = reportDigest(report, context);
  const signature = Buffer.from(signDigest(digest, secretOf(3)));
  t.equal(recoverAddress(digest, signature), committee.signers[2]);
  const raised = Buffer.from(signature);
  raised.writeUInt8((raised[64] ?? 0) + 27, 64);
  t.equal(recoverAddress(digest, raised), committee.signers[2], "27 and 28 are 0 and 1");
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const mirror = (order - BigInt(`0x${signature.toString("hex", 32, 64)}`)).toString(16).padStart(64, "0");
  const last = Buffer.of((signature[64] ?? 0) ^ 1);
  t.equal(recoverAddress(digest, Buffer.concat([signature.subarray(0, 32), Buffer.from(mirror, "hex"), last])), null);
  t.equal(recoverAddress(digest, signature.subarray(0, 64)), null);
});

t.test("the root chooses the sample: the same for everybody, within the new leaves, at most twenty", async (t) => {
  const root = Buffer.alloc(32, 1);
  t.same(sampledLeaves(root, 5, 5), []);
  t.same(sampledLeaves(root, 5, 8).sort(), [5, 6, 7]);
  const many = sampledLeaves(root, 100, 5_000);
  t.equal(new Set(many).size, 20);
  t.ok(many.every((leaf) => leaf >= 100 && leaf < 5_000));
  t.same(sampledLeaves(root, 100, 5_000), many);
  t.notSame(sampledLeaves(Buffer.alloc(32, 2), 100, 5_000), many);
});
