/** Why a database cannot be used although its address is right: a sentence without a full stop at its end. */
export class DatabaseProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseProblem";
  }
}

/** PostgreSQL's codes for a wrong user, password or database name, which stand in the address. */
const wrongAddress = /^(28|3D)/;

/** PostgreSQL's codes for a server that has no room, starts or stops. */
const notNow = /^(53|57P)/;

/** What is thrown in place of the error with which PostgreSQL was opened: itself if the address may be wrong. */
export function databaseProblemOf(error: unknown): unknown {
  const { code, severity, message } = error as { code?: unknown; severity?: unknown; message: string };
  // Only an answer of the server has a severity.
  if (typeof code !== "string" || severity === undefined || wrongAddress.test(code)) return error;
  if (notNow.test(code)) return new DatabaseProblem(`the server accepts no connection now: ${message}`);
  return new DatabaseProblem(`the database answers, but cannot be used: ${message}`);
}
