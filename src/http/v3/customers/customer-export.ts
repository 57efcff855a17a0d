import { z } from "@hono/zod-openapi";
import type { Context, TypedResponse } from "hono";
import { requireFormerCustomer } from "../../../data/customers/customer.ts";
import { downloadsOfOrders } from "../../../delivery/downloads/queries.ts";
import { holderAddress } from "../../../delivery/orders/gifts/gift.ts";
import type { Order } from "../../../delivery/orders/order-columns.ts";
import { ordersByIds } from "../../../delivery/orders/queries.ts";
import { renewalsOfOrders } from "../../../delivery/orders/renewals/renewal-requests.ts";
import { paymentsOfOrders } from "../../../delivery/orders/subscriptions/payments.ts";
import { emailsOfOrders, emailsWithContent, libraryEmailsTo, updateEmailsOf } from "../../../messages/mail/emails.ts";
import { emailsSentTo } from "../../../messages/mail/sent-to.ts";
import { undeliverableAt } from "../../../messages/mail/undeliverable-addresses.ts";
import { isSameAddress } from "../../../platform/email-address.ts";
import { giveWay } from "../../../platform/give-way.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { eventsOfCustomer, shopCustomersOf } from "../../../shops/connections/known/shop-orders-of-customer.ts";
import { answerWithDocument } from "../../streamed-answer.ts";
import { eventSchema } from "../connections/connection-event-schemas.ts";
import { presentEvent } from "../connections/present-connection.ts";
import type { V3Env } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import {
  createdAt,
  described,
  orNull,
  shownFirstName,
  shownId,
  shownInstant,
  shownLastName,
  shownRecipient,
  shownSubject,
  shownText,
} from "../framework/fields.ts";
import { emailContentSchema, presentWithContent } from "../mail/emails.ts";
import { presentUndeliverable, undeliverableAddressSchema } from "../mail/undeliverable-addresses.ts";
import { downloadSchema, presentDownloads } from "../orders/downloads.ts";
import { orderSchema } from "../orders/order-schemas.ts";
import { orderPaymentSchema, presentPayment } from "../orders/payment-schemas.ts";
import { presentInBatches, presenting, presentOrderId } from "../orders/present-order.ts";
import { presentReceivedGift, receivedGiftSchema } from "../orders/received-gift.ts";
import { presentRequest, renewalRequestSchema } from "../orders/renewal-requests.ts";
import { customerSchema, presentCustomer } from "./customer-schemas.ts";

const libraryEmailSchema = z
  .object({
    id: shownId,
    recipient: shownRecipient.nullable(),
    status: z.string().describe("As that of delivery emails."),
    subject: shownSubject.nullable(),
    created_at: createdAt,
    sent_at: shownInstant.nullable().describe("When a mail server accepted it, or null."),
  })
  .openapi("LibraryEmail", {
    example: {
      id: 3,
      recipient: "ann@example.com",
      status: "sent",
      subject: "Your purchases at Ann's Maps",
      created_at: created,
      sent_at: created,
    },
  });

const shopCustomerSchema = z
  .object({
    connection_id: z.number().int().describe("ID of the connection."),
    external_id: z.string().describe("The shop's ID of the order."),
    email: shownText.describe("Customer's email address, as the shop sent it."),
    first_name: shownFirstName,
    last_name: shownLastName,
  })
  .openapi("ShopCustomer", {
    example: {
      connection_id: 1,
      external_id: "727",
      email: "ann@example.com",
      first_name: "Ann",
      last_name: "Miller",
    },
  });

