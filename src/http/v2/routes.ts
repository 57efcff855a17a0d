import { writeInstant } from "../../platform/instants.ts";
import { element } from "../write-xml.ts";
import { newToken, showAccountAs } from "../xml/account.ts";
import { deleteOneOrder, expireOneOrder } from "../xml/orders.ts";
import { recorded } from "../xml/record-change.ts";
import type { XmlRequest } from "../xml/request.ts";
import { xml } from "../xml/respond.ts";
import { type Operations, ofAccount, ofOrders, ofProducts } from "../xml/routes.ts";
import {
  showDownload,
  showDownloads,
  showOrderDownloads,
  showOrderItemDownloads,
  showProductDownloads,
} from "./downloads.ts";
import { showFile, showFiles } from "./files.ts";
import { orderFields } from "./input.ts";
import { expireOrderItem, showOrderItem, showOrderItemFiles, showOrderItems } from "./order-items.ts";
import { createOneOrder, sendEmail, showOrder, showOrderStats, showOrders, updateOneOrder } from "./orders.ts";
import { accountContent } from "./present.ts";
import { productFields } from "./product-input.ts";
import {
  createOneProduct,
  deleteOneProduct,
  showProduct,
  showProductFiles,
  showProductStats,
  showProducts,
  updateOneProduct,
} from "./products.ts";

// Orders that programs create are not in the activity log: the list of orders shows them.
const changeOrder = recorded("order.changed", "order", updateOneOrder, orderFields);
const removeOrder = recorded("order.deleted", "order", deleteOneOrder);
const endOrder = recorded("order.expired", "order", expireOneOrder);
const resendOrder = recorded("order.resent", "order", sendEmail);
const endItem = recorded("order.item_changed", "order", expireOrderItem);
const addProduct = recorded("product.created", "product", createOneProduct, productFields);
const changeProduct = recorded("product.changed", "product", updateOneProduct, productFields);
const removeProduct = recorded("product.deleted", "product", deleteOneProduct);
const replaceToken = recorded("account.token_replaced", null, newToken);

/** Every operation of the v2 interface (docs/reference/v2-interface.md). */
export const v2Routes: Record<string, Operations> = {
  "/api/v2/account": ofAccount({ read: showAccountAs(accountContent) }),
  "/api/v2/new_token": ofAccount({ GET: replaceToken }),
  "/api/v2/time": ofAccount({ read: showTime }),
  "/api/v2/orders": ofOrders({ read: showOrders }),
  "/api/v2/orders/create": ofOrders({ read: showOrder, POST: createOneOrder, PUT: changeOrder }),
  "/api/v2/orders/:id": ofOrders({ read: showOrder, PUT: changeOrder }),
  "/api/v2/orders/:id/update": ofOrders({ PUT: changeOrder }),
  "/api/v2/orders/:id/delete": ofOrders({ DELETE: removeOrder }),
  "/api/v2/orders/:id/expire": ofOrders({ GET: endOrder, POST: endOrder }),
  "/api/v2/orders/:id/send_email": ofOrders({ GET: resendOrder, POST: resendOrder }),
  "/api/v2/orders/:id/stats": ofOrders({ read: showOrderStats }),
  "/api/v2/orders/:id/downloads": ofOrders({ read: showOrderDownloads }),
  "/api/v2/orders/:id/order_items": ofOrders({ read: showOrderItems }),
  "/api/v2/orders/:id/order_items/:item": ofOrders({ read: showOrderItem }),
  "/api/v2/orders/:id/order_items/:item/files": ofOrders({ read: showOrderItemFiles }),
  "/api/v2/orders/:id/order_items/:item/downloads": ofOrders({ read: showOrderItemDownloads }),
  "/api/v2/orders/:id/order_items/:item/expire": ofOrders({ GET: endItem, POST: endItem }),
  "/api/v2/order_items/:item/files": ofOrders({ read: showOrderItemFiles }),
  "/api/v2/order_items/:item/downloads": ofOrders({ read: showOrderItemDownloads }),
  "/api/v2/order_items/:item/expire": ofOrders({ GET: endItem, POST: endItem }),
  "/api/v2/products": ofProducts({ read: showProducts }),
  "/api/v2/products/create": ofProducts({ read: showProduct, POST: addProduct, PUT: changeProduct }),
  "/api/v2/products/:sku": ofProducts({ read: showProduct, PUT: changeProduct }),
  "/api/v2/products/:sku/update": ofProducts({ PUT: changeProduct }),
  "/api/v2/products/:sku/delete": ofProducts({ DELETE: removeProduct }),
  "/api/v2/products/:sku/stats": ofProducts({ read: showProductStats }),
  "/api/v2/products/:sku/files": ofProducts({ read: showProductFiles }),
  "/api/v2/products/:sku/downloads": ofOrders({ read: showProductDownloads }),
  "/api/v2/files": ofProducts({ read: showFiles }),
  "/api/v2/files/:id": ofProducts({ read: showFile }),
  "/api/v2/downloads": ofOrders({ read: showDownloads }),
  "/api/v2/downloads/:id": ofOrders({ read: showDownload }),
};

/** `GET /api/v2/time`, by which a published client tests its credentials. Plain text: it cannot read a typed value. */
async function showTime({ now }: XmlRequest): Promise<Response> {
  return xml(200, element("time", writeInstant(now)));
}
