// The settings of what operators see: the listener with metrics and queues, and the access log.
import { Type } from "typebox";

export const SEEN_SETTINGS = {
  ADMIN_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65_535,
    description:
      "Port of metrics and queues; under the starter its own, the next ones its processes', and /targets lists them; 0: none.",
  }),
  ADMIN_HOST: Type.String({
    default: "127.0.0.1",
    description: "Address it listens on; another than the loopback needs ADMIN_TOKEN.",
  }),
  ADMIN_TOKEN: Type.String({
    default: "",
    "x-secret": true,
    pattern: "^(|[A-Za-z0-9._~+/=-]{16,256})$",
    "x-form": "16 to 256 letters, digits and . _ ~ + / = -",
    description: "Bearer token, or password of Basic, that it asks for; none on the loopback alone.",
  }),
  ADMIN_QUEUES: Type.Enum(["read", "write"], {
    default: "read",
    description: "write: jobs may be retried and removed on the queues' pages.",
  }),
  ACCESS_LOG: Type.String({
    default: "",
    description:
      "File of one JSON line a request, rolled at 20 MB with five kept; stdout; off. The starter writes into log/ of DATA_DIR.",
  }),
  ACCESS_LOG_SAMPLE: Type.Integer({
    default: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    description: "Of answers that are ready in memory, one of so many has a line; all others have one each.",
  }),
} as const;
