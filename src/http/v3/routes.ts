import { OpenAPIHono } from "@hono/zod-openapi";
import type { Account } from "../../accounts/accounts.ts";
import type { TokenVault } from "../../accounts/credentials.ts";
import type { Database } from "../../database/database.ts";
import type { FileStore } from "../../files/store.ts";
import type { Log } from "../../log.ts";
import { fieldErrors, fieldSentence, problemResponse } from "./problem.ts";

/** What the handlers of the interface work with. */
export interface V3Services {
  db: Database;
  files: FileStore;
  vault: TokenVault;
  log: Log;
  /** Full base address of an account. */
  accountUrl(account: Account): string;
}

export interface V3Env {
  Bindings: { account: Account | null };
  Variables: {
    services: V3Services;
    account: Account;
    /** Milliseconds since 1970 in UTC. */
    now: number;
    /** The body as it was sent, for comparing requests. */
    requestBody: string;
  };
}

/** An empty set of routes that answers wrong fields with all of them named. */
export function newRoutes(): OpenAPIHono<V3Env> {
  return new OpenAPIHono<V3Env>({
    defaultHook: (result) => {
      if (result.success) return undefined;
      const errors = fieldErrors(result.error);
      return problemResponse(422, { detail: fieldSentence(errors), errors });
    },
  });
}
