import type { WordingFormat } from "./names.ts";

/** Maximum length of a store's own text, in characters. */
export const longestWording = 100_000;

/** Maximum length of the result of a store's own text, in characters. */
export const longestResults: Record<WordingFormat, number> = { line: 1_000, text: 200_000, html: 1_000_000 };

/** Maximum length of the result of a built-in text, in characters. Enough for the largest order. */
export const longestBuiltInResult = 8_000_000;

// The milliseconds below are real time or, if other processes keep the machine busy, processor time
// (src/platform/process-limits/stopwatch.ts).

/** Milliseconds for a store's own text in the engine. It checks the time between two tags, and can then name the line. */
export const engineTime = 500;

/**
 * Maximum number of characters and list elements that a text may produce during rendering: for a store's own text, and for a
 * built-in one.
 */
export const engineMemory = 4_000_000;
export const builtInMemory = 32_000_000;

/** A renderer that uses this many bytes more than when idle ends itself, or is not used again. */
export const mostBytes = 128 * 1024 ** 2;
export const restingBytes = 48 * 1024 ** 2;

/** Milliseconds for one text in the quick renderer. A slower text starts again in the patient one. */
export const quickTime = 100;

/** Milliseconds in the patient renderer for all of a store's own texts that are requested together. */
export const patientTime = 1_000;

/** Milliseconds in the patient renderer for each built-in text. */
export const builtInTime = 4_000;

/** If a renderer does not end itself, the server ends it after this many times its limit, in real time. */
export const patience = 10;
