import { stat } from "node:fs/promises";
import { type Config, ConfigError } from "../config/config.ts";
import { inspectDatabase, sqlitePath } from "../context.ts";
import { hasAccounts } from "../store/accounts/accounts.ts";

/** Whether the PostgreSQL database of the settings has accounts, or the SQLite database exists. Creates nothing. */
export async function holdsInstallation(config: Config): Promise<boolean> {
  if (config.database === null) return (await stat(sqlitePath(config.data)).catch(() => null)) !== null;
  const inspection = await inspectDatabase(config).catch((error: Error) => {
    throw new ConfigError(`WAYBILL_DATABASE: the address (not shown) cannot be used: ${error.message}`);
  });
  try {
    const { exists } = await inspection.schema();
    return exists && (await hasAccounts(inspection.read));
  } finally {
    await inspection.close();
  }
}
