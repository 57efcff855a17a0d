import type pg from "pg";

// PostgreSQL plans a named statement a few times and then keeps the plan while the connection lives.

const numbers = new Map<string, number>();

/** Part of every name. With a new generation, all connections plan again. */
let generation = 0;

/** From now on, statements with this text are named. Use it only for a fixed number of texts. */
export function nameStatement(sql: string): void {
  if (!numbers.has(sql)) numbers.set(sql, numbers.size);
}

/** Null for a statement without a name. */
function statementName(sql: string): string | null {
  const number = numbers.get(sql);
  return number === undefined ? null : `waybill_${generation}_${number}`;
}

/** Renames all statements: their plans are outdated because a newer version has changed a table. */
function renameStatements(): void {
  generation += 1;
}

/** PostgreSQL's code for a kept plan whose table has changed ("cached plan must not change result type"). */
export const planOutdated = "0A000";

/** A client for the pool that sends named statements under their names. */
export function namingClient(Client: typeof pg.Client): typeof pg.Client {
  return class NamingClient extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: passes on every form of the call.
    override query(...call: any[]): any {
      const [text, values] = call;
      const name = typeof text === "string" && call.length === 2 ? statementName(text) : null;
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      return name === null ? (super.query as any)(...call) : this.#queryNamed({ name, text, values });
    }

    async #queryNamed(statement: { name: string; text: string; values: unknown[] }): Promise<unknown> {
      try {
        return await super.query(statement);
      } catch (error) {
        if ((error as { code?: unknown }).code !== planOutdated) throw error;
        renameStatements();
        // In a transaction this fails, and the caller starts again.
        return super.query(statement.text, statement.values).catch(() => {
          throw error;
        });
      }
    }
  };
}
