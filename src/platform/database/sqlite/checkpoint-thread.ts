import { Database as SqliteConnection } from "bun:sqlite";

// The thread of checkpointer.ts. Each message is the path of a database to checkpoint; the reply means that it is done.
declare const self: Worker;

self.onmessage = ({ data: path }: MessageEvent<string>) => {
  try {
    const connection = new SqliteConnection(path, { readwrite: true, create: false });
    // Passive: it does not wait for others, and nobody waits for it.
    connection.run("pragma wal_checkpoint(passive)");
    connection.close();
  } catch {
    // After a failure, the commits are still safe in the log. The next checkpoint tries again.
  } finally {
    self.postMessage(null);
  }
};
