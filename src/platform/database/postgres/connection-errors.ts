// pg and pg-pool give these errors neither codes nor classes (pg/lib/client.js, pg-pool/index.js). So their messages are
// compared, only in this file.

/** True if no connection to PostgreSQL became free in time. */
export function isConnectionTimeout({ message }: Error): boolean {
  return /timeout exceeded when trying to connect|connection timeout/i.test(message);
}

/** True if the connection to PostgreSQL broke during a statement. */
export function isConnectionLoss({ message }: Error): boolean {
  return /connection terminated|not queryable/i.test(message);
}
