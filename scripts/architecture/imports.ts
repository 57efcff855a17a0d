import { posix } from "node:path";
import { httpNeighbors, importRules, wings } from "./import-rules.ts";
import { importsOf, lineOf, type SourceFile, type Violation } from "./source.ts";

/** The imports that the rules refuse, and the files of `src` that stand in no wing. */
export function importViolations(files: SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const { path, text } = file;
    if (path.startsWith("src/") && !placeOf(path)) {
      return [{ path, line: 1, message: "Stands in no wing of scripts/architecture/import-rules.ts." }];
    }
    return importsOf(file).flatMap(({ target, offset }) => {
      const message = refusal(path, target);
      return message === null ? [] : [{ path, line: lineOf(text, offset), message: `${target}: ${message}` }];
    });
  });
}

/** Why the file must not import the target; null if it may. */
function refusal(path: string, target: string): string | null {
  return againstFloors(path, target) ?? againstHttpNeighbors(path, target) ?? againstRules(path, target);
}

interface Place {
  /** 0 is the top, counted through all wings. */
  floor: number;
  part: string;
}

const floors = wings.flatMap(([wing, ...own]) =>
  own.map((parts) => parts.map((part) => posix.join("src", wing, part))),
);

function placeOf(path: string): Place | undefined {
  for (const [floor, parts] of floors.entries()) {
    const part = parts.find((pattern) => matches(path, [pattern]));
    if (part !== undefined) return { floor, part };
  }
}

function againstFloors(path: string, target: string): string | null {
  const [from, to] = [placeOf(path), placeOf(target)];
  if (!from || !to || from.part === to.part) return null;
  if (to.floor < from.floor) return "Imports go down, never up.";
  return to.floor === from.floor ? "Parts of one floor do not know each other." : null;
}

function againstHttpNeighbors(path: string, target: string): string | null {
  const [from, to] = [path, target].map((one) => /^src\/http\/([^/]+)\//.exec(one)?.[1]);
  if (from === undefined || to === undefined || from === to || httpNeighbors[from]?.includes(to)) return null;
  return "The interfaces and the pages share nothing but the domain.";
}

function againstRules(path: string, target: string): string | null {
  const broken = importRules.find(
    ({ files, but = [], refused, butNot = [] }) =>
      matches(path, files) && !matches(path, but) && matches(target, refused) && !matches(target, butNot),
  );
  return broken?.because ?? null;
}

const globs = new Map<string, Bun.Glob>();

function matches(path: string, patterns: string[]): boolean {
  return patterns.some((pattern) => {
    const glob = globs.get(pattern) ?? new Bun.Glob(pattern);
    globs.set(pattern, glob);
    return glob.match(path);
  });
}
