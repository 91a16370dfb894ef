// Payment as x402 has it for MCP: the terms and the receipt of the call behind a tool, in the words of this transport.
import { decodeBase64, encodeHeader } from "../../schema/pay/x402.ts";
import type { Tool } from "./tool.ts";

export const PAYMENT_KEY = "x402/payment";
export const RECEIPT_KEY = "x402/payment-response";

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is sold: a tool has no address of its own. */
const urlOf = ({ listed }: Tool): string => `mcp://tool/${listed.name}`;

/** The JSON of a header of x402; null where there is none. */
export function readHeader(text: string | undefined): Members | null {
  const bytes = text === undefined ? null : decodeBase64(text);
  if (bytes === null) return null;
  const value: unknown = JSON.parse(bytes.toString("utf8"));
  return isObject(value) ? value : null;
}

/** The terms of the call as those of its tool. */
export function termsOf(tool: Tool, required: Members): Members {
  const { name, inputSchema } = tool.listed;
  const input = { type: "mcp", toolName: name, transport: "streamable-http", inputSchema };
  const properties = { input: { type: "object" } };
  const bazaar = { info: { input }, schema: { type: "object", properties, required: ["input"] } };
  const resource = { ...(isObject(required.resource) ? required.resource : {}), url: urlOf(tool) };
  const extensions = { ...(isObject(required.extensions) ? required.extensions : {}), bazaar };
  return { ...required, resource, extensions };
}

/**
 * The header PAYMENT-SIGNATURE of a payment for a tool. What names the tool it is for is told as the call behind it; what
 * names another stays, and is refused for that. `url`: of the call.
 */
export function signatureOf(tool: Tool, payment: unknown, url: string): string {
  if (!isObject(payment) || !isObject(payment.resource) || payment.resource.url !== urlOf(tool)) {
    return encodeHeader(payment);
  }
  return encodeHeader({ ...payment, resource: { ...payment.resource, url } });
}
