import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { requireProductById } from "../../delivery/catalog/product-lookup.ts";
import type { Log } from "../../platform/log.ts";
import { type NewActivity, nameSubject, recordActivity } from "../../store/activity/activities.ts";
import type { Actor } from "../../store/activity/actors.ts";
import type { ActivityKind } from "../../store/activity/kinds.ts";
import { recordingChange } from "../../store/activity/recording-change.ts";
import type { V3Env } from "./environment.ts";

interface Recorded {
  kind: ActivityKind;
  /** What the operation changes; left out for the account itself. */
  subject?: "order" | "product" | "file" | "import" | "member" | "wording" | "connection" | "webhook" | "api_key";
  /** Programs create orders all the time: those of the order itself tell when. */
  peopleOnly?: true;
  /** Its answer does not name the subject, and may be megabytes long. */
  namedByPath?: true;
}

/** Every operation that changes something of the store, by method and path. */
export const recordedOperations: Record<string, Recorded> = {
  "POST /api/v3/orders": { kind: "order.created", subject: "order", peopleOnly: true },
  "POST /api/v3/orders/bulk": { kind: "orders.created", peopleOnly: true },
  "PUT /api/v3/orders/:id": { kind: "order.changed", subject: "order" },
  "PUT /api/v3/vorders/:vendor_id": { kind: "order.changed", subject: "order" },
  "DELETE /api/v3/orders/:id": { kind: "order.deleted", subject: "order" },
  "DELETE /api/v3/vorders/:vendor_id": { kind: "order.deleted", subject: "order" },
  "POST /api/v3/orders/:id/expire": { kind: "order.expired", subject: "order" },
  "POST /api/v3/orders/:id/reopen": { kind: "order.reopened", subject: "order" },
  "POST /api/v3/orders/:id/resend": { kind: "order.resent", subject: "order" },
  "POST /api/v3/orders/:id/hold": { kind: "order.held", subject: "order" },
  "POST /api/v3/orders/:id/release": { kind: "order.released", subject: "order" },
  "POST /api/v3/orders/:id/revoke": { kind: "order.revoked", subject: "order" },
  "POST /api/v3/orders/:id/restore": { kind: "order.restored", subject: "order" },
  // Without a subject: an address must not outlast the customer's erasure.
  "PUT /api/v3/customers/:email": { kind: "customer.changed" },
  "DELETE /api/v3/customers/:email": { kind: "customer.erased" },
  "POST /api/v3/customers/:email/resend": { kind: "customer.resent" },
  "PUT /api/v3/order_items/:id": { kind: "order.item_changed", subject: "order" },
  "POST /api/v3/order_items/:id/revoke": { kind: "item.revoked", subject: "order" },
  "POST /api/v3/order_items/:id/restore": { kind: "item.restored", subject: "order" },
  "POST /api/v3/renewal_requests/:id/grant": { kind: "order.renewal_granted", subject: "order" },
  "POST /api/v3/renewal_requests/:id/decline": { kind: "order.renewal_declined", subject: "order" },
  "POST /api/v3/emails/:id/retry": { kind: "email.retried", subject: "order" },
  // Without a subject, as those of customers.
  "DELETE /api/v3/undeliverable_addresses/:email": { kind: "customer.emails_allowed" },
  "POST /api/v3/products": { kind: "product.created", subject: "product" },
  "PUT /api/v3/products/:id": { kind: "product.changed", subject: "product" },
  "PUT /api/v3/skuproducts/:sku": { kind: "product.changed", subject: "product" },
  "DELETE /api/v3/products/:id": { kind: "product.deleted", subject: "product" },
  "DELETE /api/v3/skuproducts/:sku": { kind: "product.deleted", subject: "product" },
  "POST /api/v3/products/:id/permalink": { kind: "product.permalink_replaced", subject: "product" },
  "PUT /api/v3/products/:id/cover": { kind: "product.cover_changed", subject: "product" },
  "DELETE /api/v3/products/:id/cover": { kind: "product.cover_removed", subject: "product" },
  "POST /api/v3/products/:id/files": { kind: "product.file_added", subject: "product" },
  "PUT /api/v3/products/:id/files/:file_id": { kind: "product.file_moved", subject: "product" },
  "DELETE /api/v3/products/:id/files/:file_id": { kind: "product.file_removed", subject: "product" },
  "POST /api/v3/products/:id/files/:file_id/versions": { kind: "product.version_added", subject: "product" },
  "PUT /api/v3/products/:id/files/:file_id/versions/:number": { kind: "product.version_changed", subject: "product" },
  "DELETE /api/v3/products/:id/files/:file_id/versions/:number": {
    kind: "product.version_removed",
    subject: "product",
  },
  "POST /api/v3/products/:id/announcements": { kind: "product.announced", subject: "product" },
  "POST /api/v3/products/:id/announcements/:announcement_id/stop": {
    kind: "product.announcement_stopped",
    subject: "product",
  },
  "POST /api/v3/products/:id/announcements/:announcement_id/resume": {
    kind: "product.announcement_resumed",
    subject: "product",
  },
  "POST /api/v3/products/:id/item_urls": { kind: "product.link_added", subject: "product" },
  "PUT /api/v3/products/:id/item_urls/:url_id": { kind: "product.link_replaced", subject: "product" },
  "DELETE /api/v3/products/:id/item_urls/:url_id": { kind: "product.link_removed", subject: "product" },
  "POST /api/v3/products/:id/license_keys": { kind: "product.keys_added", subject: "product", namedByPath: true },
  "DELETE /api/v3/products/:id/license_keys": { kind: "product.keys_removed", subject: "product", namedByPath: true },
  "POST /api/v3/files": { kind: "file.uploaded", subject: "file" },
  "DELETE /api/v3/files/:id": { kind: "file.deleted", subject: "file" },
  "POST /api/v3/imports/products": { kind: "import.started", subject: "import" },
  "POST /api/v3/imports/orders": { kind: "import.started", subject: "import" },
  "POST /api/v3/imports/license_keys": { kind: "import.started", subject: "import" },
  "POST /api/v3/moves": { kind: "move.started" },
  "POST /api/v3/moves/:id/stop": { kind: "move.stopped" },
  "PUT /api/v3/account": { kind: "account.changed" },
  "POST /api/v3/account/token": { kind: "account.token_replaced" },
  "POST /api/v3/account/domain/check": { kind: "account.domain_checked" },
  "PUT /api/v3/account/logo": { kind: "account.logo_changed" },
  "DELETE /api/v3/account/logo": { kind: "account.logo_removed" },
  "PUT /api/v3/setup": { kind: "account.setup_changed" },
  "PUT /api/v3/wordings/:name": { kind: "wording.changed", subject: "wording" },
  "POST /api/v3/wordings/:name/undo": { kind: "wording.undone", subject: "wording" },
  "POST /api/v3/connections": { kind: "connection.created", subject: "connection" },
  "PUT /api/v3/connections/:id": { kind: "connection.changed", subject: "connection" },
  "DELETE /api/v3/connections/:id": { kind: "connection.removed", subject: "connection" },
  "POST /api/v3/connection_events/:id/process": { kind: "connection.event_processed", subject: "connection" },
  "POST /api/v3/webhook_endpoints": { kind: "webhook.created", subject: "webhook" },
  "PUT /api/v3/webhook_endpoints/:id": { kind: "webhook.changed", subject: "webhook" },
  "DELETE /api/v3/webhook_endpoints/:id": { kind: "webhook.deleted", subject: "webhook" },
  "POST /api/v3/webhook_endpoints/:id/rotate_secret": { kind: "webhook.secret_replaced", subject: "webhook" },
  "POST /api/v3/webhook_endpoints/:id/resend_failed": { kind: "webhook.resent", subject: "webhook" },
  "POST /api/v3/api_keys": { kind: "api_key.created", subject: "api_key" },
  "PUT /api/v3/api_keys/:id": { kind: "api_key.changed", subject: "api_key" },
  "DELETE /api/v3/api_keys/:id": { kind: "api_key.revoked", subject: "api_key" },
  "POST /api/v3/api_keys/:id/replace": { kind: "api_key.replaced", subject: "api_key" },
  "POST /api/v3/mail_hooks": { kind: "mail_hook.created" },
  "PUT /api/v3/mail_hooks/:id": { kind: "mail_hook.changed" },
  "DELETE /api/v3/mail_hooks/:id": { kind: "mail_hook.removed" },
  "POST /api/v3/members": { kind: "member.invited", subject: "member" },
  "PUT /api/v3/members/:id": { kind: "member.role_changed", subject: "member" },
  "DELETE /api/v3/members/:id": { kind: "member.removed", subject: "member" },
};

