import type { WordingFormat } from "./names.ts";

/** Most characters of a store's own text. */
export const longestWording = 100_000;

/** Most characters of the result of a store's own text. */
export const longestResults: Record<WordingFormat, number> = { line: 1_000, text: 200_000, html: 1_000_000 };

/** Most characters of the result of a built-in text: that of the largest order. */
export const longestBuiltInResult = 8_000_000;

// Milliseconds below are of real time, or of processor time where other processes keep the machine busy
// (src/platform/process-limits/stopwatch.ts).

/** Milliseconds for a store's own text in the engine, which checks the time between two tags and can then name the line. */
export const engineTime = 500;

/**
 * Most characters and list elements that a text may produce while it is rendered: a store's own text, and a built-in
 * one.
 */
export const engineMemory = 4_000_000;
export const builtInMemory = 32_000_000;

/** Bytes above its idle size at which a renderer ends itself, or is not used again. */
export const mostBytes = 128 * 1024 ** 2;
export const restingBytes = 48 * 1024 ** 2;

/** Milliseconds for one text in the quick renderer. A slower text starts again in the patient one. */
export const quickTime = 100;

/** Milliseconds in the patient renderer for all of a store's own texts that are requested together. */
export const patientTime = 1_000;

/** Milliseconds there for each built-in text. */
export const builtInTime = 4_000;

/** The server waits this many times as long, in real time, before it ends a renderer that did not end itself. */
export const patience = 10;
