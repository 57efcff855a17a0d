import type { Reader, Tx } from "./database.ts";

const outsides = new WeakMap<Tx, Reader>();

/** Sets where this transaction's statements with `outside` run. */
export function setOutside(tx: Tx, reader: Reader): void {
  outsides.set(tx, reader);
}

/**
 * For a statement in a transaction that locks a row everyone needs. On PostgreSQL it runs on another connection, is committed at
 * once, and stays even if the transaction fails. It must not need a row that the transaction has locked. On SQLite, where only
 * one transaction writes at a time, and behind a pooler, it is part of the transaction: this returns `tx` itself.
 */
export const outside = (tx: Tx): Reader => outsides.get(tx) ?? tx;
