import { createAccountWithOwner } from "../../src/access/people/owner.ts";
import type { Context } from "../../src/context.ts";
import { changeCover } from "../../src/delivery/catalog/covers.ts";
import { createFile } from "../../src/delivery/catalog/files.ts";
import { setProductFiles } from "../../src/delivery/catalog/product-files.ts";
import { requireProduct } from "../../src/delivery/catalog/product-lookup.ts";
import { createProduct } from "../../src/delivery/catalog/products.ts";
import type { Product } from "../../src/delivery/catalog/queries.ts";
import { addKeys } from "../../src/delivery/licenses/change-pool.ts";
import { createOrder } from "../../src/delivery/orders/creating/create-orders.ts";
import type { Order } from "../../src/delivery/orders/order-columns.ts";
import { fileMediaType } from "../../src/http/v3/uploads/upload-media-type.ts";
import { type Instant, instant, instantNow } from "../../src/platform/instants.ts";
import { type Account, type CreatedAccount, changeSettings } from "../../src/store/accounts/accounts.ts";
import { dismissSetup } from "../../src/store/accounts/dismissed-setup.ts";
import { changeLogo } from "../../src/store/accounts/logo.ts";
import { demoCover } from "./covers.ts";
import { fetchFiles } from "./downloads.ts";
import { sendEmails } from "./emails.ts";
import { leaf } from "./media.ts";
import { type PlannedOrder, planOrders } from "./plan.ts";
import { type DemoProduct, demoProducts } from "./products.ts";
import { createRandom } from "./random.ts";
import { renewalsBefore } from "./renewals.ts";

const day = 86_400_000;

/** The owner signs in with these; the demo listens on this machine only. */
export const owner = { email: "owner@fieldandfern.example", password: "field-and-fern" };

/** Whose email fails, as the address is wrong on purpose. */
const misspelled = { firstName: "Tomás", lastName: "Varga", email: "tomas.varga@exampel.invalid" };

export interface DemoStore {
  apiKey: string;
  apiToken: string;
  /** A recent order of several products, license keys among them. */
  order: Order;
  /** A product that is given away. */
  sampler: Product;
}

/** Fills an empty installation with a store and its last half year up to `now`, the same on every run. */
export async function openStore(context: Context, now: Instant): Promise<DemoStore> {
  const { db } = context;
  const random = createRandom(20_261_120);
  const { account, apiKey, apiToken } = await createStore(context, instant(now - 200 * day));
  const planned = planOrders(random, now);
  for (const lost of planned.slice(-7, -6)) lost.customer = { ...lost.customer, ...misspelled };
  for (const product of demoProducts) await stock(context, account, product, planned, instant(now - 190 * day));
  const orders: SoldOrder[] = [];
  // In the order of their time, as emails are listed in the order they were made in.
  for (const { at, happen } of renewalsBefore(now)) {
    const next = planned.slice(orders.length).filter((plan) => plan.at < at);
    orders.push(...(await sell(context, account, next)));
    await happen(context, account, orders);
  }
  orders.push(...(await sell(context, account, planned.slice(orders.length))));
  await sendEmails(context, misspelled.email, now);
  const sampler = await requireProduct(db.read, account.id, "FF-SAMPLER");
  await fetchFiles(context, random, { orders, sampler, now });
  const shown = orders.findLast(
    ({ plan }) => plan.lines.length > 1 && plan.lines.some(({ sku }) => sku === "FF-LEAF-ID"),
  );
  const order = (shown ?? orders.at(-1))?.order;
  if (!order) throw new Error("Nothing was ordered.");
  return { apiKey, apiToken, order, sampler };
}

async function createStore(context: Context, at: Instant): Promise<CreatedAccount> {
  const passwordHash = await Bun.password.hash(owner.password);
  const input = { handle: "demo", name: "Field & Fern", email: owner.email, passwordHash };
  const created = await context.db.write((tx) => createAccountWithOwner(tx, context.vault, input, at));
  const { id } = created.account;
  await changeLogo(context, id, leaf(96));
  await context.db.write((tx) => dismissSetup(tx, id, at));
  const settings = { currency: "GBP", brandColor: "#2f5d3a", orderExpirationInHours: 60 * 24 };
  return { ...created, account: await context.db.write((tx) => changeSettings(tx, id, settings, instantNow())) };
}

/** Puts a product on the shelf, with its files and its license keys. */
async function stock(
  { db, files }: Pick<Context, "db" | "files">,
  account: Account,
  { sku, name, price, files: contents, urls = [], keys }: DemoProduct,
  planned: PlannedOrder[],
  at: Instant,
): Promise<void> {
  const stored = await Promise.all(
    Object.entries(contents).map(async ([filename, make]) => ({
      filename,
      contentType: fileMediaType(filename, ""),
      stored: await files.put(new Blob([new Uint8Array(make())]).stream()),
    })),
  );
  const product = await db.write(async (tx) => {
    const made = await createProduct(tx, account.id, { sku, name, price }, at);
    const fileIds: number[] = [];
    for (const file of stored) fileIds.push((await createFile(tx, account.id, file, at)).id);
    await setProductFiles(tx, made, { fileIds, externalUrls: urls }, at);
    return made;
  });
  const cover = demoCover(sku);
  if (cover) await changeCover({ db, files }, account.id, product, cover);
  if (!keys) return;
  const lines = planned.flatMap((order) => order.lines.filter((line) => line.sku === sku));
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0) + keys.spare;
  await addKeys(db, account, product.id, licenseKeys(keys.prefix, count), at);
}

function licenseKeys(prefix: string, count: number): string[] {
  const random = createRandom(prefix.charCodeAt(0));
  const group = () => Array.from({ length: 5 }, () => random.pick([..."ABCDEFGHJKLMNPQRSTUVWXYZ23456789"])).join("");
  return Array.from({ length: count }, () => [prefix, group(), group(), group()].join("-"));
}

interface SoldOrder {
  order: Order;
  customer: PlannedOrder["customer"];
  plan: PlannedOrder;
}

async function sell({ db }: Context, account: Account, planned: PlannedOrder[]): Promise<SoldOrder[]> {
  const orders: SoldOrder[] = [];
  for (let start = 0; start < planned.length; start += 50) {
    await db.write(async (tx) => {
      for (const plan of planned.slice(start, start + 50)) {
        const { customer } = plan;
        const input = {
          vendorId: plan.vendorId ?? undefined,
          title: plan.title,
          firstName: customer.firstName,
          lastName: customer.lastName,
          email: customer.email,
          expiresAt: plan.forever ? null : undefined,
          lines: plan.lines,
          wrong: [],
          source: plan.vendorId === null ? ("manual" as const) : ("api" as const),
          sendEmail: true,
          unknownSku: "reject" as const,
        };
        const { order } = await createOrder(tx, { account, input, now: plan.at });
        orders.push({ order, customer, plan });
      }
    });
  }
  return orders;
}
