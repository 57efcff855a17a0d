import { forCaller } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import { withoutBody } from "../head-response.ts";
import { allowedMethods, methodRefusal } from "../method-refusal.ts";
import { problemResponse } from "../problem.ts";
import { accountRoutes } from "./account/account.ts";
import { accountDomainRoutes } from "./account/account-domain.ts";
import { activityRoutes } from "./account/activity.ts";
import { apiKeyRoutes } from "./account/api-keys.ts";
import { apiRequestRoutes } from "./account/api-requests.ts";
import { brandingRoutes } from "./account/branding.ts";
import { memberRoutes } from "./account/members.ts";
import { sessionRoutes } from "./account/session.ts";
import { setupRoutes } from "./account/setup.ts";
import { attentionRoutes } from "./attention.ts";
import { connectionEventRoutes } from "./connections/connection-events.ts";
import { connectionWaitingOrderRoutes } from "./connections/connection-waiting-orders.ts";
import { connectionRoutes } from "./connections/connections.ts";
import { customerRoutes } from "./customers/customers.ts";
import { exportRoutes } from "./data/exports.ts";
import { importRoutes } from "./data/imports.ts";
import { moveRoutes } from "./data/moves.ts";
import { authenticate } from "./framework/authenticate.ts";
import type { Declaration } from "./framework/declaration.ts";
import { newRoutes, type V3Env, type V3Services } from "./framework/environment.ts";
import { errorResponse, RequestError, rejectEmptyId } from "./framework/errors.ts";
import type { OpenApiDocument } from "./framework/openapi-types.ts";
import { announcementRoutes } from "./mail/announcements.ts";
import { emailRoutes } from "./mail/emails.ts";
import { mailHookRoutes } from "./mail/mail-hooks.ts";
import { mailServerRoutes } from "./mail/mail-server.ts";
import { mailSettingsRoutes } from "./mail/mail-settings.ts";
import { mailboxRoutes } from "./mail/mailbox.ts";
import { undeliverableAddressRoutes } from "./mail/undeliverable-addresses.ts";
import { wordingRoutes } from "./mail/wording.ts";
import { wordingPreviewRoutes } from "./mail/wording-preview-routes.ts";
import { describeRoutes, documentRoutes } from "./openapi.ts";
import { bulkRoutes } from "./orders/bulk-orders.ts";
import { downloadRoutes } from "./orders/downloads.ts";
import { itemLicenseKeyRoutes } from "./orders/item-license-keys.ts";
import { orderChangeRoutes } from "./orders/order-change-routes.ts";
import { orderItemRoutes } from "./orders/order-items.ts";
import { orderStopRoutes } from "./orders/order-stop-routes.ts";
import { orderRoutes } from "./orders/orders.ts";
import { renewalRequestRoutes } from "./orders/renewal-requests.ts";
import { timelineRoutes } from "./orders/timeline.ts";
import { earlierBundleRoutes } from "./products/earlier-bundles.ts";
import { fileVersionRoutes } from "./products/file-versions.ts";
import { fileRoutes } from "./products/files.ts";
import { licenseDeviceRoutes } from "./products/license-devices.ts";
import { licenseKeyRoutes } from "./products/license-keys.ts";
import { licenseSigningKeyRoutes } from "./products/license-signing-keys.ts";
import { productCoverRoutes } from "./products/product-cover.ts";
import { productFileRoutes } from "./products/product-files.ts";
import { productListRoutes } from "./products/product-lists.ts";
import { productRoutes } from "./products/products.ts";
import { searchRoutes } from "./search.ts";
import { statsRoutes } from "./stats.ts";
import { uploadRoutes } from "./uploads/uploads.ts";
import { webhookDeliveryRoutes } from "./webhooks/webhook-deliveries.ts";
import { webhookEndpointRoutes } from "./webhooks/webhook-endpoints.ts";

