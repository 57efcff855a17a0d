import type pg from "pg";

// PostgreSQL plans a statement with a name a few times and then keeps the plan, for as long as the connection lives.

const numbers = new Map<string, number>();

/** Part of every name, so that all connections can be made to plan anew. */
let generation = 0;

/** From now on, statements with this text have a name. Only for texts of which there is a fixed number. */
export function nameStatement(sql: string): void {
  if (!numbers.has(sql)) numbers.set(sql, numbers.size);
}

/** Null for a statement without a name. */
function statementName(sql: string): string | null {
  const number = numbers.get(sql);
  return number === undefined ? null : `waybill_${generation}_${number}`;
}

/** Gives all statements new names: plans that were kept no longer fit, because a newer version has changed a table. */
function renameStatements(): void {
  generation += 1;
}

/** What PostgreSQL says when the table of a kept plan has changed since ("cached plan must not change result type"). */
export const planOutdated = "0A000";

/** A client for the pool that sends the statements that have a name under it. */
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
        // In a transaction this fails, and its caller begins again.
        return super.query(statement.text, statement.values).catch(() => {
          throw error;
        });
      }
    }
  };
}
