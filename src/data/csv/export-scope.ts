import type { Reader } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";

/** The account to export, and the base of its links. */
export interface ExportScope {
  reader: Reader;
  /** For queries that look at many rows (`Database.scan`). */
  scan: Reader;
  account: Account;
  /** Full base address of the account. */
  url: string;
  now: Instant;
}
