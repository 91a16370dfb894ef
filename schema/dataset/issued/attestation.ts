// What other networks say about checkpoints.
import { text, time, whole, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const attestation = dataset({
  name: "attestation",
  about: "What other networks say about checkpoints of the proof log; appended, never changed.",
  columns: {
    driver: word("oracle: a report of an oracle network; cardano: metadata of a transaction."),
    size: whole(64, "Leaves in the tree it is about; without a unit."),
    status: word("pending, attested, failed or mismatch."),
    attempt: whole(32, "Which attempt at this size, from 1; without a unit."),
    at: time("When it was so. UTC."),
    network: word("Name of the network."),
    root: text("Root that the network saw, hex; empty where it said nothing that holds."),
    evidence: text("JSON: the report, its context and signatures, or the transaction.", "ZSTD(3)"),
    corroborated: text("JSON array of the leaves whose number the nodes read again at a primary source."),
    problem: text("Why it failed or does not match; empty otherwise."),
  },
  rows: EVERY_ROW,
  order: ["driver", "size", "at"],
  insertsRemembered: 100_000,
  keep: FOR_GOOD,
});

export type AttestationRow = Row<typeof attestation>;
