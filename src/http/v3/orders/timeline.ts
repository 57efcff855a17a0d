import { z } from "@hono/zod-openapi";
import { type Progress, progressOf } from "../../../delivery/downloads/progress/transfers.ts";
import type { RecordedDownload } from "../../../delivery/downloads/queries.ts";
import { searchDownloads } from "../../../delivery/downloads/search.ts";
import type { Order } from "../../../delivery/orders/order-columns.ts";
import { inWords, type OrderHold, orderHoldsOf } from "../../../delivery/orders/order-holds.ts";
import { orderName } from "../../../delivery/orders/reading/customer-view.ts";
import { renewalsOfOrders } from "../../../delivery/orders/renewals/renewal-requests.ts";
import { requireOrder } from "../../../delivery/orders/require-order.ts";
import { type Payment, paymentsOfOrders } from "../../../delivery/orders/subscriptions/payments.ts";
import { visitsOf } from "../../../delivery/visits/order-visits.ts";
import { type Email, searchEmails, waitsForRelease } from "../../../messages/mail/emails.ts";
import { openingsOf } from "../../../messages/mail/openings.ts";
import { type Instant, writeInstant } from "../../../platform/instants.ts";
import { fractionDigits } from "../../../platform/money.ts";
import { shopKindOf, shopNames, shopNumber } from "../../../platform/shops.ts";
import { listActivities } from "../../../store/activity/activities.ts";
import { actorName } from "../../../store/activity/actors.ts";
import { presentActivity, programs } from "../account/activity.ts";
import { pageOf } from "../framework/answers.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import { orNull, pageQuery, rowsOf, shownInstant, shownText } from "../framework/fields.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";

const eventSchema = z
  .object({
    at: shownInstant.describe("When it happened."),
    kind: z.string().describe("What kind of event it was."),
    actor: z.string().describe("`Customer`, `Waybill`, or who made the change, as the activity log names them."),
    summary: z.string().describe("The event in a short English sentence."),
    details: z
      .object({
        fields: z.array(z.string()).describe("Names of the fields that a change sent."),
        ip_address: shownText.describe("Where a change or a download came from."),
        user_agent: shownText.describe(
          "What the downloading program calls itself: its `User-Agent` header. Only for downloads.",
        ),
        size_bytes: z.number().int().nullable().describe("Size of the downloaded file in bytes."),
        completed: z.boolean().nullable().describe("Whether all bytes of the file were sent. Null: not known."),
        sent_bytes: z.number().int().nullable().describe("Bytes of the file that were sent at least. Null: not known."),
        response: shownText.describe("The mail server's reply to an email."),
        message: shownText.describe("The customer's message with a request for new links."),
      })
      .describe("More about the event. Null: it has no such detail."),
  })
  .openapi("TimelineEvent", {
    example: {
      at: created,
      kind: "order.created",
      actor: "API",
      summary: "Order created",
      details: {
        fields: [],
        ip_address: null,
        user_agent: null,
        size_bytes: null,
        response: null,
        message: null,
        completed: null,
        sent_bytes: null,
      },
    },
  });

const noDetails = {
  fields: [],
  ip_address: null,
  user_agent: null,
  size_bytes: null,
  completed: null,
  sent_bytes: null,
  response: null,
  message: null,
};

interface Event extends Omit<z.output<typeof eventSchema>, "at"> {
  at: Instant;
}

export const timelineRoutes = newRoutes().openapi(
  operation({
    method: "get",
    path: "/api/v3/orders/{id}/timeline",
    role: "read_only",
    scope: "orders:read",
    summary: "List what happened to an order",
    description:
      "Its creation, changes, emails, opened pages, previews that do not count, downloads and renewals, newest first. Emails are opened only if `track_email_opens` was on when they were sent.",
    tags: ["Orders"],
    request: {
      params: z.object({ id: z.string().openapi({ example: "10000001", description: "ID of the order." }) }),
      query: pageQuery,
    },
    responses: {
      200: pageOf("timeline", eventSchema, "events"),
      ...problems(404, 422),
    },
  }),
  async (c) => {
    const page = c.req.valid("query");
    const order = await requireOrder(c.var.services.db.read, c.var.account.id, c.req.valid("param").id);
    const { events, total } = await eventsOf(c.var, order, rowsOf(page));
    const timeline = events.map(({ at, ...event }) => ({ at: writeInstant(at), ...event }));
    return c.json({ timeline, ...page, total }, 200);
  },
);

