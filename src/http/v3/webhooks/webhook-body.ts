import type { Instant } from "../../../platform/instants.ts";
import { writeInstant } from "../../../platform/instants.ts";

/** Bytes of a body (Standard Webhooks 1.0.0, Payload size). */
const mostBytes = 20_000;

/** Characters of a text in a body that is too long even with short lists. */
const shortText = 200;

/**
 * The body for an event. If it is too long, its longest list is cut until it fits, and then its texts; `truncated` is true then.
 */
export function writeBody(type: string, at: Instant, data: object): string {
  const write = (shown: unknown, truncated: boolean) =>
    JSON.stringify({ type, timestamp: writeInstant(at), data: shown, truncated });
  const whole = write(data, false);
  if (Buffer.byteLength(whole) <= mostBytes) return whole;
  const shorter: unknown = structuredClone(data);
  for (;;) {
    const body = write(shorter, true);
    if (Buffer.byteLength(body) <= mostBytes) return body;
    const [longest] = listsIn(shorter).toSorted((one, other) => lengthOf(other) - lengthOf(one));
    if (!longest) return write(shortened(data), true);
    longest.length = Math.floor(longest.length / 2);
  }
}

const lengthOf = (value: unknown) => JSON.stringify(value).length;

/** Every list in the value that is not empty. */
function listsIn(value: unknown): unknown[][] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(listsIn);
  return Array.isArray(value) && value.length > 0 ? [value, ...inner] : inner;
}

/** Without lists, and with the beginning of each text. */
function shortened(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, shortText).toWellFormed();
  if (Array.isArray(value)) return [];
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}
