/** Instants are milliseconds since 1970 in UTC. */
export type Instant = number;

/** ISO 8601 in UTC, as better-auth keeps instants in its tables: `2026-11-20T21:37:00.000Z`. */
export type IsoInstant = string;
