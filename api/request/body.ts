// The body of a POST: JSON of the one media type there is, read strictly and only once it is wholly here.
import { fault } from "../../schema/fault.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });
const JSON_TYPE = /^application\/json *(; *charset *= *"?utf-8"?)? *$/i;

/**
 * Parses a body.
 * @throws unsupported_media_type, invalid_json.
 */
export function parseBody(contentType: string | undefined, bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) {
    throw fault("invalid_json", "The body is empty; send a JSON object.", {
      errors: [{ pointer: "", code: "invalid_json", detail: "The body is empty." }],
    });
  }
  if (!JSON_TYPE.test(contentType ?? "")) {
    const detail = "Send Content-Type: application/json.";
    throw fault("unsupported_media_type", detail, {
      errors: [{ header: "Content-Type", code: "unsupported_media_type", detail }],
    });
  }
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch {
    throw fault("invalid_json", "The body is not JSON in UTF-8.", {
      errors: [{ pointer: "", code: "invalid_json", detail: "It cannot be parsed." }],
    });
  }
}
