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
    hash: "8b50129bcfec547b245814591d2467462f41f75962c70f4c06f3862b157a9cb0",
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
      root_hash: "0076798fd81613f4b950584498462d4f5f8703b25de2c04c495d8dc5d3674412",
      hashes: ["e8f20b15a99b856b57599d2e4b1affa75eae515757672bd193c304bc332274a8"],
      checkpoint:
        "assay.sandbox/log\n2\nAHZ5j9gWE/S5UFhEmEYtT1+HA7Jd4sBMSV2NxdNnRBI=\n\n— assay.sandbox/log +vwFpTZ2s7YFiM7YWUEvyW3dltK9/NvW9y1HOAG841NNGojXr670sxTdnjBt4QkC0NgMl9bHPpM/c2ILuWdINPpzRwY=\n",
      keys: ["assay.sandbox/log+fafc05a5+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs"],
    },
    anchor: null,
    source_calls: [
      {
        source_id: "S1",
        provider: "sandbox:binance",
        endpoint: "candle",
        method: "GET",
        url: "http://127.0.0.1:9101/api/v3/klines?symbol=BTCUSDT",
        params: {},
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
