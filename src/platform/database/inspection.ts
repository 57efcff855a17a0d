import type { Instant } from "../instants.ts";
import type { Reader } from "./database.ts";
import { type SchemaState, schemaState } from "./migrate.ts";

/** A database opened for inspection, possibly while a server uses it. Creates and migrates nothing. */
export type Inspection = SqliteInspection | PostgresInspection;

interface Inspected {
  read: Reader;
  schema(): Promise<SchemaState>;
  close(): Promise<void>;
}

export interface SqliteInspection extends Inspected {
  kind: "sqlite";
  /** Checks every table and its indexes. Yields the name of each table and the damage found in it. */
  integrity(): Iterable<{ table: string; damage: string[] }>;
}

export interface PostgresInspection extends Inspected {
  kind: "postgres";
  server(): Promise<PostgresServer>;
}

export interface PostgresServer {
  /** As the server reports it, such as `17.2 (Debian 17.2-1)`. */
  version: string;
  majorVersion: number;
  /** Settings that make commits survive a crash, and that are switched off. */
  switchedOff: string[];
  connections: {
    /** Maximum number of connections of this user. */
    most: number;
    /** Connections of other users, or to other databases. */
    others: number;
  };
  /** The server's clock in the middle of the query, and this machine's at the same moment. */
  clock: { server: Instant; here: Instant };
}

/** Both databases read their schema in the same way. */
export const readSchema = (read: Reader) => () => schemaState(read);
