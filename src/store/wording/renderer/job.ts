import type { WordingFormat } from "../names.ts";

/** A text to be rendered. */
export interface Text {
  /** Liquid. */
  source: string;
  format: WordingFormat;
  /** JSON of the template's values. */
  values: string;
  /** Whether it is a built-in text. Its result may be as long as the largest order requires. */
  isBuiltIn: boolean;
}

/** The result of a text, or why there is none. */
export type Outcome =
  | {
      text: string;
      /** Whether it used the clock or chance, so that the result changes. */
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
      /** Whether it uses so much memory that it must not be used again. */
      isFull: boolean;
    };
