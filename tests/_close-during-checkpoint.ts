import { Database } from "bun:sqlite";
import { Checkpointer } from "../src/database/checkpointer.ts";

// Closes the database at the path given while its log of 64 MiB is carried over. Ends with status 1, as a command does, if
// the runtime finds nothing to wait for before that is over.
process.once("beforeExit", () => process.exit(1));

async function main() {
  const path = process.argv[2] ?? "";
  const db = new Database(path);
  db.run("pragma journal_mode = wal");
  db.run("pragma wal_autocheckpoint = 0");
  db.run("create table t (content blob)");
  for (let row = 0; row < 64; row++) db.run("insert into t values (randomblob(1048576))");
  const checkpointer = new Checkpointer(path);
  checkpointer.committed();
  await Bun.sleep(300);
  await checkpointer.close();
  db.close();
  process.exit(0);
}

void main();
