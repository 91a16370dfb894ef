// Signed notes in the text form of C2SP: keys, signatures, rotation.
import t from "tap";
import { checkpointText, readCheckpoint } from "../../../schema/proof/checkpoint.ts";
import {
  decodeSigner,
  encodeSigner,
  encodeVerifier,
  signerOf,
  signNote,
  verifyNote,
} from "../../../schema/proof/note.ts";
import { decodeVerifier, readNote } from "../../../schema/proof/note-text.ts";

// The published example of the note format (golang.org/x/mod/sumdb/note).
const PUBLISHED_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const PUBLISHED_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

t.test("the published note verifies with the published key, and not with a byte changed", async (t) => {
  const key = decodeVerifier(PUBLISHED_KEY);
  t.equal(encodeVerifier(key), PUBLISHED_KEY);
  t.same(verifyNote(PUBLISHED_NOTE, [key]), ["PeterNeumann"]);
  t.equal(verifyNote(PUBLISHED_NOTE.replace("answer", "Answer"), [key]), null);
});

t.test("keys survive their text form, and a changed one is refused", async (t) => {
  const signer = signerOf("assay.example/log", Buffer.alloc(32, 3));
  t.same(decodeSigner(encodeSigner(signer)), signer);
  t.throws(() => decodeSigner(encodeSigner(signer).replace("assay", "essay")), TypeError);
  t.throws(() => decodeVerifier(encodeVerifier(signer).replace("assay", "essay")), TypeError);
  t.throws(() => signerOf("with space", Buffer.alloc(32)), TypeError);
});

t.test("while keys rotate a note carries both signatures, and either key verifies it", async (t) => {
  const [old, fresh] = [signerOf("a/log", Buffer.alloc(32, 1)), signerOf("a/log", Buffer.alloc(32, 2))];
  const text = checkpointText({ origin: "a/log", size: 7, root: Buffer.alloc(32, 9) });
  const note = signNote(text, [old, fresh]);
  t.same(verifyNote(note, [old]), ["a/log"]);
  t.same(verifyNote(note, [fresh]), ["a/log"]);
  t.same(verifyNote(note, []), [], "unknown keys prove nothing");
  t.same(readCheckpoint(readNote(note)?.text ?? ""), { origin: "a/log", size: 7, root: Buffer.alloc(32, 9) });
});
