import { type Coverage, withPart } from "./coverage.ts";

/** What happened to a response. Positions are bytes of the file. */
export type TransferEvent =
  /** One for a later part, which may go on where another broke off. */
  | { kind: "began"; from: number }
  /** All bytes from `from` to `sentTo` were sent, of those to `to`. `isCounted` if the download was counted for it. */
  | { kind: "ended"; from: number; to: number; sentTo: number; isCounted: boolean };

/** How far a download in several responses, or an interrupted one, came. */
export interface PartialDownload {
  /** What was sent. */
  sent: Coverage;
  /** Of these parts it is not known how much was sent, because their responses broke off. */
  broken: Coverage;
}

export const nothingSent: PartialDownload = { sent: [], broken: [] };

/** Responses that broke off which are remembered. */
const mostBroken = 16;

/**
 * A program that continues a response that broke off asks for what it lacks. So what lies before has been sent. That holds
 * for the next response that begins inside the broken one, and for no other: a program may then ask for several parts at once.
 */
export function applyEvent({ sent, broken }: PartialDownload, event: TransferEvent): PartialDownload {
  if (event.kind === "began") {
    const [continued] = broken.filter(([from, to]) => from <= event.from && event.from < to);
    if (!continued) return { sent, broken };
    return { sent: withPart(sent, continued[0], event.from), broken: broken.filter((part) => part !== continued) };
  }
  const { from, to, sentTo } = event;
  const rest = sentTo < to ? [[sentTo, to] as const] : [];
  return { sent: withPart(sent, from, sentTo), broken: [...broken, ...rest].slice(-mostBroken) };
}