/** Most changes and emails of one order to read. */
const mostOthers = 500;

/**
 * A page of the events, newest first, and how many there are. Only downloads can be very numerous. The page's downloads start at
 * `offset` minus the number of other events or later, so earlier ones are not read.
 */
async function eventsOf(
  { services, account }: V3Env["Variables"],
  order: Order,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ events: Event[]; total: number }> {
  const { read } = services.db;
  const newest = { offset: 0, limit: mostOthers };
  const subject = { type: "order", id: order.publicId };
  const changes = await listActivities(read, account.id, { subject }, newest);
  const emails = await searchEmails(read, account.id, { orderId: order.id }, newest);
  const renewals = await renewalsOfOrders(read, [order.id]);
  const payments = await paymentsOfOrders(read, [order.id]);
  const holds = await orderHoldsOf(read, [order.id]);
  const openings = await openingsOf(
    read,
    emails.emails.map(({ id }) => id),
  );
  const visits = await visitsOf(read, order.id, "page");
  const previews = await visitsOf(read, order.id, "preview");
  const names = new Map([[order.publicId, orderName(order)]]);
  const shop = shopKindOf(order.vendorId);
  const number = shopNumber(order);
  const fromShop = shop && [shopNames[shop], number && `order ${number}`].filter(Boolean).join(", ");
  // The order itself has the time of its creation; this change only adds the person.
  const creation = changes.activities.find(({ kind }) => kind === "order.created");
  // The payments show the renewals; these changes only add the person.
  const renewed = changes.activities.filter(({ kind }) => kind === "order.renewed");
  const renewedBy = new Map(renewed.map(({ at, actor }) => [at, actorName(actor)]));
  const others: Event[] = [
    ...changes.activities
      .filter((change) => change !== creation && !renewed.includes(change))
      .map((change) => {
        const { kind, actor, summary, details } = presentActivity(change, names);
        const { fields, ip_address } = details;
        return { at: change.at, kind, actor, summary, details: { ...noDetails, fields, ip_address } };
      }),
    ...emails.emails.flatMap(emailEvents),
    ...renewals.flatMap(renewalEvents),
    ...payments.map((payment) => paymentEvent(payment, renewedBy.get(payment.paidAt) ?? fromShop ?? programs)),
    ...holds.map(holdEvent),
    ...openings.flatMap((opened) => openingEvents("email.opened", "Email", opened)),
    ...(visits ? openingEvents("page.opened", "Order page", visits) : []),
    ...(previews ? openingEvents("file.previewed", "File in the page", previews) : []),
    {
      at: order.createdAt,
      kind: "order.created",
      actor: creation ? actorName(creation.actor) : (fromShop ?? programs),
      summary: beganOnHold(order, account, changes, holds) ? "Order created on hold" : "Order created",
      details: noDetails,
    },
  ];
  const start = Math.max(0, offset - others.length);
  const part = { offset: start, limit: limit + others.length };
  const downloads = await searchDownloads(read, account.id, { order: { id: order.id } }, part);
  const progress = await progressOf(read, downloads.downloads);
  const downloaded = downloads.downloads.map((download) => downloadEvent(download, progress.get(download.id)));
  const events = [...others, ...downloaded].toSorted((one, other) => other.at - one.at);
  return { events: events.slice(offset - start, offset - start + limit), total: others.length + downloads.total };
}

/**
 * Whether the order was created on hold. Nothing records it, so it is read from its date, and after the release from there being
 * no hold before that. A store that removes old entries of the activity log may have lost that hold.
 */
function beganOnHold(
  { createdAt, heldAt }: Order,
  { eraseActivityAfterDays }: V3Env["Variables"]["account"],
  { activities, total }: Awaited<ReturnType<typeof listActivities>>,
  holds: OrderHold[],
): boolean {
  if (heldAt === createdAt) return holds.every((hold) => hold.heldAt !== createdAt);
  const first = activities.findLast(({ kind }) => kind === "order.held" || kind === "order.released");
  const isAll = eraseActivityAfterDays === null && total === activities.length;
  return isAll && first?.kind === "order.released" && holds.every((hold) => hold.heldAt > first.at);
}

