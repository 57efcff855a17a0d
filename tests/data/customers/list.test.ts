import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { changeAddress } from "../../../src/data/customers/change-address.ts";
import { eraseCustomer } from "../../../src/data/customers/erase.ts";
import { listCustomers } from "../../../src/data/customers/list.ts";
import { compareNext } from "../../../src/delivery/order-index/compare.ts";
import { refreshChanged } from "../../../src/delivery/order-index/refresh.ts";
import { updateOrder } from "../../../src/delivery/orders/changing/update-order.ts";
import { insertFreeOrders } from "../../../src/delivery/orders/creating/order-rows.ts";
import { orderValues } from "../../../src/delivery/orders/creating/order-values.ts";
import { deleteOrder } from "../../../src/delivery/orders/deleting/delete-order.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { DomainError } from "../../../src/platform/errors.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import type { Account } from "../../../src/store/accounts/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { insertAccount } from "../../support/mail.ts";

/** The second is the first in capitals; the third only looks like it, and is another person's. */
const addresses = ["ann@example.com", "ANN@Example.com", "ａnn@example.com", "bob@example.com", "özil@example.com"];

const address = fc.constantFrom(...addresses);
const which = fc.nat(20);

/** What happens to customers, and how far the worker follows meanwhile. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ order: address, at: fc.integer({ min: 1, max: 5 }) }) },
  fc.record({ move: address, to: address }),
  fc.record({ change: which, to: address }),
  fc.record({ remove: which }),
  { weight: 1, arbitrary: fc.record({ erase: address }) },
  { weight: 2, arbitrary: fc.record({ work: fc.integer({ min: 1, max: 3 }) }) },
  fc.record({ compare: fc.constant(true) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

describe.each(databasesUnderTest)("the list of customers on $name", ({ create }) => {
  test("is that of the orders by their addresses, whatever happens to them, once the worker has followed", async () => {
    const db = await (await create()).open();
    let number = 0;
    const holds = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const account = await insertAccount(db);
      for (const one of steps) await take(db, account, one, () => `C-${++number}`);
      while (await refreshChanged(db, instantNow()));
      const page = { sort: { by: "address", descending: false }, offset: 0, limit: 100 } as const;
      const { customers, total } = await listCustomers(db.scan, account.id, "", page);
      const expected = await byAddress(db, account);
      expect(customers).toEqual(expected);
      expect(total).toBe(expected.length);
    });
    await fc.assert(holds, { numRuns: 12 });
  });
});

async function take(db: Database, account: Account, step: Step, nextId: () => string): Promise<void> {
  const now = instantNow();
  const known = (work: Promise<unknown>) =>
    work.catch((error) => {
      if (!(error instanceof DomainError && error.code === "not_found")) throw error;
    });
  if ("order" in step) {
    const createdAt = instant(step.at);
    const values = orderValues(account, { email: step.order, source: "api", createdAt }, [], now);
    await db.write((tx) => insertFreeOrders(tx, [{ ...values, publicId: nextId() }]));
  } else if ("move" in step) await known(changeAddress(db, account.id, step.move, step.to));
  else if ("erase" in step) await known(eraseCustomer(db, account.id, step.erase));
  else if ("work" in step) await refreshChanged(db, now, step.work);
  else if ("compare" in step) await compareAll(db);
  else {
    const ids = await liveIds(db, account);
    const id = ids[("remove" in step ? step.remove : step.change) % ids.length];
    if (id === undefined) return;
    await db.write(async (tx) => {
      if ("remove" in step) return deleteOrder(tx, account, id, now);
      await updateOrder(tx, account, id, { email: step.to, sendEmail: false, unknownSku: "skip", wrong: [] }, now);
    });
  }
}

/** As after an upgrade: nothing was compared yet. */
async function compareAll(db: Database): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable("order_index_progress")
      .set({ due_at: instant(0) })
      .execute(),
  );
  while (await compareNext(db, instantNow()));
}

async function liveOrdersOf(db: Database, account: Account) {
  return db.read
    .selectFrom("orders")
    .select(["id", "public_id", "email", "created_at"])
    .where("account_id", "=", account.id)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

const liveIds = async (db: Database, account: Account) =>
  (await liveOrdersOf(db, account)).map(({ public_id }) => public_id);

/** What the list is to show. */
async function byAddress(db: Database, account: Account) {
  const customers = Map.groupBy(await liveOrdersOf(db, account), ({ email }) => email.toLowerCase());
  const sorted = [...customers].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([, orders]) => {
    const [first, last] = [orders[0], orders.at(-1)];
    if (!first || !last) return [];
    const { email, created_at: lastOrderAt } = last;
    return [{ email, name: "", orders: orders.length, firstOrderAt: first.created_at, lastOrderAt }];
  });
}
