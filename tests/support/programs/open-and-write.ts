import { openPostgres } from "../../../src/platform/database/postgres/postgres.ts";
import { openSqlite } from "../../../src/platform/database/sqlite/sqlite.ts";
import { accountRow } from "../account-row.ts";

// Opens (migrating when it is the first) the database at the address or path given, and writes 20 rows into it.
const address = process.argv[2] ?? "";
const db = await (address.startsWith("postgres:") ? openPostgres(address) : openSqlite(address));
for (let row = 0; row < 20; row++) {
  await db.write((tx) =>
    tx
      .insertInto("accounts")
      .values(accountRow(`${process.pid}-${row}`))
      .execute(),
  );
}
await db.close();
