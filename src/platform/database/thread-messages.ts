/** What a thread is told: once which database it opens, then queries, and at last to close it. */
export type ThreadQuestion =
  | { path: string; readonly: boolean; pragmas: string[] }
  | { id: number; sql: string; parameters: readonly unknown[] }
  | { id: number; close: true };

/** What it answers to the question with this number. */
export type ThreadAnswer =
  | { id: number; rows: unknown[]; changes: number }
  | { id: number; problem: { message: string; code: string | undefined } };