export const exportSchema = z.object({
  customer: described(customerSchema, "The customer."),
  orders: z.array(orderSchema).describe("The orders."),
  gifts: z.array(receivedGiftSchema).describe("Orders of others that the customer got as gifts."),
  downloads: z.array(downloadSchema).describe("The downloads of all orders and gifts, without gifts to others."),
  emails: z
    .array(emailContentSchema)
    .describe(
      "The delivery emails of all orders and gifts, without gifts to others, and others that went to the address.",
    ),
  library_emails: z.array(libraryEmailSchema).describe("The emails with all links. Their texts are not kept."),
  update_emails: z
    .array(libraryEmailSchema)
    .describe("The emails about updates of what was bought. Their texts are not kept."),
  undeliverable_addresses: z.array(undeliverableAddressSchema).describe("The address, if no emails are sent there."),
  renewal_requests: z.array(renewalRequestSchema).describe("The customer's requests for new links."),
  payments: z.array(orderPaymentSchema).describe("The payments that renewed orders."),
  shop_orders: z
    .array(shopCustomerSchema)
    .describe("Orders of connected shops with the address, also those of which no order was made."),
  shop_events: z.array(eventSchema).describe("What connected shops sent about the customer."),
});

type Export = z.output<typeof exportSchema>;

/** Orders that one step reads. */
const ordersAtOnce = 50;

const numbersOf = (orders: Order[]) => orders.map(({ id }) => id);

/** Streams all data about the customer while it is read. Throws `not_found`. */
export async function exportCustomer(c: Context<V3Env>, address: string): Promise<TypedResponse<Export, 200, "json">> {
  const { services, account } = c.var;
  const customer = await requireFormerCustomer(services.db, account.id, address);
  const reader = services.db.read;

  /** The results of `read` for these orders (row numbers), a few at a time. */
  async function* ofAll<Row>(ids: number[], read: (orders: Order[]) => AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
    for (let start = 0; start < ids.length; start += ordersAtOnce) {
      yield* read(await ordersByIds(reader, ids.slice(start, start + ordersAtOnce)));
    }
  }
  const ofOrders = <Row>(read: (orders: Order[]) => AsyncIterable<Row[]>) => ofAll(customer.orderIds, read);
  /** Rows of orders that the customer received. Rows of gifts to others belong to their recipients. */
  const ofReceived = <Row>(read: (orders: Order[]) => AsyncIterable<Row[]>) =>
    ofAll([...customer.orderIds, ...customer.giftIds], (orders) => {
      const received = orders.filter((order) => isSameAddress(holderAddress(order), address));
      return received.length > 0 ? read(received) : nothing<Row>();
    });
  async function* receivedGifts(orders: Order[]) {
    for await (const gifts of shownOrders(orders)) yield gifts.map(presentReceivedGift);
  }
  const shownOrders = (orders: Order[]) => presentInBatches(reader, orders, presenting(c));
  async function* downloadsOf(orders: Order[]) {
    for await (const downloads of downloadsOfOrders(reader, account.id, numbersOf(orders))) {
      yield await presentDownloads(reader, downloads);
    }
  }
  async function* emailsOf(orders: Order[]) {
    for await (const emails of emailsOfOrders(reader, account.id, numbersOf(orders))) {
      yield emails.map(presentWithContent);
    }
  }
  /** Including those of orders that now have another address. */
  async function* allEmails() {
    const shown = new Set<number>();
    for await (const emails of ofReceived(emailsOf)) {
      for (const { id } of emails) shown.add(id);
      yield emails;
    }
    const sent = await emailsSentTo(services.db.scan, account.id, address, {
      kinds: ["delivery", "gift_confirmation"],
    });
    const others = sent.filter((id) => !shown.has(id));
    for await (const emails of emailsWithContent(reader, account.id, others)) yield emails.map(presentWithContent);
  }
  async function* renewalsOf(orders: Order[]) {
    const byId = new Map(orders.map((order) => [order.id, order]));
    const requests = await renewalsOfOrders(reader, numbersOf(orders));
    yield requests.flatMap((request) => {
      const order = byId.get(request.orderId);
      if (!order) return [];
      const { publicId: orderPublicId, vendorId, title } = order;
      return [presentRequest({ ...request, orderPublicId, vendorId, title, ...holderOf(order) })];
    });
  }
  async function* paymentsOf(orders: Order[]) {
    const byId = new Map(orders.map(({ id, publicId }) => [id, presentOrderId(publicId)]));
    const payments = await paymentsOfOrders(reader, numbersOf(orders));
    yield payments.map((payment) => ({ order_id: byId.get(payment.orderId) ?? "", ...presentPayment(payment) }));
  }
  async function* libraryEmails() {
    const emails = await libraryEmailsTo(reader, account.id, customer.email);
    yield emails.map(presentWithoutContent);
  }
  async function* updateEmails(orders: Order[]) {
    yield (await updateEmailsOf(reader, numbersOf(orders))).map(presentWithoutContent);
  }

  async function* undeliverable() {
    const found = await undeliverableAt(reader, account.id, customer.email);
    yield found ? [presentUndeliverable(found)] : [];
  }

  const shopOrders = await shopCustomersOf(services.db.scan, account.id, address);
  async function* shopCustomers() {
    yield shopOrders.map(presentShopCustomer);
  }
  async function* shopEvents() {
    const shown = new Set<number>();
    for await (const event of eventsOfCustomer(services.db.scan, account.id, address, customer.orderIds, shopOrders)) {
      if (!shown.has(event.id)) yield [await presentEvent(c.var, event)];
      shown.add(event.id);
    }
  }

  const lists: { [Name in Exclude<keyof Export, "customer">]: AsyncIterable<Export[Name]> } = {
    orders: ofOrders(shownOrders),
    gifts: ofAll(customer.giftIds, receivedGifts),
    downloads: ofReceived(downloadsOf),
    emails: allEmails(),
    library_emails: libraryEmails(),
    update_emails: ofReceived(updateEmails),
    undeliverable_addresses: undeliverable(),
    renewal_requests: ofReceived(renewalsOf),
    payments: ofOrders(paymentsOf),
    shop_orders: shopCustomers(),
    shop_events: shopEvents(),
  };
  const headers = {
    "content-type": "application/json",
    "content-disposition": `attachment; filename="${account.handle}-customer.json"`,
  };
  const pieces = piecesOf(await presentCustomer(c, customer), lists);
  const answer = await answerWithDocument(c.req.raw, pieces, { status: 200, headers, log: services.log });
  return answer as Response & TypedResponse<Export, 200, "json">;
}

