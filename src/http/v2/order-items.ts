import { permalinkGuidsOfFiles } from "../../delivery/catalog/queries.ts";
import { downloadCountsOfItem } from "../../delivery/downloads/queries.ts";
import { requireOrderItem, updateOrderItem } from "../../delivery/orders/changing/update-order-item.ts";
import { type OrderItem, type OrderWithItems, ordersByIds, withItsItems } from "../../delivery/orders/queries.ts";
import { filesOfOrderItem } from "../../delivery/orders/reading/item-files.ts";
import { DomainError } from "../../platform/errors.ts";
import { readRowNumber } from "../../platform/integers.ts";
import { element } from "../write-xml.ts";
import { list } from "../xml/documents.ts";
import type { XmlRequest } from "../xml/request.ts";
import { message, streamXml, xml } from "../xml/respond.ts";
import { orderInPath, presenting } from "./orders.ts";
import { itemFileContent, orderItemContent } from "./present.ts";

/** `GET /api/v2/orders/{id}/order_items`. */
export async function showOrderItems(request: XmlRequest): Promise<Response> {
  const order = await withItsItems(request.services.db.read, await orderInPath(request));
  const shown = presenting(request);
  return streamXml(
    request,
    list("order_items", [order.items], (item) => element("order_item", orderItemContent(item, order, shown))),
  );
}

/** `GET /api/v2/orders/{id}/order_items/{item}`. */
export async function showOrderItem(request: XmlRequest): Promise<Response> {
  const { order, item } = await itemInPath(request);
  return xml(200, element("order_item", orderItemContent(item, order, presenting(request))));
}

/** `GET /api/v2/order_items/{item}/files`: what the item delivers now. */
export async function showOrderItemFiles(request: XmlRequest): Promise<Response> {
  const { services } = request;
  const { read, scan } = services.db;
  const { order, item } = await itemInPath(request);
  const files = await filesOfOrderItem(read, order, item);
  const ids = files.map(({ id }) => id);
  const guids = await permalinkGuidsOfFiles(read, ids);
  // An item can have any number of downloads.
  const counts = await downloadCountsOfItem(scan, { orderId: order.id, itemId: item.id });
  const { url } = presenting(request);
  return streamXml(
    request,
    list("files", [files], (file) => {
      const count = counts.get(file.id) ?? 0;
      const productGuid = guids.get(file.id) ?? null;
      return element("file", itemFileContent(file, { url, guid: item.guid, count, productGuid }));
    }),
  );
}

/** `POST /api/v2/order_items/{item}/expire`: ends all downloads of the item. The order's other items do not change. */
export async function expireOrderItem(request: XmlRequest): Promise<Response> {
  const { account, services, now } = request;
  const { item } = await itemInPath(request);
  await services.db.write(async (tx) => {
    const order = await updateOrderItem(tx, account, item.id, { downloadsRemaining: 0 }, now);
    // The path may contain the item without its order.
    request.change.subjectId = order.publicId;
  });
  return message(200, "Ok.");
}

/** The order item in the path, and its order, which may be in the path too. Throws `not_found`. */
export async function itemInPath(request: XmlRequest): Promise<{ order: OrderWithItems; item: OrderItem }> {
  const { account, parameters, services } = request;
  const { read } = services.db;
  const missing = new DomainError("not_found", `There is no order item with the ID ${parameters.item}.`);
  const id = readRowNumber(parameters.item);
  if (id === null) throw missing;
  const { orderId } = await requireOrderItem(read, account.id, id);
  const [found] = await ordersByIds(read, [orderId]);
  const isMeant = parameters.id === "" || parameters.id === found?.publicId;
  const order = found && isMeant ? await withItsItems(read, found) : null;
  const item = order?.items.find((one) => one.id === id);
  if (!order || !item) throw missing;
  return { order, item };
}
