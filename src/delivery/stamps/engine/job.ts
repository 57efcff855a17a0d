import type { StampedFormat, StampPosition, StampProblem } from "../../catalog/stamps.ts";

/** The task of a stamping process. The process reads it as JSON from standard input. */
export interface Job {
  format: StampedFormat;
  /** Absolute path of the uploaded file. */
  source: string;
  /** Absolute path of the file to write, which must not exist yet. */
  target: string;
  /** The text on each page. */
  line: string;
  position: StampPosition;
  /** Points. */
  size: number;
  /** BCP 47: decides between the shapes of Chinese, Japanese and Korean characters. */
  language: string;
  /** The order's number, for the hidden marks of an EPUB. */
  mark: string;
}

/** The JSON that a stamping process writes to standard output: null once `target` is written. */
export interface Outcome {
  problem: StampProblem | null;
}

/** Thrown for a file that cannot be stamped. */
export class CannotStamp extends Error {
  constructor(readonly problem: StampProblem) {
    super(`The file cannot be stamped: ${problem}`);
  }
}