/** The first and the last time that something was opened. */
function openingEvents(
  kind: string,
  it: string,
  { opened, firstAt, lastAt }: { opened: number; firstAt: Instant; lastAt: Instant },
): Event[] {
  const event = (at: Instant, summary: string): Event => ({ at, kind, actor: "Customer", summary, details: noDetails });
  const first = event(firstAt, `${it} opened`);
  return opened === 1 ? [first] : [first, event(lastAt, `${it} opened last, ${opened} times in all`)];
}

const emailWords: Partial<Record<Email["status"], string>> = {
  queued: "waits to be sent",
  over_allowance: "held back: the daily limit was reached",
  cancelled: "canceled",
};

const tryWords: Record<Email["tries"][number]["outcome"], string> = {
  sent: "sent",
  kept: "kept here, not sent: there is no mail server",
  temporary_failure: "not sent yet: the mail server did not accept it",
  permanent_failure: "failed: the mail server refused it",
  not_sent: "not sent",
  bounced: "came back: it could not be delivered",
  complained: "was reported as spam by the customer",
};

/** One event for each attempt, and one for an email that waits or was not sent on purpose. */
function emailEvents(email: Email): Event[] {
  const { kind, recipient, status, createdAt, tries } = email;
  const name =
    kind === "announcement" ? "Email about an update" : kind === "gift_confirmation" ? "Email to the buyer" : "Email";
  const to =
    recipient === null ? name : kind === "gift_confirmation" ? `${name} (${recipient})` : `${name} to ${recipient}`;
  const event = (at: Instant, kind: string, words: string, response: string | null): Event => ({
    at,
    kind: `email.${kind}`,
    actor: "Waybill",
    summary: `${to} ${words}`,
    details: { ...noDetails, response },
  });
  const waits = waitsForRelease(email) ? "waits for release" : emailWords[status];
  return [
    ...tries.map(({ triedAt, outcome, response }) => event(triedAt, outcome, tryWords[outcome], response)),
    ...(waits === undefined ? [] : [event(createdAt, status, waits, null)]),
  ];
}

/** The known progress of a download. */
function endOf(progress: Progress | undefined): string {
  if (!progress) return "started";
  return progress.isComplete ? "completed" : "not completed";
}

const downloadEvent = (download: RecordedDownload, progress: Progress | undefined): Event => ({
  at: download.downloadedAt,
  kind: "download.counted",
  actor: "Customer",
  summary: `Download of ${download.filename} ${endOf(progress)}`,
  details: {
    ...noDetails,
    size_bytes: download.sizeBytes,
    completed: progress?.isComplete ?? null,
    sent_bytes: progress?.sentBytes ?? null,
    ip_address: orNull(download.ipAddress),
    user_agent: orNull(download.userAgent),
  },
});

/** A payment's ID as its shop knows it. */
const ownIdOf = (paymentId: string | null) =>
  shopKindOf(paymentId) === null ? paymentId : paymentId?.slice(paymentId.indexOf(":") + 1);

function paymentEvent({ paymentId, accessUntil, amount, currency, paidAt }: Payment, actor: string): Event {
  const price = amount === null ? [] : [`${(amount / 10_000).toFixed(fractionDigits(currency))} ${currency}`];
  const facts = [...price, `access until ${writeInstant(accessUntil).slice(0, 10)}`].join(", ");
  return {
    at: paidAt,
    kind: "order.renewed",
    actor,
    summary: `Paid again (${ownIdOf(paymentId)}): ${facts}`,
    details: noDetails,
  };
}

const holdEvent = ({ rules, heldAt }: OrderHold): Event => ({
  at: heldAt,
  kind: "order.held_by_rule",
  actor: "Waybill",
  summary: `Put on hold by your rules: ${inWords(rules)}`,
  details: noDetails,
});

function renewalEvents(request: Awaited<ReturnType<typeof renewalsOfOrders>>[number]): Event[] {
  const { message, selfService, createdAt } = request;
  const words = selfService ? "Links renewed by the customer" : "Customer asked for new links";
  const kind = selfService ? "renewal.self_service" : "renewal.requested";
  return [
    { at: createdAt, kind, actor: "Customer", summary: words, details: { ...noDetails, message: message || null } },
  ];
}
