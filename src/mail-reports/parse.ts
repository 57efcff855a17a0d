import { type Json, UnreadableReport } from "./service.ts";

/** Throws `UnreadableReport` for what is no JSON. */
export function parseReport(body: Uint8Array): Json {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new UnreadableReport("The body is not JSON.");
  }
}
