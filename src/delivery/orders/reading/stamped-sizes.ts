import type { Reader } from "../../../platform/database/database.ts";
import { currentCopies } from "../order-stamp.ts";
import type { Delivery } from "./customer-view.ts";
import { loadDelivery } from "./load-delivery.ts";

/** As `loadDelivery`, with the sizes of the stamped copies that the order (row number) already has. */
export async function loadDeliveryWithSizes(reader: Reader, orderId: number): Promise<Delivery | null> {
  const delivery = await loadDelivery(reader, orderId);
  if (!delivery?.items.some(({ files }) => files.some(({ awaitsStamp }) => awaitsStamp))) return delivery;
  const copies = await currentCopies(reader, orderId);
  const sizes = new Map(copies.map(({ itemGuid, fileId, sizeBytes }) => [`${itemGuid} ${fileId}`, sizeBytes]));
  const items = delivery.items.map((item) => ({
    ...item,
    files: item.files.map((file) => {
      const sizeBytes = file.awaitsStamp ? sizes.get(`${item.guid} ${file.id}`) : undefined;
      return sizeBytes === undefined ? file : { ...file, sizeBytes, awaitsStamp: false };
    }),
  }));
  return { ...delivery, items };
}
