import { parseExactly } from "../../platform/exact-json.ts";
import type { Json } from "../../platform/untrusted-json.ts";
import { UnreadableReport } from "./service.ts";

/** Throws `UnreadableReport` if the body is not JSON. */
export function parseReport(body: Uint8Array): Json {
  try {
    return parseExactly(new TextDecoder().decode(body));
  } catch {
    throw new UnreadableReport("The body is not JSON.");
  }
}
