/** Tells how far a long check is. */
export interface Progress {
  /** Replaces the line before it. */
  show(line: string): void;
  /** Clears the line. */
  end(): void;
}
