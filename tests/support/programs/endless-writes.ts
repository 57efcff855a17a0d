import { openSqlite } from "../../../src/platform/database/sqlite/sqlite.ts";
import { accountRow } from "../account-row.ts";

// Writes units of two rows each without end, many at a time, into the SQLite file given, and prints the number of each
// unit once it is acknowledged.
const db = await openSqlite(process.argv[2] ?? "");
let next = 0;

async function writeOn(): Promise<never> {
  for (;;) {
    const number = next++;
    await db.write(async (tx) => {
      await tx
        .insertInto("accounts")
        .values(accountRow(`${number}-first`))
        .execute();
      await tx
        .insertInto("accounts")
        .values(accountRow(`${number}-second`))
        .execute();
    });
    process.stdout.write(`${number}\n`);
  }
}

await Promise.all(Array.from({ length: 40 }, writeOn));
