import { Database as SqliteConnection } from "bun:sqlite";

// The thread of checkpointer.ts: each message is the path of the database to checkpoint, each answer says that it is over.
declare const self: Worker;

self.onmessage = ({ data: path }: MessageEvent<string>) => {
  try {
    const connection = new SqliteConnection(path, { readwrite: true, create: false });
    // Passive: waits for nobody, and nobody waits for it.
    connection.run("pragma wal_checkpoint(passive)");
    connection.close();
  } catch {
    // What is not carried over stays in the log, safe; the next checkpoint tries again.
  } finally {
    self.postMessage(null);
  }
};
