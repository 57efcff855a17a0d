import { type LimitNode, SqliteQueryCompiler, ValueNode } from "kysely";

/**
 * Writes limits as numbers. With a parameter, SQLite plans the statement anew each time it runs, which takes several times
 * as long as running it: its planner looks at the limit's value.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (ValueNode.is(node.limit) && Number.isSafeInteger(node.limit.value)) this.append(`limit ${node.limit.value}`);
    else super.visitLimit(node);
  }
}
