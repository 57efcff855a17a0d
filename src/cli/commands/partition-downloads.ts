import type { Context } from "../../context.ts";
import { TableHasDependents } from "../../platform/database/postgres/partitions/convert.ts";
import { partitionExisting, TableKept } from "../../platform/database/postgres/partitions/partition-existing.ts";
import { DomainError } from "../../platform/errors.ts";
import { printLines, printObject } from "../print.ts";

/** True for PostgreSQL's codes for missing features, syntax and rights. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && /^(0A|42)/.test(String((error as { code?: unknown }).code));

/** Divides the table of downloads of a PostgreSQL database into parts, while servers run. */
export async function partitionDownloads({ db }: Context, options: { json?: boolean }): Promise<void> {
  const partitions = await partitionExisting(db).catch((error: unknown) => {
    if (error instanceof TableHasDependents) throw new DomainError("in_use", error.message);
    if (isRefusal(error)) {
      throw new DomainError("invalid", `The database refuses partitions, and nothing has changed: ${error.message}.`);
    }
    if (!(error instanceof TableKept)) throw error;
    const sentence = "Something has locked the table of downloads for a minute, perhaps a backup. Nothing has changed.";
    throw new DomainError("in_use", `${sentence} Try again later.`);
  });
  if (partitions === null) {
    throw new DomainError("invalid", "Only PostgreSQL has partitions. WAYBILL_DATABASE names no PostgreSQL database.");
  }
  if (options.json) printObject({ partitions }, options);
  else printLines(partitions.map(({ name, from, to }) => `${name}  numbers from ${from}${to ? ` to ${to - 1}` : ""}`));
}
