import type { Order } from "../api/types.ts";

/** The shop's own ID of the order, which customers know it by; null without one that differs from Waybill's. */
export const ownIdOf = ({ id, vendor_id }: Order): string | null =>
  vendor_id === null || vendor_id === "" || vendor_id === String(id) ? null : vendor_id;
