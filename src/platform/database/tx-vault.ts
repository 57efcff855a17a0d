import type { Vault } from "../vault.ts";
import type { Database, Tx } from "./database.ts";

/** The vault of each running transaction. */
const vaults = new WeakMap<Tx, Vault>();

/**
 * The database with a vault, so that its transactions can read secrets: license keys are signed where orders are written, and
 * many callers that write orders know nothing about secrets.
 */
export function withVault(db: Database, vault: Vault): Database {
  const holding =
    <T>(unit: (tx: Tx) => Promise<T>) =>
    (tx: Tx) => {
      vaults.set(tx, vault);
      return unit(tx);
    };
  return {
    ...db,
    write: (unit, caller) => db.write(holding(unit), caller),
    writeUnsynced: (unit) => db.writeUnsynced(holding(unit)),
    writeBulk: (unit) => db.writeBulk(holding(unit)),
    writeUnchecked: (unit) => db.writeUnchecked(holding(unit)),
  };
}

/** The vault for the secrets that the transaction reads. Throws if its database was opened without one. */
export function vaultOf(tx: Tx): Vault {
  const vault = vaults.get(tx);
  if (!vault) throw new Error("This database was opened without the secret of the installation.");
  return vault;
}