/** In the order in which paths are matched and documented. */
const resources = [
  orderRoutes,
  orderChangeRoutes,
  orderStopRoutes,
  bulkRoutes,
  orderItemRoutes,
  renewalRequestRoutes,
  customerRoutes,
  connectionRoutes,
  connectionWaitingOrderRoutes,
  connectionEventRoutes,
  productRoutes,
  productCoverRoutes,
  productFileRoutes,
  fileVersionRoutes,
  announcementRoutes,
  productListRoutes,
  earlierBundleRoutes,
  licenseKeyRoutes,
  licenseDeviceRoutes,
  itemLicenseKeyRoutes,
  licenseSigningKeyRoutes,
  fileRoutes,
  uploadRoutes,
  downloadRoutes,
  emailRoutes,
  undeliverableAddressRoutes,
  mailboxRoutes,
  mailSettingsRoutes,
  mailServerRoutes,
  mailHookRoutes,
  searchRoutes,
  statsRoutes,
  attentionRoutes,
  activityRoutes,
  timelineRoutes,
  exportRoutes,
  importRoutes,
  moveRoutes,
  accountRoutes,
  accountDomainRoutes,
  brandingRoutes,
  apiKeyRoutes,
  apiRequestRoutes,
  webhookEndpointRoutes,
  webhookDeliveryRoutes,
  wordingRoutes,
  wordingPreviewRoutes,
  sessionRoutes,
  setupRoutes,
  memberRoutes,
];

const documentation = documentRoutes(() => v3Document());

let document: OpenApiDocument | undefined;

/** The interface's OpenAPI document, made once. */
export function v3Document(): OpenApiDocument {
  document ??= describeRoutes([...resources, documentation]);
  return document;
}

/** The declaration of every operation, by its method in capitals and its path. */
export function v3Declarations(): Map<string, Declaration> {
  const definitions = resources.flatMap(({ openAPIRegistry }) => openAPIRegistry.definitions);
  return new Map(
    definitions.flatMap((one) => {
      if (one.type !== "route") return [];
      const { method, path, ...rest } = one.route;
      return [[`${method.toUpperCase()} ${path}`, rest as unknown as Declaration]];
    }),
  );
}

/** Every route of the interface. */
export function v3Routes(services: V3Services) {
  const app = newRoutes();
  app.use(async (c, next) => {
    c.set("services", { ...services, db: forCaller(services.db, c.req.raw.signal) });
    c.set("now", instantNow());
    rejectNul(c.req.url);
    await next();
    // Not with `c.header`, which would copy the body into a new response as a stream.
    const { headers } = c.res;
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
    if (c.req.raw.method === "HEAD" && c.res.body) c.res = await withoutBody(c.res);
  });
  app.route("/", documentation);
  app.use(authenticate);
  app.use(async (c, next) => {
    rejectEmptyId(new URL(c.req.url).pathname);
    await next();
  });
  for (const routes of resources) app.route("/", routes);
  return app;
}

/** No resource has a NUL in its path, and PostgreSQL cannot even compare with one. Throws `RequestError` 400. */
function rejectNul(url: string): void {
  if (url.includes("%00")) throw new RequestError(400, "The path contains a NUL character (%00). Remove it.");
}

/**
 * The v3 interface under `/api/v3/`. `caller` has the account of the request's host. If that is null, every request is
 * answered 401.
 */
export function createV3Interface(
  services: V3Services,
): (request: Request, caller: V3Env["Bindings"]) => Promise<Response> {
  const app = v3Routes(services);
  // The whole path: the framework leaves out a slash at its end.
  app.onError((error, c) => errorResponse(error, new URL(c.req.url).pathname, services.log));
  app.notFound((c) => {
    const allow = allowedMethods(app, c.req.path);
    if (allow.length === 0) return problemResponse(404, { detail: `There is nothing at ${c.req.path}.` });
    const { sentence: detail, headers } = methodRefusal(c.req.method, allow);
    return problemResponse(405, { detail, headers });
  });
  return async (request, caller) => app.fetch(request, caller);
}
