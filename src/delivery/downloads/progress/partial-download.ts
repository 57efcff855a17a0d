import { type Coverage, withPart } from "./coverage.ts";

/** An event of a response. Positions are bytes of the file. */
export type TransferEvent =
  /** A response for a later part, which may continue one that broke off. */
  | { kind: "began"; from: number }
  /**
   * All bytes from `from` to `sentTo` were sent, out of those up to `to`. `isCounted`: the download was counted for this
   * response.
   */
  | { kind: "ended"; from: number; to: number; sentTo: number; isCounted: boolean };

/** Progress of a download in several responses, or of an interrupted one. */
export interface PartialDownload {
  /** The parts that were sent. */
  sent: Coverage;
  /** Parts whose responses broke off, so that nobody knows how much of them was sent. */
  broken: Coverage;
}

export const nothingSent: PartialDownload = { sent: [], broken: [] };

/** Maximum number of broken responses to remember. */
const mostBroken = 16;

/**
 * A client that continues a broken response requests the bytes it lacks, so all bytes before them were sent. This holds only for
 * the next response that begins inside the broken one: later, a client may request several parts at once.
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
