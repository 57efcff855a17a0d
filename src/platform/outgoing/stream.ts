import type { Socket } from "node:net";
import { AnswerReader } from "./answer-reader.ts";
import { OutgoingProblem } from "./problem.ts";
import { openReach, type ReachSettings } from "./reach.ts";
import { brokenOff, type OutgoingRequest, textOf } from "./request.ts";

/** A response whose body has not been read. */
export interface StreamedAnswer {
  status: number;
  headers: Headers;
  /**
   * Reads no faster than it is consumed. Closes the connection when it ends or is abandoned. Throws `OutgoingProblem`
   * if the response breaks off, or nothing arrives for too long.
   */
  body: AsyncGenerator<Buffer, void, undefined>;
}

/** A request whose response may have any length. */
export interface StreamedRequest extends Pick<OutgoingRequest, "url" | "headers" | "requiresTls"> {
  /** Milliseconds for connecting, and between two bytes after that. */
  patience: number;
  /** Aborts the request and its response. */
  signal?: AbortSignal;
}

/**
 * Sends a GET and resolves once the head of the response has arrived, whatever its status. Follows no redirects, and
 * connects only where it may (`openReach`). Rejects with `OutgoingProblem`.
 */
export type StreamRequest = (request: StreamedRequest) => Promise<StreamedAnswer>;

export function openStreams(settings: ReachSettings): StreamRequest {
  const reach = openReach(settings);
  return async (request) => {
    const late = new OutgoingProblem("no_answer_in_time", `No answer within ${request.patience / 1000} seconds.`);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(late), request.patience);
    let socket: Socket;
    try {
      socket = await reach(request, request.signal ? AbortSignal.any([stop.signal, request.signal]) : stop.signal);
    } finally {
      clearTimeout(timer);
    }
    socket.setTimeout(request.patience, () => socket.destroy(late));
    const breakOff = () => void socket.destroy(brokenOff());
    request.signal?.addEventListener("abort", breakOff);
    socket.once("close", () => request.signal?.removeEventListener("abort", breakOff));
    socket.write(textOf({ ...request, method: "GET" }));
    const reader = new AnswerReader(Number.POSITIVE_INFINITY);
    const chunks = piecesOf(socket, reader);
    // The first piece only completes the head.
    await chunks.next();
    const { head } = reader;
    if (!head) throw brokenOff();
    return { ...head, body: withoutHead(chunks) };
  };
}

async function* withoutHead(
  chunks: AsyncGenerator<Buffer[], void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const pieces of chunks) yield* pieces;
}

/** First an empty piece once the head has arrived, then the body as it arrives. */
async function* piecesOf(socket: Socket, reader: AnswerReader): AsyncGenerator<Buffer[], void, undefined> {
  let hasHead = false;
  try {
    for await (const bytes of socket) {
      reader.push(bytes as Buffer);
      if (!reader.head) continue;
      if (!hasHead) yield [];
      hasHead = true;
      yield reader.take();
      if (reader.isDone) return;
    }
    if (!reader.answer({ closed: true })?.isWhole) throw brokenOff();
  } catch (error) {
    throw error instanceof OutgoingProblem ? error : brokenOff();
  } finally {
    socket.destroy();
  }
}
