import type { Kysely } from "kysely";

/** A database or a transaction with whatever schema: catalogs are part of none. */
// biome-ignore lint/suspicious/noExplicitAny: as the comment says.
export type Tables = Kysely<any>;
