import { sendOrderEmail } from "../../delivery/orders/changing/send-order-email.ts";
import { updateOrder } from "../../delivery/orders/changing/update-order.ts";
import type { Order } from "../../delivery/orders/order-columns.ts";
import { type OrderFilter, orderFilters, withItsItems } from "../../delivery/orders/queries.ts";
import { requireOrder } from "../../delivery/orders/require-order.ts";
import { overAllowance } from "../../messages/mail/email-allowance.ts";
import { rejectFields } from "../../platform/errors.ts";
import { element } from "../write-xml.ts";
import { list } from "../xml/documents.ts";
import { changeOrder, ordersAsked, storeOrder } from "../xml/orders.ts";
import { readFields, readOptions, type XmlRequest } from "../xml/request.ts";
import { message, streamXml, xml } from "../xml/respond.ts";
import { lastSegment } from "../xml/suffix.ts";
import { readEmailOptions, readOrder } from "./input.ts";
import { orderContent, orderStatsContent, type Presenting } from "./present.ts";

export const presenting = ({ account, services, now }: XmlRequest): Presenting => ({
  account,
  url: services.accountUrl(account),
  now,
});

/** `GET /api/v2/orders`. */
export async function showOrders(request: XmlRequest): Promise<Response> {
  const batches = ordersAsked(request, readFilter(request.query));
  const shown = presenting(request);
  return streamXml(
    request,
    list("orders", batches, (order) => element("order", orderContent(order, shown))),
  );
}

/** `GET /api/v2/orders/{id}`. */
export async function showOrder(request: XmlRequest): Promise<Response> {
  return respondWithOrder(request, await orderInPath(request));
}

/** `GET /api/v2/orders/{id}/stats`. */
export async function showOrderStats(request: XmlRequest): Promise<Response> {
  const order = await withItsItems(request.services.db.read, await orderInPath(request));
  return xml(200, element("order", orderStatsContent(order, presenting(request))));
}

/** `POST /api/v2/orders/create`. */
export async function createOneOrder(request: XmlRequest): Promise<Response> {
  const { account, services } = request;
  const order = await storeOrder(request, await readOrder(await readFields(request, "order"), { isNew: true }));
  const location = `${services.accountUrl(account)}/api/v2/orders/${lastSegment(order.publicId)}`;
  return xml(201, element("order", orderContent(order, presenting(request))), { location });
}

/** `PUT /api/v2/orders/{id}/update`. */
export async function updateOneOrder(request: XmlRequest): Promise<Response> {
  const input = await readOrder(await readFields(request, "order"), { isNew: false });
  return respondWithOrder(request, await changeOrder(request, input));
}

/** `POST /api/v2/orders/{id}/send_email`: queues the delivery email again, with a new download limit if one is given. */
export async function sendEmail(request: XmlRequest): Promise<Response> {
  const { account, parameters, services, query, now } = request;
  const { downloadLimit, ...options } = readEmailOptions(new Map([...query, ...(await readOptions(request))]));
  const outcome = await services.db.write(async (tx) => {
    if (downloadLimit !== undefined) {
      const change = { downloadLimit, sendEmail: false, unknownSku: "reject" as const, wrong: [] };
      await updateOrder(tx, account, parameters.id, change, now);
    }
    return sendOrderEmail(tx, account, parameters.id, options, now);
  });
  if (outcome === "over_allowance") throw overAllowance();
  return message(200, "Ok.");
}

/** The order in the path. Throws `not_found`. */
export const orderInPath = ({ account, parameters, services }: XmlRequest): Promise<Order> =>
  requireOrder(services.db.read, account.id, parameters.id);

async function respondWithOrder(request: XmlRequest, order: Order): Promise<Response> {
  const complete = await withItsItems(request.services.db.read, order);
  return xml(200, element("order", orderContent(complete, presenting(request))));
}

/** `status=open` or `expired`, or `filter` as in the unversioned interface. Null for all. */
function readFilter(query: URLSearchParams): OrderFilter | undefined {
  const status = query.get("status")?.toLowerCase() || null;
  const filter = query.get("filter")?.toLowerCase() || null;
  const known = orderFilters.find((one) => one === filter);
  rejectFields([
    { field: "status", message: status && !statuses.has(status) ? "must be open, expired or all" : null },
    { field: "filter", message: filter && !known ? `must be one of ${orderFilters.join(", ")}` : null },
    { field: "filter", message: status && filter ? "cannot be combined with status" : null },
  ]);
  return status ? statuses.get(status) : known;
}

const statuses = new Map<string, OrderFilter | undefined>([
  ["open", "current"],
  ["expired", "expired"],
  ["all", undefined],
]);
