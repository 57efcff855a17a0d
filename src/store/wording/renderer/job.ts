import type { WordingFormat } from "../names.ts";

/** A text to be rendered. */
export interface Text {
  /** Liquid. */
  source: string;
  format: WordingFormat;
  /** JSON of the values that the text can use. */
  values: string;
  /** The service's own text, which may become as long as the largest order makes it. */
  isBuiltIn: boolean;
}

/** What became of a text: the result, or why there is none. */
export type Outcome =
  | {
      text: string;
      /** It used the clock or chance, and reads differently at another time. */
      changes: boolean;
    }
  | { problem: { message: string; line: number | null } };

/** From the server to its renderer. */
export interface Request {
  text: Text;
  /** Milliseconds after which the renderer ends itself. */
  mostTime: number;
}

/** From the renderer to its server: first that it is ready, then one answer for each request. */
export type Answer =
  | "ready"
  | {
      outcome: Outcome;
      /** Milliseconds. */
      took: number;
      /** It holds much memory, and is not to be used again. */
      isFull: boolean;
    };
