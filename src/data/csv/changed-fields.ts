/** Counts, by the names of a file's columns, what its rows change. */
export class ChangedFields {
  readonly #counts = new Map<string, number>();
  #rows = 0;

  /** Adds a row that changes these columns; an empty list if it changes nothing. */
  add(columns: string[]): void {
    if (columns.length > 0) this.#rows++;
    for (const column of columns) this.#counts.set(column, (this.#counts.get(column) ?? 0) + 1);
  }

  /** "name in 2 rows, price in 1 row"; empty without a change. */
  get list(): string {
    return [...this.#counts].map(([column, count]) => `${column} in ${rows(count)}`).join(", ");
  }

  /** "2 rows change: name in 2 rows, price in 1 row."; none without a change. */
  get sentences(): string[] {
    if (this.#rows === 0) return [];
    return [`${rows(this.#rows)} ${this.#rows === 1 ? "changes" : "change"}: ${this.list}.`];
  }
}

const rows = (count: number) => (count === 1 ? "1 row" : `${count} rows`);
