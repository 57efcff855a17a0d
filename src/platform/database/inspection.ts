import type { Instant } from "../instants.ts";
import type { Reader } from "./database.ts";
import { type SchemaState, schemaState } from "./migrate.ts";

/** A database as it is: opened to be looked at, beside a running server, without creating or migrating anything. */
export type Inspection = SqliteInspection | PostgresInspection;

interface Inspected {
  read: Reader;
  schema(): Promise<SchemaState>;
  close(): Promise<void>;
}

export interface SqliteInspection extends Inspected {
  kind: "sqlite";
  /** Checks every table with its indexes, and yields each table's name with what is damaged in it. */
  integrity(): Iterable<{ table: string; damage: string[] }>;
}

export interface PostgresInspection extends Inspected {
  kind: "postgres";
  server(): Promise<PostgresServer>;
}

export interface PostgresServer {
  /** As the server writes it, such as `17.2 (Debian 17.2-1)`. */
  version: string;
  majorVersion: number;
  /** The settings that keep what is committed over a crash, and are switched off. */
  switchedOff: string[];
  connections: {
    /** That this user can open at all. */
    most: number;
    /** By others than this user's connections to this database. */
    others: number;
  };
  /** The server's clock at the middle of the question, and the same moment on this machine. */
  clock: { server: Instant; here: Instant };
}

/** Both kinds read their schema in the same way. */
export const readSchema = (read: Reader) => () => schemaState(read);
