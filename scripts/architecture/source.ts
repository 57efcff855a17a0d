import { posix } from "node:path";
import { parse as babelParse } from "@babel/parser";

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

/** A node of a syntax tree as ESTree and typescript-eslint name them. */
export interface Node {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: what else a node has depends on its type.
  [property: string]: any;
}

/** The syntax tree of a file; throws if it has none. Names declared twice are left to the type checker. */
export function parse({ path, text }: SourceFile): Node {
  try {
    return babelParse(text, { sourceType: "module", errorRecovery: true, plugins: ["estree", "typescript", "jsx"] })
      .program as Node;
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Calls what is given for the type of each node, parents first. */
export function visit(node: Node, visitors: Record<string, (node: Node) => void>): void {
  visitors[node.type]?.(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string" && typeof child.start === "number") visit(child, visitors);
    }
  }
}

/** Everything that the file imports or exports on, also for types alone. */
export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = [];
  const add = (source: Node | null) => {
    if (source?.type !== "Literal") return;
    const name = String(source.value);
    const target = name.startsWith(".") ? posix.join(posix.dirname(file.path), name) : name;
    found.push({ target, offset: source.start });
  };
  visit(parse(file), {
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ argument }) => add(argument),
  });
  return found;
}

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
