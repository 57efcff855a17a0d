import type { Context, TypedResponse } from "hono";
import { giveWay } from "../../give-way.ts";
import type { Log } from "../../log.ts";
import { streamedHead } from "../head.ts";
import type { V3Env } from "./environment.ts";

/** Characters of an answer that are made before it begins, and of a piece of one that is longer. */
const [longestWhole, pieceLength] = [65_536, 32_768];

const headers = { "content-type": "application/json" };

/**
 * Answers with `{NAME: rows, …rest}`. A short answer is made whole first, so that what fails on the way is an error
 * answer; a long one is sent as its rows come, and broken off when one fails. For HEAD no row is asked for.
 */
export async function jsonList<Name extends string, Row, Rest extends object>(
  c: Context<V3Env>,
  name: Name,
  batches: AsyncIterable<Row[]>,
  rest: Rest,
): Promise<TypedResponse<Record<Name, Row[]> & Rest, 200, "json">> {
  return (await answer(c, pieces(name, batches, rest))) as Response &
    TypedResponse<Record<Name, Row[]> & Rest, 200, "json">;
}

async function answer(c: Context<V3Env>, document: AsyncGenerator<string>): Promise<Response> {
  if (c.req.raw.method === "HEAD") return streamedHead(headers);
  let beginning = "";
  while (beginning.length < longestWhole) {
    const { value, done } = await document.next();
    if (done) return new Response(beginning, { headers });
    beginning += value;
  }
  return new Response(stream(beginning, document, c.var.services.log), { headers });
}

async function* pieces(name: string, batches: AsyncIterable<unknown[]>, rest: object): AsyncGenerator<string> {
  let piece = `{${JSON.stringify(name)}:[`;
  let separator = "";
  for await (const rows of batches) {
    for (const row of rows) {
      piece += separator + JSON.stringify(row);
      separator = ",";
      await giveWay();
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = "";
    }
  }
  const others = JSON.stringify(rest).slice(1);
  yield `${piece}]${others === "}" ? "" : ","}${others}`;
}

function stream(beginning: string, document: AsyncGenerator<string>, log: Log): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(beginning));
    },
    async pull(controller) {
      await giveWay();
      const { value, done } = await document.next().catch((error) => {
        log.error({ err: error }, "a list was cut off");
        throw error;
      });
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await document.return(undefined);
    },
  });
}
