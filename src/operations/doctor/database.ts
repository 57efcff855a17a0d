import type { Config } from "../../config/config.ts";
import { reasonNotToUse } from "../../data/backup/installation-marks.ts";
import type { Inspection, PostgresInspection, SqliteInspection } from "../../platform/database/inspection.ts";
import { bringOver } from "../../platform/database/migrate.ts";
import { isBeforeRelease } from "../../platform/database/migrations.ts";
import { connectionsOfEach } from "../../platform/database/postgres/connection-count.ts";
import { reasonOf } from "../../platform/errors.ts";
import { hasAccounts } from "../../store/accounts/accounts.ts";
import { capitalized, type Finding, findingsOf, type Progress } from "./finding.ts";

const { ok, warning, problem } = findingsOf("database");

/** The oldest version that is tested and documented. */
const oldestPostgres = 15;

const restore = "Stop the server, keep a copy of the database as it is, and restore the latest backup.";

/** Whether the database has this version's schema, is intact, and accepts enough connections. */
export async function examineDatabase(
  inspection: Inspection,
  { databaseConnections, processes }: Pick<Config, "databaseConnections"> & { processes: number },
  progress: Progress,
): Promise<Finding[]> {
  const schema = await inspection.schema();
  if (!schema.exists) {
    const advice = "Check WAYBILL_DATA and WAYBILL_DATABASE, or create an installation with `waybill serve`.";
    return [problem("There is no Waybill installation in this database.", advice)];
  }
  if (schema.unknown.some(isBeforeRelease)) {
    return [problem("The database was made before version 1.0.0.", `${bringOver}.`)];
  }
  const findings: Finding[] = [];
  if (schema.unknown.length > 0) {
    const summary = `A newer version of Waybill has changed the schema: ${schema.unknown.join(", ")}.`;
    findings.push(problem(summary, "Run that version again, or a later one."));
  }
  if (schema.pending.length > 0) {
    const summary = `The schema is of an earlier version. Still to come: ${schema.pending.join(", ")}.`;
    findings.push(
      warning(summary, "Make a backup, then start the server of this version, which brings it up to date."),
    );
  } else {
    const reason = await reasonNotToUse(inspection.read);
    if (reason !== null) findings.push(problem("The database must not be used now.", capitalized(reason)));
    else if (!(await hasAccounts(inspection.read))) {
      findings.push(warning("The database has no account.", "Create one with `waybill account create HANDLE`."));
    }
  }
  findings.push(
    ...(inspection.kind === "sqlite"
      ? integrity(inspection, progress)
      : await server(inspection, processes, databaseConnections ?? connectionsOfEach(processes))),
  );
  return findings;
}

/** The finding if the database cannot be opened at all. `full` says which disk is full, if that is why. */
export function unreachable(error: unknown, full: string | null): Finding {
  if (full !== null) return problem("The database cannot be opened, because a disk is full.", full);
  const { code } = error as { code?: unknown };
  if (code === "SQLITE_CANTOPEN") {
    const advice = "Check WAYBILL_DATA, or create an installation with `waybill serve` or `waybill account create`.";
    return problem("There is no database in the data folder, or it cannot be opened.", advice);
  }
  if (code === "SQLITE_NOTADB" || code === "SQLITE_CORRUPT") {
    return problem(`The database is damaged: ${reasonOf(error)}.`, restore);
  }
  const advice = "Check that the database server runs, and WAYBILL_DATABASE: host, port, user, password and name.";
  return problem(`The database cannot be reached: ${reasonOf(error)}.`, advice);
}

function integrity(inspection: SqliteInspection, progress: Progress): Finding[] {
  let tables = 0;
  try {
    for (const { table, damage } of inspection.integrity()) {
      if (damage.length > 0)
        return [problem(`The table ${table} is damaged: ${damage.slice(0, 3).join("; ")}.`, restore)];
      tables += 1;
      progress.show(`database: ${tables} tables checked`);
    }
  } catch (error) {
    return [problem(`The database cannot be read: ${reasonOf(error)}.`, restore)];
  } finally {
    progress.end();
  }
  return [ok(`SQLite: all ${tables} tables and their indexes are whole.`)];
}

/** `ofEach`: most connections of each server process. */
async function server(inspection: PostgresInspection, processes: number, ofEach: number): Promise<Finding[]> {
  const { version, majorVersion, switchedOff, connections } = await inspection.server();
  const findings: Finding[] = [];
  if (majorVersion < oldestPostgres) {
    findings.push(problem(`PostgreSQL ${version} is too old.`, `Use PostgreSQL ${oldestPostgres} or later.`));
  } else {
    findings.push(ok(`PostgreSQL ${version} answers, with the schema in place.`));
  }
  if (switchedOff.length > 0) {
    const summary = `${switchedOff.join(", ")} ${switchedOff.length === 1 ? "is" : "are"} off: a crash of the database server may lose orders that were acknowledged.`;
    findings.push(warning(summary, "Switch on what is off, in the configuration of PostgreSQL."));
  }
  const needed = processes * ofEach;
  if (connections.most - connections.others < needed) {
    const who = processes === 1 ? "A server process of Waybill opens" : `${processes} server processes of Waybill open`;
    const summary = `Of ${connections.most} connections to the server, others use ${connections.others}. ${who} up to ${needed}.`;
    findings.push(
      warning(
        summary,
        "Raise max_connections or the limit of this role or database, or set WAYBILL_DATABASE_CONNECTIONS lower.",
      ),
    );
  }
  return findings;
}
