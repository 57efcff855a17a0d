import { type SQLQueryBindings, Database as SqliteConnection } from "bun:sqlite";
import type { ThreadAnswer, ThreadQuestion } from "./thread-messages.ts";

// The thread of thread-dialect.ts: the first message names the database, each later one is a query.
declare const self: Worker;

let connection: SqliteConnection | null = null;

self.onmessage = ({ data }: MessageEvent<ThreadQuestion>) => {
  if ("path" in data) {
    connection = new SqliteConnection(data.path, { readonly: true, strict: true });
    connection.run(`pragma busy_timeout = ${data.busyTimeout}`);
    return;
  }
  self.postMessage(answer(data));
};

function answer({ id, sql, parameters }: Extract<ThreadQuestion, { id: number }>): ThreadAnswer {
  try {
    if (!connection) throw new Error("The database has not been opened.");
    return { id, rows: connection.query(sql).all(...(parameters as SQLQueryBindings[])) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { id, problem: { message, code } };
  }
}