/** The operations whose changes are not worth an entry, or are none. */
export const unrecordedOperations = [
  "POST /api/v3/uploads",
  "POST /api/v3/uploads/:id",
  "PATCH /api/v3/uploads/:id",
  "DELETE /api/v3/uploads/:id",
  "POST /api/v3/mail_settings/test",
  "POST /api/v3/webhook_endpoints/:id/test",
  "POST /api/v3/webhook_deliveries/:id/resend",
  "POST /api/v3/wordings/preview",
  "POST /api/v3/wordings/send_preview",
  "POST /api/v3/products/:id/announcements/preview",
];

/**
 * Notes who changed what, in the change's own transaction: the first one of the request that succeeds. Some subjects are only
 * known from the answer, and named then. An answer that an `Idempotency-Key` repeats changes nothing, so this stands behind
 * what repeats it. Changes that are made elsewhere, such as by a worker, are noted once they have succeeded.
 */
export function activityRecorder(log: Log): MiddlewareHandler<V3Env> {
  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const { account, now, services } = c.var;
    const recorded = operationOf(c);
    if (!recorded || (recorded.peopleOnly && !c.var.user)) return next();
    const sku = await skuBefore(c);
    const given = () => c.var.changedOrder ?? c.var.changedName ?? sku ?? Object.values<string>(c.req.param())[0];
    const activity = (answer: Answer): NewActivity => ({
      kind: recorded.kind,
      actor: callerOf(c.var),
      subject: recorded.subject ? { type: recorded.subject, id: subjectId(recorded.subject, answer, given()) } : null,
      fields: sentFields(c.req.valid("json" as never)),
      ipAddress: c.env.client.ipAddress,
      at: now,
    });
    let inTransaction: string | undefined;
    const change = recordingChange(services.db, account.id, () => {
      const body = c.req.valid("json" as never) as Answer[string];
      const known = activity({ product: body, member: body });
      inTransaction = known.subject?.id;
      return known;
    });
    c.set("services", { ...services, db: change.db });
    await next();
    if (!c.res.ok) return;
    try {
      const entry = change.entry();
      const complete = activity(recorded.subject && !recorded.namedByPath ? await answerOf(c.res) : {});
      const { subject } = complete;
      if (entry === null) await services.db.write((tx) => recordActivity(tx, account.id, complete));
      else if (subject && subject.id !== inTransaction)
        await services.db.write((tx) => nameSubject(tx, entry, subject));
    } catch (error) {
      log.error({ err: error, kind: recorded.kind }, "could not note a change in the activity log");
    }
  };
}

