import { Database } from "bun:sqlite";
import { Checkpointer } from "../../../src/platform/database/sqlite/checkpointer.ts";

// Closes the database at the path given while its log of 64 MiB is carried over. Ends with status 1, as a command does, if
// the runtime finds nothing to wait for before that is over.
process.once("beforeExit", () => process.exit(1));

/** The checkpoint's thread, which tells when it is given work. */
const atWork = new Promise<void>((resolve) => {
  globalThis.Worker = class extends Worker {
    override postMessage(message: unknown): void {
      super.postMessage(message);
      resolve();
    }
  };
});

async function main() {
  const path = process.argv[2] ?? "";
  const db = new Database(path);
  db.run("pragma journal_mode = wal");
  db.run("pragma wal_autocheckpoint = 0");
  db.run("create table t (content blob)");
  for (let row = 0; row < 64; row++) db.run("insert into t values (randomblob(1048576))");
  const checkpointer = new Checkpointer(path);
  checkpointer.committed();
  // What is to come keeps no process running.
  const waiting = setInterval(() => {}, 1_000);
  await atWork;
  clearInterval(waiting);
  await checkpointer.close();
  db.close();
  process.exit(0);
}

void main();
