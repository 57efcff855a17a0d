import type { Context, TypedResponse } from "hono";
import { giveWay } from "../../../platform/give-way.ts";
import { answerWithDocument } from "../../streamed-answer.ts";
import type { V3Env } from "./environment.ts";

/** Characters of a piece of the answer. */
const pieceLength = 32_768;

const headers = { "content-type": "application/json" };

/**
 * Answers with `{NAME: rows, …rest}`. A short answer is completed first, so that a failure becomes an error answer. A long one is
 * sent while its rows arrive, and broken off when one fails. For HEAD, no row is read.
 */
export async function jsonList<Name extends string, Row, Rest extends object>(
  c: Context<V3Env>,
  name: Name,
  batches: AsyncIterable<Row[]>,
  rest: Rest,
): Promise<TypedResponse<Record<Name, Row[]> & Rest, 200, "json">> {
  const { log } = c.var.services;
  const answer = await answerWithDocument(c.req.raw, pieces(name, batches, rest), { status: 200, headers, log });
  return answer as Response & TypedResponse<Record<Name, Row[]> & Rest, 200, "json">;
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
