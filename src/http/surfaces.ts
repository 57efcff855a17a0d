import type { Account } from "../accounts/accounts.ts";
import type { Client } from "./client.ts";
import { failure } from "./customers/respond.ts";
import { createCustomerPages } from "./customers/routes.ts";
import { errorResponse as v3ErrorResponse } from "./v3/errors.ts";
import { createV3Interface } from "./v3/interface.ts";
import type { V3Services } from "./v3/routes.ts";
import { errorResponse as xmlErrorResponse } from "./xml/errors.ts";
import { createXmlInterface } from "./xml/routes.ts";

/** Who asks, and at which store; null when the host names none. */
export interface Visitor {
  account: Account | null;
  client: Client;
}

/** One of the faces that the service shows: an interface, or the customers' pages. */
export interface Surface {
  answer(request: Request, visitor: Visitor): Promise<Response>;
  /** The answer to what went wrong before `answer` could begin, in the surface's own form. */
  fail(request: Request, error: unknown): Response;
}

/** Returns which surface a path belongs to. */
export function createSurfaces(services: V3Services): (pathname: string) => Surface {
  const { log } = services;
  const answerXml = createXmlInterface(services);
  const answerV3 = createV3Interface(services);
  const answerCustomers = createCustomerPages(services);
  const xml: Surface = {
    answer: (request, { account }) => answerXml(request, account),
    fail: (_request, error) => xmlErrorResponse(error, log),
  };
  const v3: Surface = {
    answer: (request, { account }) => answerV3(request, account),
    fail: (request, error) => v3ErrorResponse(error, new URL(request.url).pathname, log),
  };
  const customers: Surface = {
    answer: answerCustomers,
    fail: (request, error) => failure(request, null, error, log),
  };
  return (pathname) => {
    if (/^\/api\/v3(\/|$)/.test(pathname)) return v3;
    return /^\/api(\/|$)/.test(pathname) ? xml : customers;
  };
}
