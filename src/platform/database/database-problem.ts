/** Why a database cannot be used although its address is correct. The message is a sentence without a full stop. */
export class DatabaseProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseProblem";
  }
}

/** PostgreSQL's codes for a wrong user, password or database name: all are parts of the address. */
const wrongAddress = /^(28|3D)/;

/** PostgreSQL's codes for a server that is full, starting or stopping. */
const notNow = /^(53|57P)/;

/** PostgreSQL's codes for a table or other name that is taken, and for a table that lacks a column. */
const foreign = /^(42P07|42710|42P16|42703)$/;
const noRights = "42501";

export const ownDatabase = "Create a database for Waybill alone, and name it in the address";

/**
 * Why Waybill cannot create its tables in the database, and what to do. Null for other errors. Sentences without a full
 * stop at the end.
 */
export function tableProblemOf(error: unknown): DatabaseProblem | null {
  const { code, message } = error as { code?: unknown; message: string };
  if (typeof code === "string" && foreign.test(code)) {
    const [, name] = /"([^"]+)"/.exec(message) ?? [];
    const what = name === undefined ? "something" : `"${name}"`;
    return new DatabaseProblem(`the database already has ${what} of another program (${message}). ${ownDatabase}`);
  }
  return code === noRights ? lackingRights(message) : null;
}

/** The user has no right to do `what`. */
export function lackingRights(what: string): DatabaseProblem {
  const next = "Let it own the database (ALTER DATABASE … OWNER TO …) and Waybill's tables, or use the user who does";
  return new DatabaseProblem(`the user of the address lacks rights in the database (${what}). ${next}`);
}

/** The error to throw when PostgreSQL cannot be opened. The original one, if the address may be wrong. */
export function databaseProblemOf(error: unknown): unknown {
  const { code, severity, message } = error as { code?: unknown; severity?: unknown; message: string };
  // Only errors that the server sends have a severity.
  if (typeof code !== "string" || severity === undefined || wrongAddress.test(code)) return error;
  if (notNow.test(code)) return new DatabaseProblem(`the server accepts no connection now: ${message}`);
  const problem = tableProblemOf(error);
  if (problem) return problem;
  return new DatabaseProblem(`the database answers, but cannot be used: ${message}`);
}
