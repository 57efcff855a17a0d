import type { Reader, Tx } from "./database.ts";

const outsides = new WeakMap<Tx, Reader>();

/** Says where the statements of `outside` run for this transaction. */
export function setOutside(tx: Tx, reader: Reader): void {
  outsides.set(tx, reader);
}

/**
 * For a statement of a transaction that locks what everybody needs: on PostgreSQL it runs by itself, on another connection.
 * It is committed at once, and stays if the transaction fails. It must not need a row that the transaction has locked. On SQLite,
 * where only one transaction writes at a time, and behind a pooler it is a part of the transaction: it gets `tx` itself.
 */
export const outside = (tx: Tx): Reader => outsides.get(tx) ?? tx;
