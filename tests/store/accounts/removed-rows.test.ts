import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { beginRemoval, removeRest } from "../../../src/operations/housekeeping/remove-accounts.ts";
import { tablesOfAccounts } from "../../../src/platform/database/account-rows.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { partitionExisting } from "../../../src/platform/database/postgres/partitions/partition-existing.ts";
import { changeTextIndex } from "../../../src/platform/database/text-index.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { requireAccount } from "../../../src/store/accounts/accounts.ts";
import { accountBeingRemoved } from "../../../src/store/accounts/removed-accounts.ts";
import { addAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";

/** Of no account, or emptied by a worker (src/platform/database/account-rows.ts says which). */
const apart = [
  ...["accounts", "backup_failures", "bounce_mailboxes", "file_removals", "installation_marks", "order_changes"],
  ...["order_index_progress", "orphan_sweeps", "rate_limits", "recounts", "removal_holds", "sent_downloads"],
  ...["upload_objects", "upload_parts"],
];

/** What a column names, where that is not the table's name in the singular with `_id`. */
const named: Record<string, string> = {
  last_order_id: "orders",
  newest_order_id: "orders",
  endpoint_id: "webhook_endpoints",
  delivery_id: "webhook_deliveries",
  owner_id: "users",
};

type Columns = Map<string, { name: string; isText: boolean }[]>;

describe.each(databasesUnderTest)("rows of a removed account on $name", ({ name, create }) => {
  async function columnsOf(db: Database): Promise<Columns> {
    const { rows } =
      name === "sqlite"
        ? await sql<{ table: string; name: string; type: string }>`select entry.name as "table", info.name, info.type
            from sqlite_schema as entry, pragma_table_info(entry.name) as info where entry.type = 'table'`.execute(
            db.read,
          )
        : await sql<{ table: string; name: string; type: string }>`select table_name as "table", column_name as name,
            data_type as type from information_schema.columns where table_schema = current_schema()`.execute(db.read);
    const known = rows.filter(({ table }) => !/^(sqlite|kysely|order_text_index)/.test(table));
    const groups = Map.groupBy(known, ({ table }) => table);
    const isText = (type: string) => /text/i.test(type);
    return new Map(
      [...groups].map(([table, all]) => [table, all.map((one) => ({ ...one, isText: isText(one.type) }))]),
    );
  }

  async function counts(db: Database, columns: Columns): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const table of columns.keys()) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db.read);
      found[table] = Number(rows[0]?.count);
    }
    return found;
  }

  let made = 1_000;

  /** Gives the account rows in every table that is not apart, of which each refers to the others. */
  async function fill(db: Database, columns: Columns, accountId: number): Promise<void> {
    const ids = new Map<string, number | string>([["accounts", accountId]]);
    const order = ["users", "products", "files", "orders", "order_items", "emails", "connections", "announcements"];
    order.push("webhook_endpoints", "webhook_deliveries", "api_keys", "moves", "downloads", "uploads");
    const tables = [...new Set([...order, ...columns.keys()])].filter((table) => !apart.includes(table));
    await db.write(async (tx) => {
      for (const table of tables) {
        const own = columns.get(table) ?? [];
        const written = own.filter((column) => column.name !== "id" || column.isText);
        const values = written.map((column) => {
          const target = named[column.name] ?? column.name.replace(/_id$/, "s");
          if (column.name.endsWith("_id") && ids.has(target)) return ids.get(target);
          if (table === "verifications" && column.name === "value") return ids.get("users");
          made += 1;
          return column.isText ? `x${made}` : made;
        });
        const names = written.map((column) => sql.ref(column.name));
        const isNumbered = own.some((column) => column.name === "id");
        const { rows } = await sql<{ id: number | string }>`insert into ${sql.table(table)} (${sql.join(names)})
          values (${sql.join(values)}) ${isNumbered ? sql`returning id` : sql``}`.execute(tx);
        if (rows[0]) ids.set(table, rows[0].id);
        if (table !== "order_texts") continue;
        const text = String(values[written.findIndex((column) => column.name === "text")]);
        await changeTextIndex(tx, [], [{ id: Number(ids.get("orders")), text }]);
      }
    });
  }

  async function twoStores() {
    const database = await create();
    const db = await database.open();
    const columns = await columnsOf(db);
    await fill(db, columns, (await addAccount(db, database.folder, "stays", {})).id);
    const before = await counts(db, columns);
    const account = await addAccount(db, database.folder, "goes", {});
    for (let round = 0; round < 3; round++) {
      // Of these an account has one, or one person.
      const once = round === 0 ? [] : ["customer_counts", "domain_claims", "mail_servers"];
      await fill(db, new Map([...columns].filter(([table]) => !once.includes(table))), account.id);
    }
    const removed: string[] = [];
    const context = {
      db,
      kept: { remove: async (...messageIds: string[]) => void removed.push(...messageIds) },
      log: createLog("silent"),
      isBusy: () => false,
      stopping: new AbortController().signal,
    };
    const begin = () => db.write(async (tx) => beginRemoval(tx, await requireAccount(tx, "goes"), instantNow()));
    const rest = async (its = context) => {
      const account = await accountBeingRemoved(db.read, "goes");
      return account !== null && (await removeRest(its, account));
    };
    return { db, columns, before, accountId: account.id, context, removed, begin, rest };
  }

  test("are found in every table that has such a column", async () => {
    const db = await (await create()).open();
    const columns = await columnsOf(db);
    const withAccount = [...columns].filter(([, all]) => all.some(({ name }) => name === "account_id"));
    const covered = [...tablesOfAccounts, "members", "connection_events", "connection_orders", "file_versions"];
    covered.push("rule_holds");
    expect(withAccount.map(([table]) => table).filter((table) => !covered.includes(table as never))).toEqual([]);
  });

  test("go from every table, with what is under them, and no other store's", async () => {
    const { db, columns, before, removed, begin, rest } = await twoStores();
    const full = await counts(db, columns);
    for (const table of columns.keys()) {
      if (!apart.includes(table)) expect([table, full[table]]).toEqual([table, expect.any(Number)]);
      if (!apart.includes(table)) expect(full[table]).toBeGreaterThan(before[table] ?? 0);
    }
    const messages = await db.read.selectFrom("emails").select("message_id").orderBy("id").execute();
    const keys = [
      ...(await db.read.selectFrom("files").select("storage_key as key").execute()),
      ...(await db.read.selectFrom("file_versions").select("storage_key as key").execute()),
      ...(await db.read.selectFrom("products").select("cover_storage_key as key").execute()),
      ...(await db.read.selectFrom("stamped_files").select("storage_key as key").execute()),
    ].map(({ key }) => key);
    await begin();
    expect(await rest()).toBe(true);
    if (name === "sqlite") {
      await db.write((tx) =>
        sql`insert into order_text_index (order_text_index, rank) values ('integrity-check', 1)`.execute(tx),
      );
    }
    expect({ ...(await counts(db, columns)), file_removals: 0 }).toEqual({ ...before, file_removals: 0 });
    expect(removed.toSorted()).toEqual(
      messages
        .slice(1)
        .map((row) => row.message_id)
        .toSorted(),
    );
    const gone = await db.read.selectFrom("file_removals").select("storage_key").execute();
    // Three of each of the four; the other store's first ones stay.
    expect(gone.map((row) => row.storage_key).filter((key) => keys.includes(key))).toHaveLength(12);
    expect(gone).toHaveLength(12);
    const { rows } = await sql<{ handle: string }>`select handle from accounts order by id`.execute(db.read);
    expect(rows.map(({ handle }) => handle)).not.toContain("goes");
  });

  test("go in the next run when the one before was interrupted, wherever that was", async () => {
    const { db, columns, before, context, begin, rest } = await twoStores();
    await begin();
    for (let steps = 3; ; steps += 7) {
      let left = steps;
      const writeUnchecked: Database["writeUnchecked"] = (unit) => {
        left -= 1;
        if (left < 0) throw new Error("killed");
        return db.writeUnchecked(unit);
      };
      const interrupted = { ...context, db: { ...db, writeUnchecked } };
      const failure = await rest(interrupted).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) break;
      expect(String(failure)).toContain("killed");
    }
    expect(await accountBeingRemoved(db.read, "goes")).toBeNull();
    expect({ ...(await counts(db, columns)), file_removals: 0 }).toEqual({ ...before, file_removals: 0 });
  });

  test("leave bytes that another store's file names too", async () => {
    const { db, accountId, begin, rest } = await twoStores();
    await db.write(async (tx) => {
      await tx.updateTable("files").set({ storage_key: "shared" }).where("account_id", "=", accountId).execute();
      const other = tx.updateTable("files").set({ storage_key: "shared" });
      await other.where("account_id", "<>", accountId).execute();
    });
    await begin();
    expect(await rest()).toBe(true);
    const gone = await db.read.selectFrom("file_removals").select("storage_key as key").execute();
    expect(gone.map(({ key }) => key)).not.toContain("shared");
    expect(gone).toHaveLength(9);
  });

  test("wait while a backup needs the messages in the mailbox, and while an email is being sent", async () => {
    const { db, accountId, removed, begin, rest } = await twoStores();
    await begin();
    const hold = { name: "backup", holder: "x", expires_at: (instantNow() + 60_000) as never };
    await db.write((tx) => tx.insertInto("removal_holds").values(hold).execute());
    expect([await rest(), removed]).toEqual([false, []]);
    await db.write((tx) => tx.deleteFrom("removal_holds").execute());
    const lease = (lease_expires_at: number | null) =>
      db.write((tx) =>
        tx
          .updateTable("emails")
          .set({ lease_expires_at: lease_expires_at as never })
          .where("account_id", "=", accountId)
          .execute(),
      );
    await lease(instantNow() + 60_000);
    expect([await rest(), removed]).toEqual([false, []]);
    await lease(null);
    expect([await rest(), removed.length]).toEqual([true, 3]);
  });
});

describe.each(databasesUnderTest.filter(({ name }) => name === "postgres"))("references on $name", ({ create }) => {
  test("that would be looked up in whole tables do not exist, nor on partitions", async () => {
    const db = await (await create()).open();
    const left = async () => {
      const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
        where contype = 'f' and conname like any(array['%order_item_id%', '%file_id%', '%product_id%'])`.execute(
        db.read,
      );
      return rows.map(({ name }) => name);
    };
    const expectNone = (names: string[]) => {
      expect(names).toContain("downloads_product_id_fkey");
      const gone = ["downloads_order_item_id_fkey", "allowances_file_id_fkey", "order_items_product_id_fkey"];
      expect(names.filter((name) => gone.includes(name))).toEqual([]);
    };
    expectNone(await left());
    expect(await partitionExisting(db)).not.toBeNull();
    expectNone(await left());
  });
});
