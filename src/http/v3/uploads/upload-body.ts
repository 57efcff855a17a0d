import { BodyTooLarge } from "../../body.ts";
import { RequestError } from "../framework/errors.ts";

/**
 * The bytes of a request's body as they arrive. Reading fails with `BodyTooLarge` if there are more than `limitBytes`,
 * and with `RequestError` 400 if the connection is closed before the end. Throws `BodyTooLarge` at once if the headers
 * announce more.
 */
export function streamedBody(request: Request, limitBytes: number): ReadableStream<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw new BodyTooLarge(limitBytes);
  const reader = request.body?.getReader();
  let length = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader?.read().catch(() => Promise.reject(brokenOff()));
        if (!next || next.done) return controller.close();
        length += next.value.length;
        if (length > limitBytes) throw new BodyTooLarge(limitBytes);
        controller.enqueue(next.value);
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** The bytes of `body` until it ends or `stopping` is aborted, which counts as the end of the body. */
export function untilStopped(body: ReadableStream<Uint8Array>, stopping: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  // A pending read then ends as if the body had ended.
  const stop = () => void reader.cancel().catch(() => {});
  const forget = () => stopping.removeEventListener("abort", stop);
  if (stopping.aborted) stop();
  else stopping.addEventListener("abort", stop, { once: true });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader.read().catch((error) => {
          forget();
          throw error;
        });
        if (!next.done) return controller.enqueue(next.value);
        forget();
        controller.close();
      },
      cancel(reason) {
        forget();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Only shown in the log. */
export const brokenOff = () => new RequestError(400, "The connection was closed before the whole file had arrived.");
