// The key that seals the secrets of monitors where none is configured: made once, kept in the data folder, readable by its owner.
import { randomBytes } from "node:crypto";
import { SECRET_BYTES } from "../../schema/webhook/secret.ts";
import { keepKey } from "./keep-key.ts";

/** Base64 of 32 bytes. */
export const readMonitorKey = (root: string): Promise<string> =>
  keepKey(root, "monitor.key", () => randomBytes(SECRET_BYTES).toString("base64"));
