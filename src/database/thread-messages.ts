/** What a reader thread is told: once which database it reads, then its queries. */
export type ThreadQuestion =
  | { path: string; busyTimeout: number }
  | { id: number; sql: string; parameters: readonly unknown[] };

/** What it answers to the query with this number. */
export type ThreadAnswer =
  | { id: number; rows: unknown[] }
  | { id: number; problem: { message: string; code: string | undefined } };
