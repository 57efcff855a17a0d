import { type SQLQueryBindings, Database as SqliteConnection } from "bun:sqlite";
import type { ThreadAnswer, ThreadQuestion } from "./thread-messages.ts";

// The thread of database-thread.ts. The first message names the database, later ones are queries, and the last one closes it.
declare const self: Worker;

let connection: SqliteConnection | null = null;

self.onmessage = ({ data }: MessageEvent<ThreadQuestion>) => {
  if ("path" in data) {
    connection = new SqliteConnection(data.path, { readonly: data.readonly, readwrite: !data.readonly, strict: true });
    for (const pragma of data.pragmas) connection.run(`pragma ${pragma}`);
    return;
  }
  self.postMessage(answer(data));
};

function answer(question: Exclude<ThreadQuestion, { path: string }>): ThreadAnswer {
  const { id } = question;
  try {
    if (!connection) throw new Error("The database has not been opened.");
    if ("sql" in question) return { id, ...run(connection, question) };
    connection.close();
    return { id, rows: [], changes: 0 };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { id, problem: { message, code } };
  }
}

function run(connection: SqliteConnection, { sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
  const statement = connection.query(sql);
  const bindings = parameters as SQLQueryBindings[];
  if (statement.columnNames.length > 0) {
    const rows = statement.all(...bindings);
    return { rows, changes: rows.length };
  }
  return { rows: [], changes: statement.run(...bindings).changes };
}