async function* nothing<Row>(): AsyncGenerator<Row[]> {}

/** The person who sent a request for new links. */
const holderOf = (order: Order) =>
  order.recipientEmail === null
    ? { email: order.email, firstName: order.firstName, lastName: order.lastName }
    : { email: order.recipientEmail, firstName: order.recipientName ?? "", lastName: "" };

type ShopCustomer = Awaited<ReturnType<typeof shopCustomersOf>>[number];

const presentShopCustomer = (known: ShopCustomer): z.output<typeof shopCustomerSchema> => ({
  connection_id: known.connectionId,
  external_id: known.externalId,
  email: orNull(known.email ?? ""),
  first_name: orNull(known.firstName),
  last_name: orNull(known.lastName),
});

type EmailWithoutContent = Awaited<ReturnType<typeof libraryEmailsTo>>[number];

const presentWithoutContent = (email: EmailWithoutContent): z.output<typeof libraryEmailSchema> => ({
  id: email.id,
  recipient: orNull(email.recipient),
  status: email.status,
  subject: email.subject,
  created_at: writeInstant(email.createdAt),
  sent_at: email.sentAt === null ? null : writeInstant(email.sentAt),
});

async function* piecesOf(customer: object, lists: Record<string, AsyncIterable<object[]>>): AsyncGenerator<string> {
  yield `{"customer":${JSON.stringify(customer)}`;
  for (const [name, batches] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = "";
    for await (const rows of batches) {
      for (const row of rows) {
        yield separator + JSON.stringify(row);
        separator = ",";
        await giveWay();
      }
    }
    yield "]";
  }
  yield "}\n";
}
