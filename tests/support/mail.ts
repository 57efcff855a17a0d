import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import pino from "pino";
import { queueDeliveryEmail } from "../../src/messages/mail/outbox.ts";
import type { MailTiming } from "../../src/messages/mail/sending/timing.ts";
import type { Database } from "../../src/platform/database/database.ts";
import type { AccountsTable, EmailStatus } from "../../src/platform/database/schema.ts";
import { type Instant, instant, instantNow } from "../../src/platform/instants.ts";
import { createVault } from "../../src/platform/vault.ts";
import type { Account } from "../../src/store/accounts/accounts.ts";
import { accountOf } from "../../src/store/accounts/queries.ts";

/** Pauses short enough for tests. */
export const quickly: Partial<MailTiming> = { poll: 10, databasePause: 10, retryPauses: [10, 20] };

/** Signs the addresses of pictures in emails. */
export const testVault = createVault({ current: "a secret of the tests", old: null });

export const testAccountUrl = (account: { handle: string }) => `https://${account.handle}.example.com`;

/** A log whose lines can be read. */
export function readableLog() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) }) };
}

/** Polls until `condition` gives something true, and returns it. */
export async function until<T>(condition: () => T | false | Promise<T | false>): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${condition}`);
    await Bun.sleep(10);
  }
}

/** Inserts an account that is older than any plan's new days. */
export async function insertAccount(db: Database, values: Partial<Selectable<AccountsTable>> = {}): Promise<Account> {
  const handle = `shop-${randomUUID().slice(0, 8)}`;
  const row = await db.write((tx) =>
    tx
      .insertInto("accounts")
      .values({
        handle,
        name: "Nordlicht",
        email: "owner@example.com",
        billing_email: "",
        ecommerce_address: "",
        payment_address: "",
        custom_domain: null,
        plan: "unlimited",
        order_expiration_in_hours: 240,
        download_limit_per_item: 5,
        api_key: randomUUID(),
        api_token_hash: "",
        api_token_encrypted: "",
        next_order_number: 10_000_001,
        created_at: instant(0),
        ...values,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return accountOf(row);
}

/** Inserts an order of one product without files, with its email queued by the outbox, all in one transaction. */
export function insertOrder(
  db: Database,
  account: Account,
  values: { email?: string; firstName?: string; productName?: string; createdAt?: Instant; deliverAt?: Instant } = {},
): Promise<{ id: number; guid: string; status: EmailStatus }> {
  const created_at = values.createdAt ?? instantNow();
  const email = values.email ?? "ada@example.com";
  const guid = randomUUID();
  return db.write(async (tx) => {
    const product = await tx
      .insertInto("products")
      .values({
        account_id: account.id,
        sku: randomUUID(),
        name: values.productName ?? "Field Guide",
        guid: randomUUID(),
        created_at,
        deleted_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id } = await tx
      .insertInto("orders")
      .values({
        account_id: account.id,
        public_id: randomUUID(),
        guid,
        title: "",
        first_name: values.firstName ?? "Ada",
        last_name: "Lovelace",
        email,
        source: "api",
        expires_at: null,
        download_limit: 5,
        created_at,
        deleted_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("order_items")
      .values({
        order_id: id,
        product_id: product.id,
        guid: randomUUID(),
        quantity: 1,
        allowance_override: null,
        created_at,
        removed_at: null,
      })
      .execute();
    const { status } = await queueDeliveryEmail(
      tx,
      account,
      { id, email, recipientEmail: null, deliverAt: values.deliverAt ?? null },
      created_at,
    );
    return { id, guid, status };
  });
}

/** Every outbox row, the first queued first, each with its attempts. */
export async function outboxOf(db: Database) {
  const emails = await db.read.selectFrom("emails").selectAll().orderBy("id").execute();
  const tries = await db.read.selectFrom("email_tries").selectAll().orderBy("id").execute();
  return emails.map((email) => ({ ...email, tries: tries.filter((one) => one.email_id === email.id) }));
}
