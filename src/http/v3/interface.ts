import { forCaller } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import { withoutBody } from "../head.ts";
import { allowedMethods, methodRefusal } from "../method-refusal.ts";
import { accountRoutes } from "./account.ts";
import { accountDomainRoutes } from "./account-domain.ts";
import { activityRoutes } from "./activity.ts";
import { announcementRoutes } from "./announcements.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { apiRequestRoutes } from "./api-requests.ts";
import { attentionRoutes } from "./attention.ts";
import { brandingRoutes } from "./branding.ts";
import { bulkRoutes } from "./bulk-orders.ts";
import { connectionEventRoutes } from "./connection-events.ts";
import { connectionWaitingOrderRoutes } from "./connection-waiting-orders.ts";
import { connectionRoutes } from "./connections.ts";
import { customerRoutes } from "./customers.ts";
import { downloadRoutes } from "./downloads.ts";
import { earlierBundleRoutes } from "./earlier-bundles.ts";
import { emailRoutes } from "./emails.ts";
import { fileVersionRoutes } from "./file-versions.ts";
import { fileRoutes } from "./files.ts";
import { authenticate } from "./framework/authenticate.ts";
import type { Declaration } from "./framework/declaration.ts";
import { newRoutes, type V3Env, type V3Services } from "./framework/environment.ts";
import { errorResponse, RequestError, rejectEmptyId } from "./framework/errors.ts";
import type { OpenApiDocument } from "./framework/openapi-types.ts";
import { problemResponse } from "./framework/problem.ts";
import { itemLicenseKeyRoutes } from "./item-license-keys.ts";
import { licenseDeviceRoutes } from "./license-devices.ts";
import { licenseKeyRoutes } from "./license-keys.ts";
import { licenseSigningKeyRoutes } from "./license-signing-keys.ts";
import { mailHookRoutes } from "./mail-hooks.ts";
import { mailServerRoutes } from "./mail-server.ts";
import { mailSettingsRoutes } from "./mail-settings.ts";
import { mailboxRoutes } from "./mailbox.ts";
import { memberRoutes } from "./members.ts";
import { moveRoutes } from "./moves.ts";
import { describeRoutes, documentRoutes } from "./openapi.ts";
import { orderChangeRoutes } from "./order-change-routes.ts";
import { orderItemRoutes } from "./order-items.ts";
import { orderStopRoutes } from "./order-stop-routes.ts";
import { orderRoutes } from "./orders.ts";
import { productCoverRoutes } from "./product-cover.ts";
import { productFileRoutes } from "./product-files.ts";
import { productListRoutes } from "./product-lists.ts";
import { productRoutes } from "./products.ts";
import { renewalRequestRoutes } from "./renewal-requests.ts";
import { searchRoutes } from "./search.ts";
import { sessionRoutes } from "./session.ts";
import { setupRoutes } from "./setup.ts";
import { statsRoutes } from "./stats.ts";
import { timelineRoutes } from "./timeline.ts";
import { exportRoutes } from "./transfer-exports.ts";
import { importRoutes } from "./transfer-imports.ts";
import { undeliverableAddressRoutes } from "./undeliverable-addresses.ts";
import { uploadRoutes } from "./uploads.ts";
import { webhookDeliveryRoutes } from "./webhook-deliveries.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints.ts";
import { wordingRoutes } from "./wording.ts";
import { wordingPreviewRoutes } from "./wording-preview-routes.ts";

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

/** What is declared of every operation, by its method in capitals and its path. */
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
