// The packages pg and pg-pool give these errors no code and no class (pg/lib/client.js, pg-pool/index.js). Their sentences
// are therefore compared here, and only here.

/** True if no connection to PostgreSQL was to be had in time. */
export function isConnectionTimeout({ message }: Error): boolean {
  return /timeout exceeded when trying to connect|connection timeout/i.test(message);
}

/** True if a connection to PostgreSQL ended under a statement. */
export function isConnectionLoss({ message }: Error): boolean {
  return /connection terminated|not queryable/i.test(message);
}
