import { devicesOfOrder, type OrderDevice, removeDeviceOfOrder } from "../../delivery/license-checks/order-devices.ts";
import type { Delivery } from "../../delivery/orders/reading/customer-view.ts";
import { orderPath } from "../../platform/customer-paths.ts";
import type { Reader } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import { readRowNumber } from "../../platform/integers.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { type DeviceRemoval, devicesAnchor } from "../pages/devices.tsx";
import type { DeliveryServices } from "./deliver-file.ts";
import { formIn } from "./form.ts";
import { requireDelivery } from "./links.ts";
import { redirect, sentence } from "./respond.ts";

/** The devices that an order's page shows. Makes no query if the order has no license keys. */
export async function devicesOn(reader: Reader, account: Account, delivery: Delivery): Promise<OrderDevice[]> {
  const hasKeys = delivery.items.some(({ licenseKeys }) => licenseKeys.length > 0);
  return hasKeys ? devicesOfOrder(reader, account.id, delivery.guid) : [];
}

/** What the query of an order's page says about a removal; null for nothing. */
export const deviceRemovalIn = (said: string | undefined): DeviceRemoval | null =>
  said === "done" || said === "tooMany" ? said : null;

/** Removes a device and redirects to the order's page, which shows the result. Throws as `requireDelivery`, and `not_found`. */
export async function answerDeviceRemoval(
  services: DeliveryServices,
  request: Request,
  account: Account,
  orderGuid: string,
): Promise<Response> {
  const form = await formIn(request);
  if (form === null) return sentence(413, "The form is too long.");
  await requireDelivery(services.db.read, account.id, orderGuid);
  const id = readRowNumber(form.get("device") ?? "") ?? 0;
  const removed = await services.db.write((tx) => removeDeviceOfOrder(tx, account.id, { orderGuid, id }, instantNow()));
  return redirect(303, `${orderPath(orderGuid)}?${devicesAnchor}=${removed ? "done" : "tooMany"}#${devicesAnchor}`);
}
