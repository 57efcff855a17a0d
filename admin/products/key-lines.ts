import { addKeys, maxKeys } from "../api/products.ts";
import { ApiProblem } from "../api/request.ts";

/** A rejected key. */
export class KeyLineProblem extends Error {}

/** The keys in a text, one per line, without empty lines. */
export function keysIn(text: string): string[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/**
 * Adds any number of keys in batches. Keys added before a failure stay, and are reported as duplicates on a retry.
 * Throws `KeyLineProblem` for a rejected key.
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
