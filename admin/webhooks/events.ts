import type { NewWebhookEndpoint } from "../api/types.ts";

export type EventName = NewWebhookEndpoint["events"][number];

/** What owners can choose, in groups. */
export const eventGroups: { title: string; family: EventName; events: Partial<Record<EventName, string>> }[] = [
  {
    title: "Orders",
    family: "order.*",
    events: {
      "order.created": "An order was created",
      "order.updated": "An order was changed, put on hold, released, reopened or restored",
      "order.expired": "An order expired",
      "order.revoked": "An order was revoked",
      "order.deleted": "An order was deleted, or its customer erased",
    },
  },
  {
    title: "Emails",
    family: "email.*",
    events: {
      "email.sent": "A delivery email was sent",
      "email.failed": "A delivery email failed",
      "email.bounced": "A delivery email came back",
      "email.complained": "A customer reported a delivery email as spam",
    },
  },
  {
    title: "Downloads",
    family: "download.*",
    events: {
      "download.counted": "A download was counted",
      "download.limit_reached": "The last download of a file was used",
    },
  },
  {
    title: "License keys",
    family: "license_key.*",
    events: {
      "license_key.assigned": "An order got license keys",
      "license_key.pool_low": "10 or fewer keys of a product are left",
      "license_key.pool_empty": "The last key of a product was assigned",
    },
  },
  {
    title: "Renewals",
    family: "renewal.*",
    events: {
      "renewal.requested": "A customer asked for new links",
      "renewal.granted": "An order was renewed",
      "renewal.declined": "A request was declined",
    },
  },
  {
    title: "Subscriptions",
    family: "subscription.*",
    events: {
      "subscription.renewed": "A payment prolonged the access of an order",
      "subscription.payment_failed": "A payment for the subscription of an order failed",
      "subscription.ended": "The access of an order ended",
    },
  },
  {
    title: "Connected shops",
    family: "connection.*",
    events: {
      "connection.order_unmatched": "An order of a connected shop needs your attention",
      "connection.failed": "A connected shop has failed for two hours",
    },
  },
];
