import { mayActAs } from "../access/people/roles.ts";
import type { Account } from "../store/accounts/accounts.ts";
import type { StoredCredentials } from "../store/accounts/credentials.ts";
import { createAdminPages } from "./admin/respond.ts";
import type { ApiAccess } from "./api-access.ts";
import type { Client } from "./client.ts";
import type { DeliveryServices } from "./customers/deliver-file.ts";
import { orderPagePreview } from "./customers/order-page-preview.ts";
import { failure, problem } from "./customers/respond.ts";
import { createCustomerPages } from "./customers/routes.ts";
import { createHooks, hookFailure, hooksPath } from "./hooks/receive.ts";
import { askedSystem, createOtherSystems, otherSystemFailure } from "./licenses/other-systems.ts";
import { createLicenseChecks, licenseFailure, licensesPath } from "./licenses/routes.ts";
import { manualPath } from "./manual/manual.ts";
import { createManual } from "./manual/routes.ts";
import { createReference, referencePath } from "./reference/routes.ts";
import { signInPath } from "./sign-in/better-auth.ts";
import { signInFailure, unknownHost } from "./sign-in/refusals.ts";
import { createUpdates, isUpdatePath, updateFailure } from "./update-feeds/routes.ts";
import { errorResponse as v2ErrorResponse } from "./v2/errors.ts";
import { v2Routes } from "./v2/routes.ts";
import type { V3Services } from "./v3/framework/environment.ts";
import { errorResponse as v3ErrorResponse } from "./v3/framework/errors.ts";
import { createV3Interface } from "./v3/interface.ts";
import { errorResponse as xmlErrorResponse } from "./xml/errors.ts";
import { createXmlInterface } from "./xml/routes.ts";

/** The sender of the request, and the account of its host; account and credentials are null if the host belongs to none. */
export interface Caller {
  account: Account | null;
  credentials: StoredCredentials | null;
  client: Client;
  /** The request's API credentials; null for a person, and until an API has checked them. */
  access: ApiAccess | null;
}

/** A part of the service with its own error format: an API, or a set of pages. */
interface Surface {
  /** For metrics. */
  name: string;
  answer(request: Request, caller: Caller): Promise<Response>;
  /** The response to an error from outside `answer`, in the surface's own format. */
  fail(request: Request, error: unknown): Response;
}

/** Whether a path belongs to the API, in any version. */
export const isApi = (pathname: string): boolean => /^\/api(\/|$)/.test(pathname);

/** Returns which surface a request at a path belongs to. */
export function createSurfaces(
  services: Omit<V3Services, "orderPage"> & DeliveryServices,
): (request: Request, pathname: string) => Surface {
  const { log } = services;
  const answerXml = createXmlInterface(services);
  const answerV2 = createXmlInterface(services, v2Routes, v2ErrorResponse);
  const answerV3 = createV3Interface({ ...services, orderPage: orderPagePreview(services) });
  const answerCustomers = createCustomerPages(services);
  const answerAdmin = createAdminPages();
  const answerHooks = createHooks({ ...services, eventStored: services.connections.wake });
  const answerReference = createReference(services.accountUrl);
  const xml: Surface = {
    name: "xml",
    answer: answerXml,
    fail: (_request, error) => xmlErrorResponse(error, log),
  };
  const v2: Surface = {
    name: "v2",
    answer: answerV2,
    fail: (_request, error) => v2ErrorResponse(error, log),
  };
  const v3: Surface = {
    name: "v3",
    answer: answerV3,
    fail: (request, error) => v3ErrorResponse(error, new URL(request.url).pathname, log),
  };
  const customers: Surface = {
    name: "customers",
    answer: answerCustomers,
    fail: (request, error) => failure(request, null, error, log),
  };
  const admin: Surface = {
    name: "admin",
    answer: async (request, { account }) => (account ? answerAdmin(request) : problem(request, null, "unknown_store")),
    fail: customers.fail,
  };
  const reference: Surface = {
    name: "reference",
    answer: async (request, { account, credentials, client }) => {
      if (!account) return problem(request, null, "unknown_store");
      return answerReference(request, async () => {
        const signedIn = await services.signIn.signedIn(request, { account, client });
        const isOwner = signedIn !== null && mayActAs(signedIn.role, "owner");
        return { account, apiKey: (isOwner && credentials?.apiKey) || null, cookies: signedIn?.cookies ?? [] };
      });
    },
    fail: customers.fail,
  };
  const answerManual = createManual();
  const manual: Surface = {
    name: "docs",
    answer: async (request, { account }) => (account ? answerManual(request) : problem(request, null, "unknown_store")),
    fail: customers.fail,
  };
  const signIn: Surface = {
    name: "sign_in",
    answer: async (request, { account, client }) =>
      account ? services.signIn.answer(request, { account, client }) : unknownHost(),
    fail: (_request, error) => signInFailure(error, log),
  };
  const hooks: Surface = {
    name: "hooks",
    answer: answerHooks,
    fail: (_request, error) => hookFailure(error, log),
  };
  const licenses: Surface = {
    name: "licenses",
    answer: createLicenseChecks(services),
    fail: (_request, error) => licenseFailure(error, log),
  };
  const updates: Surface = {
    name: "updates",
    answer: createUpdates(services),
    fail: (_request, error) => updateFailure(error, log),
  };
  const otherSystems: Surface = {
    name: "licenses",
    answer: createOtherSystems(services),
    fail: (request, error) => otherSystemFailure(askedSystem(request, new URL(request.url).pathname), error, log),
  };
  return (request, pathname) => {
    if (pathname.startsWith(`${signInPath}/`)) return signIn;
    if (pathname === referencePath || pathname.startsWith(`${referencePath}/`)) return reference;
    if (pathname === manualPath || pathname.startsWith(`${manualPath}/`)) return manual;
    if (pathname.startsWith(hooksPath)) return hooks;
    if (pathname.startsWith(licensesPath)) return licenses;
    if (isUpdatePath(pathname)) return updates;
    if (askedSystem(request, pathname) !== null) return otherSystems;
    if (/^\/admin(\/|$)/.test(pathname)) return admin;
    if (/^\/api\/v3(\/|$)/.test(pathname)) return v3;
    if (/^\/api\/v2(\/|$)/.test(pathname)) return v2;
    return isApi(pathname) ? xml : customers;
  };
}
