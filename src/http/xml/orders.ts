import { expireOrder } from "../../delivery/orders/changing/expire-and-reopen.ts";
import { sendOrderEmail } from "../../delivery/orders/changing/send-order-email.ts";
import { updateOrder } from "../../delivery/orders/changing/update-order.ts";
import { deleteOrder } from "../../delivery/orders/deleting/delete-order.ts";
import type { Order } from "../../delivery/orders/order-columns.ts";
import type { OrderInput } from "../../delivery/orders/order-input.ts";
import {
  listOrders,
  type OrderFilter,
  type OrderWithItems,
  orderFilters,
  withItems,
  withItsItems,
} from "../../delivery/orders/queries.ts";
import { requireOrder } from "../../delivery/orders/require-order.ts";
import { overAllowance } from "../../messages/mail/email-allowance.ts";
import { inBatches } from "../../platform/database/batches.ts";
import { rejectFields } from "../../platform/errors.ts";
import { list, orderDocument, orderInList } from "./documents.ts";
import { readEmailOptions, readOrder } from "./input.ts";
import { pageOrAll, readPage } from "./paging.ts";
import { readFields, readOptions, type XmlRequest } from "./request.ts";
import { message, streamXml } from "./respond.ts";
import { lastSegment } from "./suffix.ts";

/** Orders per batch. Each can have many items. */
const ordersAtOnce = 100;

/** The requested page of orders, or all, newest first. */
export function ordersAsked(
  { account, services, query, now }: XmlRequest,
  filter: OrderFilter | undefined,
): AsyncIterable<OrderWithItems[]> {
  const { read, scan } = services.db;
  // The query also reads orders that a filter or page number skips.
  const lists = filter ? scan : read;
  return pageOrAll<OrderWithItems>(
    readPage(query),
    async (page) => withItems(read, await listOrders(scan, account.id, now, { filter, ...page })),
    () =>
      inBatches(
        async ({ last, limit }) =>
          withItems(read, await listOrders(lists, account.id, now, { filter, after: last, limit })),
        ordersAtOnce,
      ),
  );
}

/** An order as an XML document says it. */
type SentOrder = OrderInput & { sendEmail?: boolean | undefined };

/** Stores a new order. An unknown SKU is rejected, and the email is sent unless `send_email` is false. */
export async function storeOrder(request: XmlRequest, input: SentOrder): Promise<OrderWithItems> {
  const { account, access, services, now } = request;
  const { sendEmail = true, ...fields } = input;
  const test = access.key?.isTest ?? false;
  const { order } = await services.orders.write(
    { account, input: { ...fields, sendEmail, test, source: "api", checksRules: true, unknownSku: "reject" }, now },
    request.raw.signal,
  );
  return order;
}

/** Changes the order in the path. An email is sent only on request. */
export async function changeOrder(request: XmlRequest, input: SentOrder): Promise<Order> {
  const { account, parameters, services, now } = request;
  const { sendEmail = false, ...fields } = input;
  const { order } = await services.db.write(async (tx) => {
    const changed = await updateOrder(tx, account, parameters.id, { ...fields, sendEmail, unknownSku: "reject" }, now);
    request.change.subjectId = changed.order.publicId;
    return changed;
  });
  return order;
}

/** `GET /api/orders`. */
export async function showOrders(request: XmlRequest): Promise<Response> {
  const batches = ordersAsked(request, readFilter(request.query));
  return streamXml(request, list("orders", batches, orderInList));
}

/** `GET /api/orders/{id}`. */
export async function showOrder(request: XmlRequest): Promise<Response> {
  const { account, parameters, services } = request;
  return respondWithOrder(request, await requireOrder(services.db.read, account.id, parameters.id));
}

/** `POST /api/orders/create`. */
export async function createOneOrder(request: XmlRequest): Promise<Response> {
  const { account, services } = request;
  const order = await storeOrder(request, await readOrder(await readFields(request, "order"), { isNew: true }));
  const response = await streamXml(request, orderDocument(services.db.read, order), 201);
  response.headers.set("location", `${services.accountUrl(account)}/api/orders/${lastSegment(order.publicId)}`);
  return response;
}

/** `PUT /api/orders/{id}`. */
export async function updateOneOrder(request: XmlRequest): Promise<Response> {
  const input = await readOrder(await readFields(request, "order"), { isNew: false });
  return respondWithOrder(request, await changeOrder(request, input));
}

/** `DELETE /api/orders/{id}`. */
export async function deleteOneOrder({ account, parameters, services, now }: XmlRequest): Promise<Response> {
  await services.db.write((tx) => deleteOrder(tx, account, parameters.id, now));
  return message(200, "Ok.");
}

/** `POST /api/orders/{id}/expire`: ends its links now. */
export async function expireOneOrder({ account, parameters, services, now }: XmlRequest): Promise<Response> {
  await services.db.write((tx) => expireOrder(tx, account, parameters.id, now));
  return message(200, "Ok.");
}

/** `POST /api/orders/{id}/send_email`: queues the delivery email again. */
export async function sendEmail(request: XmlRequest): Promise<Response> {
  const { account, parameters, services, query, now } = request;
  const options = readEmailOptions(new Map([...query, ...(await readOptions(request))]));
  const outcome = await services.db.write((tx) => sendOrderEmail(tx, account, parameters.id, options, now));
  if (outcome === "over_allowance") throw overAllowance();
  return message(200, "Ok.");
}

function readFilter(query: URLSearchParams): OrderFilter | undefined {
  const filter = query.get("filter");
  if (!filter) return undefined;
  const known = orderFilters.find((one) => one === filter);
  rejectFields([{ field: "filter", message: known ? null : `must be one of ${orderFilters.join(", ")}` }]);
  return known;
}

async function respondWithOrder(request: XmlRequest, order: Order, status = 200): Promise<Response> {
  const { read } = request.services.db;
  const complete = await withItsItems(read, order);
  return streamXml(request, orderDocument(read, complete), status);
}
