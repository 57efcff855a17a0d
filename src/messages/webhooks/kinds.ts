/** The events that endpoints can choose, each with a sentence that describes it. */
export const eventKinds = {
  "order.created": "An order was created.",
  "order.updated":
    "An order was changed: its data, items, limits or expiration date, or it was put on hold, released, reopened or restored.",
  "order.expired": "An order expired, by its date or by hand.",
  "order.revoked": "An order was revoked.",
  "order.deleted": "An order was deleted, or its customer was erased.",
  "email.sent": "A mail server accepted a delivery email.",
  "email.failed": "A delivery email was rejected, or could not be sent for 24 hours.",
  "email.bounced": "A mail server accepted a delivery email, and could not deliver it.",
  "email.complained": "A customer reported a delivery email as spam.",
  "download.counted": "A download was counted.",
  "download.limit_reached": "The last download of a file of an order was used.",
  "license_key.assigned": "An order item got license keys.",
  "license_key.pool_low": "10 or fewer license keys of a product are left.",
  "license_key.pool_empty": "The last license key of a product was assigned.",
  "license.activated": "A license key was activated on a device.",
  "license.deactivated": "A license key was deactivated on a device, by its program, its customer or a member.",
  "renewal.requested": "A customer asked for an order to be renewed.",
  "renewal.granted": "A customer's order was renewed, by a member or, if you allow it, by the customer.",
  "renewal.declined": "A member declined a customer's request.",
  "subscription.renewed": "A payment prolonged the access of an order.",
  "subscription.payment_failed": "A payment for the subscription of an order failed.",
  "subscription.ended": "The access of an order ended, and with it the order's links and licenses.",
  "connection.order_unmatched":
    "An order of a connected shop needs your attention: lines match no product, it has no usable address, it was refunded in part, or its values break a rule.",
  "connection.failed":
    "A connected shop has failed for two hours: its signatures are wrong, its events cannot be processed, or it cannot be asked for orders.",
} satisfies Record<string, string>;

export type EventKind = keyof typeof eventKinds;

export const eventKindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]];

/** All events whose names begin in the same way, including those of later versions, such as `order.*`. */
export type EventFamily = `${EventKind extends `${infer Family}.${string}` ? Family : never}.*`;

/** The events that an endpoint wants. */
export type WantedEvents = EventKind | EventFamily;

export const familyOf = (kind: EventKind) => `${kind.slice(0, kind.indexOf("."))}.*` as EventFamily;

export const eventFamilies = [...new Set(eventKindNames.map(familyOf))];

/** Whether these include events of this kind. */
export const includesKind = (events: WantedEvents[], kind: EventKind): boolean =>
  events.includes(kind) || events.includes(familyOf(kind));

/** Sent to one endpoint on request; cannot be chosen. */
export const testKind = "webhook.test";
