import {
  deleteOrder,
  expireOrder,
  listOrders,
  type Order,
  type OrderFilter,
  type OrderWithItems,
  orderFilters,
  requireOrder,
  sendOrderEmail,
  updateOrder,
  withItems,
  withItsItems,
} from "../../delivery/orders/orders.ts";
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

/** `GET /api/orders`: the requested page, or all, newest first. */
export async function showOrders(request: XmlRequest): Promise<Response> {
  const { account, services, query, now } = request;
  const { read, scan } = services.db;
  const filter = readFilter(query);
  // The query also reads orders that a filter or page number skips.
  const lists = filter ? scan : read;
  const batches = pageOrAll<OrderWithItems>(
    readPage(query),
    async (page) => withItems(read, await listOrders(scan, account.id, now, { filter, ...page })),
    () =>
      inBatches(
        async ({ last, limit }) =>
          withItems(read, await listOrders(lists, account.id, now, { filter, after: last, limit })),
        ordersAtOnce,
      ),
  );
  return streamXml(request, list("orders", batches, orderInList));
}

/** `GET /api/orders/{id}`. */
export async function showOrder(request: XmlRequest): Promise<Response> {
  const { account, parameters, services } = request;
  return respondWithOrder(request, await requireOrder(services.db.read, account.id, parameters.id));
}

/** `POST /api/orders/create`: unknown SKUs are rejected, and the email is sent unless `send_email` is false. */
export async function createOneOrder(request: XmlRequest): Promise<Response> {
  const { account, access, services, now } = request;
  const test = access.key?.isTest ?? false;
  const { sendEmail = true, ...input } = await readOrder(await readFields(request, "order"), { isNew: true });
  const { order } = await services.orders.write(
    { account, input: { ...input, sendEmail, test, source: "api", checksRules: true, unknownSku: "reject" }, now },
    request.raw.signal,
  );
  const response = await streamXml(request, orderDocument(services.db.read, order), 201);
  response.headers.set("location", `${services.accountUrl(account)}/api/orders/${lastSegment(order.publicId)}`);
  return response;
}

/** `PUT /api/orders/{id}`: an email is sent only on request. */
export async function updateOneOrder(request: XmlRequest): Promise<Response> {
  const { account, parameters, services, now } = request;
  const { sendEmail = false, ...input } = await readOrder(await readFields(request, "order"), { isNew: false });
  const { order } = await services.db.write(async (tx) => {
    const changed = await updateOrder(tx, account, parameters.id, { ...input, sendEmail, unknownSku: "reject" }, now);
    request.change.subjectId = changed.order.publicId;
    return changed;
  });
  return respondWithOrder(request, order);
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
