// The body of a POST: JSON of the one media type there is, read strictly and only once it is wholly here.
import { fault } from "../../schema/fault.ts";
import { JSON_DEPTH_MAX, parseJson } from "../../schema/json.ts";

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
    return parseJson(bytes);
  } catch {
    const detail = `The body is not JSON in UTF-8 of finite numbers, at most ${JSON_DEPTH_MAX} deep.`;
    throw fault("invalid_json", detail, {
      errors: [{ pointer: "", code: "invalid_json", detail: "It cannot be parsed." }],
    });
  }
}
