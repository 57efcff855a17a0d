import { addKeys, maxKeys } from "../api/products.ts";
import { ApiProblem } from "../api/request.ts";

/** A key that cannot be one, with the line in which it stands. */
export class KeyLineProblem extends Error {}

/** The keys of a text, one in each line; empty lines are left out. */
export function keysIn(text: string): string[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/**
 * Adds any number of keys, as many at once as the service takes. What was added before a failure stays, and counts as
 * there already when the same keys are added again. Throws `KeyLineProblem` for a key that is refused.
 */
export async function addInParts(product: number, keys: string[], onProgress: (done: number) => void) {
  let added = 0;
  const duplicates: string[] = [];
  for (let first = 0; first < keys.length; first += maxKeys) {
    const part = keys.slice(first, first + maxKeys);
    const answer = await addKeys(product, part).catch((error) => {
      throw lineProblem(error, part) ?? error;
    });
    added += answer.added;
    duplicates.push(...answer.duplicates);
    onProgress(first + part.length);
  }
  return { added, duplicates };
}

function lineProblem(error: unknown, keys: string[]): KeyLineProblem | null {
  const wrong = error instanceof ApiProblem ? error.errors[0] : undefined;
  const index = /^license_keys\[(\d+)\]$/.exec(wrong?.field ?? "")?.[1];
  return wrong && index ? new KeyLineProblem(`“${keys[Number(index)]?.slice(0, 60)}” ${wrong.message}.`) : null;
}
