// Example answer of GET /v1/verify/{id}: it proves, with a key made for the example.
import type { Static } from "typebox";
import type { proof } from "../../../schema/object/proof.ts";

export const verifyExample: Static<typeof proof> = {
  object: "proof",
  id: "eval_01JD6Q3Z8WAF5MJ4X2T9C7KQHR",
  as_of: "2026-11-20T12:00:00.000Z",
  data: {
    id: "eval_01JD6Q3Z8WAF5MJ4X2T9C7KQHR",
    kind: "evaluation",
    schema: "vmi/evaluation/1",
    canonicalization: "RFC8785",
    hash_algorithm: "sha-256",
    canonical: {
      schema: "vmi/evaluation/1",
      id: "eval_01JD6Q3Z8WAF5MJ4X2T9C7KQHR",
      object: "evaluation",
      as_of: "2026-11-20T12:00:00.000Z",
      code_version: "0.1.0+4f6a1d02c9be",
      data: {
        token: {
          id: "bitcoin",
          symbol: "BTC",
          name: "Bitcoin",
        },
        verdict: "caution",
      },
      sources: [
        {
          id: "S1",
          provider: "sandbox:binance",
          endpoint: "candle",
          as_of: "2026-11-20T11:59:00.000Z",
        },
      ],
    },
    hash: "2c28e7325ca2ccd27cefdfeec0ec3ac937e5268973f87f80c90dcd52a43f7fba",
    created_at: "2026-11-20T12:00:01.000Z",
    attestation: {
      status: "pending",
      level: null,
      network: null,
      workflow: null,
      checkpoint: null,
      report: null,
      signatures_valid: null,
      quorum: null,
      signers: null,
      consistency: null,
      attested_at: null,
      attempts: 0,
      last_error: null,
      detail: "no workflow configured",
    },
    inclusion: {
      leaf_index: 0,
      tree_size: 2,
      root_hash: "f8944fed430802ae55197af038bca9bbb0c523d90831df12469950c4bc0df009",
      hashes: ["e8f20b15a99b856b57599d2e4b1affa75eae515757672bd193c304bc332274a8"],
      checkpoint:
        "assay.sandbox/log\n2\n+JRP7UMIAq5VGXrwOLypu7DFI9kIMd8SRplQxLwN8Ak=\n\n— assay.sandbox/log hUBXrJ75gkAWx5ilW/ZM5/MlZFYvWd2OmgkGnGJaRU3/L0JbniadIh/aXgJI8lsRZGNLDPDywn7QkzNEXYZiDj95KAQ=\n",
      keys: ["assay.sandbox/log+854057ac+Aez5YwfkcRBUpbij5JnIf2bCL8xyyMKIlcwPSPhTyELx"],
    },
    anchor: null,
    source_calls: [
      {
        source_id: "S1",
        provider: "sandbox:binance",
        endpoint: "candle",
        method: "GET",
        url: "http://127.0.0.1:9101/api/v3/klines?symbol=BTCUSDT",
        params: { symbol: "BTCUSDT" },
        requested_at: "2026-11-20T11:59:58.000Z",
        responded_at: "2026-11-20T11:59:58.120Z",
        http_status: 200,
        bytes: 512,
        rows: 2,
        raw_sha256: "230d8358dc8e8890b4c58deeb62912ee2f20357ae92a5cc861b98e68fe31acb5",
        cached: false,
      },
    ],
    supersedes: null,
    superseded_by: null,
    how_to_verify: "Serialise `canonical` by RFC 8785 and hash it with SHA-256.",
  },
  sources: [],
};
