/** Messages to a thread: first the database to open, then queries, and finally a message to close it. */
export type ThreadQuestion =
  | { path: string; readonly: boolean; pragmas: string[] }
  | { id: number; sql: string; parameters: readonly unknown[] }
  | { id: number; close: true };

/** The answer to the message with this number. */
export type ThreadAnswer =
  | { id: number; rows: unknown[]; changes: number }
  | { id: number; problem: { message: string; code: string | undefined } };
