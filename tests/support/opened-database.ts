import { join } from "node:path";
import type { Database } from "../../src/platform/database/database.ts";
import { openPostgres } from "../../src/platform/database/postgres/postgres.ts";
import { openSqlite } from "../../src/platform/database/sqlite/sqlite.ts";

/** Opens, migrated, what `WAYBILL_DATABASE` and `WAYBILL_DATA` name. */
export function openDatabase({ setting, folder }: { setting: string; folder: string }): Promise<Database> {
  return setting === "sqlite:" ? openSqlite(join(folder, "waybill.sqlite")) : openPostgres(setting);
}
