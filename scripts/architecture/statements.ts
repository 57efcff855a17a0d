import { type Node, parse, type SourceFile, visit } from "./source.ts";

/** A place in which a statement names a table. */
export interface TableUse {
  table: string;
  writes: boolean;
  offset: number;
  /** The function or constant of the file in which the statement stands. */
  name: string;
  /** Where that begins. */
  start: number;
}

/** Every statement that names tables, and every one that changes a table without naming it. */
export interface Statements {
  uses: TableUse[];
  unnamed: { offset: number }[];
}

const reading = /^(selectFrom|table|from|using|with|(inner|left|right|full|cross)Join(Lateral)?|(cross|outer)Apply)$/;
const writing = /^(insertInto|replaceInto|updateTable|deleteFrom|mergeInto|encryptedColumns)$/;

/** What the file does with tables: by Kysely's methods, `lockRows`, and SQL written as text. */
export function statementsOf(file: SourceFile, tables: ReadonlySet<string>): Statements {
  const program = parse(file);
  const uses: TableUse[] = [];
  const unnamed: { offset: number }[] = [];
  const add = (table: string, writes: boolean, offset: number) => {
    if (tables.has(table)) uses.push({ table, writes, offset, ...declarationAt(program, offset) });
  };
  visit(program, {
    CallExpression({ callee, arguments: [first, second] }) {
      const method = nameOf(callee);
      const named = method === "lockRows" ? second : first;
      if (method !== "lockRows" && !reading.test(method) && !writing.test(method)) return;
      const strings = stringsOf(named);
      for (const { text, offset } of strings) add(text.split(" ")[0] ?? "", writing.test(method), offset);
      const changes = method === "lockRows" || writing.test(method);
      if (changes && named && strings.length === 0) unnamed.push({ offset: named.start });
    },
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (nameOf(tag) !== "sql" && nameOf(tag) !== "raw") return;
      const text = quasi.quasis.map(({ value }: Node) => value.raw).join("?");
      if (!/\b(from|join|into|update)\b/i.test(text)) return;
      for (const [word] of text.matchAll(/\b[a-z_]+\b/g)) {
        add(word, new RegExp(`\\b(into|update|delete\\s+from)\\s+"?${word}\\b`, "i").test(text), start);
      }
    },
  });
  return { uses, unnamed };
}

/** The last name of what is called: `selectFrom` in `db.selectFrom` and `selectFrom`. */
function nameOf(called: Node): string {
  if (called.type === "Identifier") return called.name;
  return called.type === "MemberExpression" && called.property.type === "Identifier" ? called.property.name : "";
}

/** The texts in an argument that is one, or a list of them. */
function stringsOf(argument: Node | undefined): { text: string; offset: number }[] {
  const nodes: (Node | null)[] = argument?.type === "ArrayExpression" ? argument.elements : [argument ?? null];
  return nodes.flatMap((node) => (node?.type === "Literal" ? [{ text: String(node.value), offset: node.start }] : []));
}

/** The file's own declaration around the offset. Its name is empty outside of all. */
function declarationAt(program: Node, offset: number): { name: string; start: number } {
  const isAround = ({ start, end }: Node) => start <= offset && offset < end;
  const around: Node | undefined = program.body.find(isAround);
  const declared: Node | undefined = around?.type === "ExportNamedDeclaration" ? around.declaration : around;
  const named: Node | undefined =
    declared?.type === "VariableDeclaration" ? declared.declarations.find(isAround) : declared;
  return { name: named?.id?.name ?? "", start: around?.start ?? offset };
}