/** The operation of the request, if it is recorded. */
const operationOf = (c: Context): Recorded | undefined => recordedOperations[`${c.req.method} ${routePath(c, -1)}`];

/** The SKU of a product whose row number is in the path: most answers do not name it, and a deletion takes it away. */
async function skuBefore(c: Context<V3Env>): Promise<string | null> {
  const [, id] = /^\/api\/v3\/products\/(\d{1,15})(?:\/|$)/.exec(c.req.path) ?? [];
  if (id === undefined) return null;
  const found = await requireProductById(c.var.services.db.read, c.var.account.id, Number(id)).catch(() => null);
  return found?.sku ?? null;
}

/** Who makes a request. */
export function callerOf({ user, key }: Pick<V3Env["Variables"], "user" | "key">): Actor {
  if (user) return { type: "person", email: user.email };
  return key ? { type: "api_key", name: key.name } : { type: "api" };
}

type Answer = Record<string, Record<string, unknown> | undefined>;

async function answerOf(response: Response): Promise<Answer> {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return {};
  return (await response.clone().json()) as Answer;
}

function subjectId(
  type: NonNullable<Recorded["subject"]>,
  {
    order,
    renewal_request,
    email,
    product,
    file,
    import: started,
    member,
    connection,
    connection_event,
    webhook_endpoint,
    api_key,
  }: Answer,
  given: string | undefined,
): string {
  const ids: Record<typeof type, unknown> = {
    order: order?.id ?? renewal_request?.order_id ?? email?.order_id ?? given,
    product: product?.sku ?? given,
    file: file?.filename ?? given,
    import: started?.kind,
    member: member?.email ?? given,
    connection: connection?.name ?? connection_event?.connection_name ?? given,
    webhook: webhook_endpoint?.id ?? given,
    api_key: api_key?.name ?? given,
    wording: given,
  };
  return String(ids[type] ?? "");
}

const sentFields = (body: unknown): string[] =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    : [];
