/** Why a wording cannot be used, in words that follow the name of a field. */
export class WordingError extends Error {
  constructor(
    message: string,
    /** Line in the template, from 1; null if no line is the cause. */
    readonly line: number | null,
    /** False if other texts used up the time. */
    readonly isOwnFault = true,
  ) {
    super(line === null ? message : `line ${line}: ${message}`);
    this.name = "WordingError";
  }
}

/** The message for a wording that was killed for using too much time or memory. */
export const tooMuch = "takes too much time or memory";
