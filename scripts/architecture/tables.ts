import { wings } from "./import-rules.ts";
import { lineOf, type SourceFile, type Violation } from "./source.ts";
import { statementsOf, type TableUse } from "./statements.ts";
import { type Crossings, crossings, owners } from "./table-owners.ts";

const tables: ReadonlySet<string> = new Set(Object.keys(owners));

/** What a statement that crosses domains says in the comment of its function. */
const reason = /Crosses domains: \S/;

/**
 * The statements on tables of other folders that are not listed or give no reason, and, if these are `all` files, the
 * listed ones that do not exist any more.
 */
export function tableViolations(
  files: SourceFile[],
  { listed = crossings, all = false }: { listed?: Crossings[]; all?: boolean } = {},
): Violation[] {
  const allowed = new Map(listed.flatMap(({ statements }) => Object.entries<string[]>(statements)));
  const found = new Set<string>();
  const violations = files.filter(({ path }) => isChecked(path)).flatMap((file) => inFile(file, allowed, found));
  if (!all) return violations;
  for (const [statement, used] of allowed) {
    for (const use of used) {
      if (found.has(`${statement} ${use}`)) continue;
      const message = `Listed in scripts/architecture/table-owners.ts, but does not exist: ${use}.`;
      violations.push({ path: statement, line: 1, message });
    }
  }
  return violations;
}

/** A released migration stays as it is. */
const isChecked = (path: string) => path.startsWith("src/") && !path.startsWith("src/platform/database/migrations/");

function inFile(file: SourceFile, allowed: Map<string, string[]>, found: Set<string>): Violation[] {
  const { path, text } = file;
  const folder = folderOf(path);
  const { uses, unnamed } = statementsOf(file, tables);
  const at = (offset: number, message: string) => ({ path, line: lineOf(text, offset), message });
  const foreign = uses.filter(({ table }) => owners[table as keyof typeof owners] !== folder);
  const violations = foreign.flatMap((one) => {
    const [statement, use] = [`${path}#${one.name}`, wordsOf(one)];
    found.add(`${statement} ${use}`);
    if (!allowed.get(statement)?.includes(use)) {
      const owner = `src/${owners[one.table as keyof typeof owners]}`;
      return [at(one.offset, `${use}: call a function of ${owner}, which owns the table.`)];
    }
    return reason.test(commentBefore(text, one.start))
      ? []
      : [at(one.start, `Say "Crosses domains: why" at ${one.name}.`)];
  });
  if (folder === "platform/database" || folder === "platform/queue") return violations;
  return [...violations, ...unnamed.map(({ offset }) => at(offset, "Name the table that is changed as a literal."))];
}

/** Of a wing, or one that stands by itself: `delivery/orders`, `http`. */
function folderOf(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  return wingNames.has(first) ? `${first}/${second}` : first;
}

const wingNames = new Set(wings.map(([wing]) => wing));

const wordsOf = ({ table, writes }: TableUse): string => `${writes ? "writes" : "reads"} ${table}`;

/** The comment right before the offset. */
function commentBefore(text: string, offset: number): string {
  const before = text.slice(0, offset).trimEnd();
  return before.endsWith("*/") ? before.slice(before.lastIndexOf("/*")) : "";
}
