import { OpenAPIHono } from "@hono/zod-openapi";
import type { UsedKey } from "../../../access/api-keys/find-key.ts";
import type { LastUses } from "../../../access/api-keys/last-uses.ts";
import type { RequestRecorder } from "../../../access/api-keys/request-recorder.ts";
import type { BodyLimits } from "../../../config/config.ts";
import type { Imports } from "../../../data/csv/imports.ts";
import type { UploadFinisher } from "../../../delivery/catalog/upload-finisher.ts";
import type { OrderCreator } from "../../../delivery/orders/creating/create-orders.ts";
import type { Delivery } from "../../../delivery/orders/reading/customer-view.ts";
import type { KeptMessages } from "../../../messages/mail/transport/mailer.ts";
import type { Transports } from "../../../messages/mail/transport/transports.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Role } from "../../../platform/database/schema.ts";
import type { FileStore } from "../../../platform/files/store.ts";
import type { Language } from "../../../platform/i18n/languages.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Log } from "../../../platform/log.ts";
import type { Network } from "../../../platform/outgoing/network.ts";
import type { Vault } from "../../../platform/vault.ts";
import type { ConnectionWorker } from "../../../shops/connections/worker.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import type { ServiceUrl } from "../../../store/accounts/address.ts";
import type { StoredCredentials } from "../../../store/accounts/credentials.ts";
import type { WordingRenderer } from "../../../store/wording/renderer.ts";
import type { ApiAccess } from "../../api-access.ts";
import type { Client } from "../../client.ts";
import { fieldErrors, fieldSentence, problemResponse } from "../../problem.ts";
import type { SignedIn, SignIn } from "../../sign-in/sign-in.ts";
import type { RecordedChange } from "./declaration.ts";
import type { Once } from "./kept-answer.ts";

/** What the interface's handlers need. */
export interface V3Services {
  db: Database;
  files: FileStore;
  uploads: UploadFinisher;
  renderer: WordingRenderer;
  /** The messages kept instead of being sent; null with a mail server. */
  mailbox: KeptMessages | null;
  /** For test emails, and to name the mail servers in use. All other emails are queued. */
  transports: Transports;
  vault: Vault;
  signIn: SignIn;
  imports: Imports;
  orders: OrderCreator;
  /** Processes what shops send. */
  connections: ConnectionWorker;
  /** Renders an order's page as its customer would see it, for a preview: an HTML document. */
  orderPage(order: {
    account: Account;
    delivery: Delivery;
    language: Language;
    wording: Record<"greeting" | "notice" | "footer", string | null>;
    now: Instant;
  }): Promise<string>;
  /** Checks stores' custom domains. */
  network: Network;
  limits: BodyLimits;
  /** The header in which a proxy sends customers' countries; null for none. */
  countryHeader: string | null;
  log: Log;
  /** Aborted when the service is asked to stop. */
  stopping: AbortSignal;
  lastUses: LastUses;
  requests: RequestRecorder;
  /** The service domain. */
  serviceUrl: ServiceUrl;
  /** Full base URL of an account. */
  accountUrl(account: Account): string;
  /** Base URL of links for an account's members. */
  peopleUrl(account: Account): string;
}

export interface V3Env {
  Bindings: {
    account: Account | null;
    credentials: StoredCredentials | null;
    client: Client;
    access: ApiAccess | null;
  };
  Variables: {
    services: V3Services;
    account: Account;
    /** The account's credentials, for responses that show them. */
    credentials: StoredCredentials;
    /** The rights of the request. The account's key and token may do everything; an API key is limited by its scopes. */
    role: Role;
    /** Null for a request with the account's credentials. */
    user: SignedIn["user"] | null;
    /** The API key of the request; null for a person, and for the account's key and token. */
    key: UsedKey | null;
    now: Instant;
    /** Set for a request with an `Idempotency-Key`. */
    once?: Once;
    /** The operation's entry in the activity log; null for none. */
    recorded: RecordedChange | null;
  };
}

/** An empty set of routes whose error names every invalid field. */
export function newRoutes(): OpenAPIHono<V3Env> {
  return new OpenAPIHono<V3Env>({
    // A slash after a single resource's path is ignored, as in the unversioned interface.
    strict: false,
    defaultHook: (result) => {
      if (result.success) return undefined;
      const errors = fieldErrors(result.error);
      return problemResponse(422, { detail: fieldSentence(errors), errors });
    },
  });
}
