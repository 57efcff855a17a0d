import type { WordingFormat } from "./names.ts";

/** Characters of a wording. */
export const longestWording = 100_000;

/** Characters of what a store's own wording becomes. */
export const longestResults: Record<WordingFormat, number> = { line: 1_000, text: 200_000, html: 1_000_000 };

/** Characters of what a built-in wording becomes: as much as the largest order makes of it. */
export const longestBuiltInResult = 8_000_000;

// Milliseconds below are of the clock, or of the processor where other processes keep it busy (renderer/stopwatch.ts).

/** Milliseconds that the engine gives a store's own text; it looks at the clock between two tags, and then names the line. */
export const engineTime = 500;

/** Characters and list elements that one text may make on its way; for a store's own text and for a built-in one. */
export const engineMemory = 4_000_000;
export const builtInMemory = 32_000_000;

/** Bytes that a renderer may take beyond those it takes at rest, after which it ends itself, or is not used again. */
export const mostBytes = 128 * 1024 ** 2;
export const restingBytes = 48 * 1024 ** 2;

/** Milliseconds for one text in the quick renderer; what takes longer begins anew in the patient one. */
export const quickTime = 100;

/** Milliseconds in the patient renderer for all of a store's own texts that are asked for together. */
export const patientTime = 1_000;

/** Milliseconds there for each built-in text. */
export const builtInTime = 4_000;

/** How many times as long the server waits by the clock, before it ends a renderer that does not end itself. */
export const patience = 10;
