import type { OrderInput, OrderLine } from "../../../delivery/orders/order-input.ts";
import { saidBy } from "../../../delivery/orders/subscriptions/subscription-status.ts";
import { InvalidFields } from "../../../platform/errors.ts";
import type { OrderLineFields } from "./order-item-schemas.ts";
import type { OrderFields } from "./order-schemas.ts";

/**
 * Translates v3's field names. On a new order, a date or a limit that is null counts as absent. The type requires every field
 * except the order's ID, which Waybill assigns, so that no field is accepted and then lost.
 */
export function orderInput(fields: OrderFields, { isNew }: { isNew: boolean }): Required<Omit<OrderInput, "id">> {
  const { subscription_status: status } = fields;
  return {
    // Responses have no custom_order_id, so null in it removes nothing.
    vendorId: fields.vendor_id ?? fields.custom_order_id ?? fields.vendor_id,
    title: clearable(fields.title),
    firstName: clearable(fields.first_name),
    lastName: clearable(fields.last_name),
    email: fields.email ?? undefined,
    currency: fields.currency,
    custom1: custom(fields.custom_1),
    custom2: custom(fields.custom_2),
    custom3: custom(fields.custom_3),
    // An order that waits for its first download is read without a date.
    expiresAt:
      fields.created_at && fields.expiration_date === null && fields.expiration_hours_from_first_download
        ? undefined
        : meant(fields.expiration_date, "never", isNew),
    downloadLimit: meant(fields.download_limit, "unlimited", isNew),
    language: fields.locale,
    invoiceUrl: custom(fields.invoice_url),
    country: fields.country,
    subscriptionId: fields.subscription_id,
    subscriptionStatus: status && status !== "ended" ? saidBy(status) : undefined,
    saysEnded: status === "ended",
    createdAt: fields.created_at,
    accessUntil: fields.access_until,
    recipientEmail: custom(fields.recipient_email),
    recipientName: custom(fields.recipient_name),
    giftMessage: custom(fields.gift_message),
    deliverAt: fields.deliver_at,
    lines: fields.order_items?.map((line) => orderLine(line, isNew)),
    wrong: [],
  };
}

function orderLine(line: OrderLineFields, isNew: boolean): Required<OrderLine> {
  return {
    sku: line.item_sku || line.sku || undefined,
    productId: line.item_id ?? undefined,
    quantity: line.quantity ?? undefined,
    price: line.price,
    downloadsRemaining: line.downloads_remaining ?? undefined,
    deviceLimit: line.device_limit,
    updatesUntil: meant(line.updates_until, "never", isNew),
    item: line.id === undefined ? undefined : { id: Number(line.id) },
    byItself: undefined,
    custom1: custom(line.custom_1),
    custom2: custom(line.custom_2),
    custom3: custom(line.custom_3),
    wrong: line.wrong ?? [],
  };
}

/** Rethrows an error. A line that matches no product is invalid in the field in which the request names the product. */
export function withRequestFieldNames({ order_items: lines }: OrderFields): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof InvalidFields)) throw error;
    const inRequest = (field: string) =>
      field.replace(/^lines\[(\d+)\]\.product$/, (_, index) => `order_items[${index}].${productField(lines?.[index])}`);
    throw new InvalidFields(error.fields.map(({ field, message }) => ({ field: inRequest(field), message })));
  };
}

const productField = (line: OrderLineFields | undefined) =>
  line?.item_sku ? "item_sku" : line?.sku ? "sku" : "item_id";

/** `word` means none. Null means none in an update, and counts as absent on a new order. */
function meant<Value>(
  value: Value,
  word: Extract<Value, string>,
  isNew: boolean,
): Exclude<Value, string> | null | undefined {
  if (value === word) return null;
  return value === null && isNew ? undefined : (value as Exclude<Value, string>);
}

/** An empty text clears such a field, like null. */
const custom = (text: string | null | undefined) => (text === "" ? null : text);

/** Null clears a text. */
const clearable = (text: string | null | undefined) => (text === null ? "" : text);
