/** Why a wording cannot be used, in words that follow the name of a field. */
export class WordingError extends Error {
  constructor(
    message: string,
    /** From 1; null when no place is to blame. */
    readonly line: number | null,
    /** False when other texts took all the time, which this one is not to blame for. */
    readonly isOwnFault = true,
  ) {
    super(line === null ? message : `line ${line}: ${message}`);
    this.name = "WordingError";
  }
}

/** What is said of a wording that was ended for its time or its memory. */
export const tooMuch = "takes too much time or memory";
