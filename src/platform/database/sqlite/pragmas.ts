import { pagesUntilRestart } from "./checkpointer.ts";

/** Milliseconds to wait for another process, such as a command, that holds the write lock. */
export const busyTimeout = 10_000;

/** Page cache of the writing connection, which stays valid across its own commits. */
export const cacheKibibytes = 32 * 1024;

/** For every connection. */
export const patience = `busy_timeout = ${busyTimeout}`;

/** For every writing connection. */
export const durability = ["synchronous = full", `wal_autocheckpoint = ${pagesUntilRestart}`];

/** For connections in threads: a large import, the removal of an account, and `scan`. */
export const bulkWriter = { readonly: false, pragmas: [patience, ...durability, "foreign_keys = on"] };
export const deleter = { readonly: false, pragmas: [patience, ...durability, "foreign_keys = off"] };
export const reader = { readonly: true, pragmas: [patience] };
