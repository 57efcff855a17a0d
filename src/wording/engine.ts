import { Liquid, type Template } from "liquidjs";
import type { WordingFormat } from "./names.ts";

/** Characters of a wording. */
export const longestWording = 100_000;

/** Characters of what a wording becomes. */
const longestResult = 1_000_000;

/** No wording can name a file or another wording. */
const filesOfNobody = { templates: {} };
const fileTags = ["include", "render", "layout", "block"];

const limits = {
  parseLimit: longestWording,
  /** Milliseconds. */
  renderLimit: 500,
  /** Characters and list elements that filters and loops may make. */
  memoryLimit: 2_000_000,
};

/** A misspelt name is an error, never an empty place in a customer's mail. */
const strict = { strictVariables: true, strictFilters: true, ownPropertyOnly: true };

/** Why a wording cannot be used, in words that follow the name of a field. */
export class WordingError extends Error {
  constructor(
    message: string,
    /** From 1; null when no place is to blame. */
    readonly line: number | null,
  ) {
    super(line === null ? message : `line ${line}: ${message}`);
    this.name = "WordingError";
  }
}

const plain = createEngine({});
const escaping = createEngine({ outputEscape: "escape" });

/** Makes a wording into text or HTML with the values of `context`. Throws `WordingError`. */
export function renderWording(source: string, format: WordingFormat, context: object): string {
  const engine = format === "html" ? escaping : plain;
  let result: string;
  try {
    const parts: Template[] = engine.parse(source);
    result = engine.renderSync(parts, context);
  } catch (error) {
    throw wordingError(error);
  }
  if (result.length > longestResult) throw new WordingError("becomes too long", null);
  return result;
}

function createEngine(options: { outputEscape?: "escape" }): Liquid {
  const engine = new Liquid({ ...strict, ...limits, ...filesOfNobody, ...options });
  for (const tag of fileTags) delete engine.tags[tag];
  // It would let a customer's name into the HTML as it is.
  delete engine.filters.raw;
  return engine;
}

function wordingError(error: unknown): WordingError {
  if (!(error instanceof Error)) throw error;
  const { token } = error as { token?: { getPosition?(): [number, number] } };
  const words = error.message
    .replace(/, line:\d+, col:\d+$/, "")
    .replace(/^parse length limit exceeded$/, `has more than ${longestWording} characters`)
    .replace(/^(memory alloc|template render) limit exceeded$/, "takes too much time or memory");
  return new WordingError(words, token?.getPosition?.()[0] ?? null);
}
