import { posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** A source file, by its path from the root. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Something that a file must not do. */
export interface Violation {
  path: string;
  /** From 1. */
  line: number;
  message: string;
}

/** What an import names: a path from the root, or a package. */
interface Import {
  target: string;
  offset: number;
}

/** The syntax tree of a file; throws if it has none. */
export function parse({ path, text }: SourceFile): ReturnType<typeof parseSync>["program"] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return program;
}

/** Everything that the file imports or exports on, also for types alone. */
export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = [];
  const add = (source: { type: string; value?: unknown; start: number } | null) => {
    if (source?.type !== "Literal") return;
    const name = String(source.value);
    const target = name.startsWith(".") ? posix.join(posix.dirname(file.path), name) : name;
    found.push({ target, offset: source.start });
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(parse(file));
  return found;
}

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
