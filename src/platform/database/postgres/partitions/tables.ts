import type { Kysely } from "kysely";

/** A database or a transaction. The queries here read PostgreSQL's catalogs, which no schema type describes. */
// biome-ignore lint/suspicious/noExplicitAny: the tables of the catalogs have no types.
export type Tables = Kysely<any>;
