import { sql } from "kysely";
import { lastNumber, partitionName, partitionsOfDownloads } from "./layout.ts";
import { lockDownloads } from "./locks.ts";
import type { Tables } from "./tables.ts";

/** An object that the operator has added depends on the table, and would stay with its first partition. */
export class TableHasDependents extends Error {}

/**
 * Makes the table `downloads` the first and only partition of a new table with that name. No row is read or moved, because a
 * partition for all numbers needs no proof. Numbers, keys, indexes with their names, and rights stay; references stay with the
 * partition. Does nothing if the table has partitions. Call it in a transaction, which waits `patience` milliseconds for others
 * that use the table (`isLockRefused`). Throws `TableHasDependents`. Crosses domains: only this folder knows how tables are
 * stored.
 */
export async function partitionDownloads(tx: Tables, patience?: number): Promise<void> {
  await lockDownloads(tx, patience);
  if (await partitionsOfDownloads(tx)) return;
  await rejectDependents(tx);
  const first = partitionName(0);
  const next = (await lastNumber(tx)) + 1;
  const { rows: indexes } = await sql<{ name: string; definition: string; isConstraint: boolean }>`
    select index.relname as name, pg_get_indexdef(index.oid) as definition,
      exists (select from pg_constraint where conindid = index.oid) as "isConstraint"
    from pg_index inner join pg_class as index on index.oid = indexrelid
    where indrelid = 'downloads'::regclass`.execute(tx);
  const { rows: constraints } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'downloads'::regclass and contype in ('p', 'u', 'c')`.execute(tx);

  await sql`alter table downloads rename to ${sql.ref(first)}`.execute(tx);
  for (const { name } of indexes) {
    const renamed = name.replace(/^(downloads)?_?/, `${first}_`);
    await sql`alter index ${sql.ref(name)} rename to ${sql.ref(renamed)}`.execute(tx);
  }
  await sql`alter table ${sql.table(first)} alter id drop identity`.execute(tx);
  await sql`create table downloads (like ${sql.table(first)} including defaults including comments) partition by range (id)`.execute(
    tx,
  );
  await sql`alter table downloads alter id add generated always as identity (start with ${sql.lit(next)})`.execute(tx);
  for (const { name, definition } of constraints) {
    await sql`alter table downloads add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx);
  }
  for (const { definition, isConstraint } of indexes) if (!isConstraint) await sql.raw(definition).execute(tx);
  await sql`alter table downloads attach partition ${sql.table(first)} for values from (minvalue) to (maxvalue)`.execute(
    tx,
  );
  await copyRights(tx, first);
}

/**
 * Rejects objects that would continue to use the first partition as if it were all downloads. Crosses domains: only this folder
 * knows how tables are stored.
 */
async function rejectDependents(tx: Tables): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct 'the view ' || ev_class::regclass as name from pg_rewrite
      inner join pg_depend on pg_depend.objid = pg_rewrite.oid and pg_depend.classid = 'pg_rewrite'::regclass
      where refobjid = 'downloads'::regclass and ev_class <> 'downloads'::regclass
    union all select 'the trigger ' || tgname from pg_trigger where tgrelid = 'downloads'::regclass and not tgisinternal
    union all select 'the policy ' || polname from pg_policy where polrelid = 'downloads'::regclass
    union all select 'the publication ' || pubname from pg_publication_rel
      inner join pg_publication on pg_publication.oid = prpubid where prrelid = 'downloads'::regclass
    union all select 'the foreign key ' || conname || ' of ' || conrelid::regclass from pg_constraint
      where confrelid = 'downloads'::regclass
    order by name`.execute(tx);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(", ");
  throw new TableHasDependents(
    `These belong to the table downloads and would not go on: ${names}. Drop them, and make them again afterwards.`,
  );
}

async function copyRights(tx: Tables, from: string): Promise<void> {
  const { rows } = await sql<{ grantee: string | null; right: string; grantable: boolean }>`
    select role.rolname as grantee, privilege_type as right, is_grantable as grantable
    from pg_class cross join aclexplode(relacl) left join pg_roles as role on role.oid = grantee
    where pg_class.oid = ${from}::regclass`.execute(tx);
  for (const { grantee, right, grantable } of rows) {
    const to = grantee === null ? sql`public` : sql.ref(grantee);
    const option = grantable ? sql`with grant option` : sql``;
    await sql`grant ${sql.raw(right)} on downloads to ${to} ${option}`.execute(tx);
  }
}
