import { APIError, type BetterAuthPlugin, betterAuth } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { numberedSecrets } from "../../access/people/encrypted-second-factors.ts";
import { acceptAsPerson } from "../../access/people/invitations.ts";
import { passwordResetSeconds } from "../../access/people/password-link.ts";
import { personNameProblem, shortestPassword } from "../../access/people/people.ts";
import { roleOf } from "../../access/people/queries.ts";
import { takeSignInLink } from "../../access/people/sign-in-link.ts";
import { queuePasswordReset } from "../../messages/mail/account-outbox.ts";
import { passwordResetLink } from "../../platform/admin-links.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import { hashIdentifier } from "../../platform/identifiers.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { Secrets } from "../../platform/vault.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { codesLimited } from "./codes-limited.ts";
import { codesOnce } from "./codes-once.ts";
import { linkSignIn } from "./link-sign-in.ts";
import { secondFactor } from "./second-factor.ts";
import { credentialTable, sessionTable, userTable, verificationTable } from "./tables.ts";

export interface AuthSettings {
  db: Database;
  log: Log;
  /** Sign cookies and encrypt two-factor secrets; at least 32 characters each. */
  secrets: Secrets;
  /** The service's public address. */
  url: Pick<URL, "origin" | "protocol">;
  /** Base URL of links for an account's members. */
  peopleUrl(account: Account): string;
  /** Called with the person who set a new password with a link. */
  onPasswordReset(user: { id: string; email: string }): Promise<void>;
  /** Of the current request. */
  visited(): Visited;
}

export interface Visited {
  /** The account on whose host the request was made. */
  account: Account;
  /** The origin that it was sent to. */
  origin: string;
  /** The client's network (`clientNetwork`). */
  network: string;
  /** The supported language that the browser prefers. */
  language: Language;
  /** The token of the invitation to accept by signing in; null for none. */
  invitation: string | null;
  /** From the browser's device cookie, regardless of who has signed in there; null for none. */
  deviceToken: string | null;
  /** The person signed in by the request, set once they are. */
  signedInId: string | null;
}

/** The path below which better-auth answers. */
export const signInPath = "/admin/auth";

/** Carries the token of an invitation that signing in accepts. */
export const invitationHeader = "x-waybill-invitation";

/** Carries the client's address as this server determined it. */
export const addressHeader = "x-waybill-client";

/** Seconds after its last use at which a session ends. */
const sessionLife = 7 * 24 * 60 * 60;

/**
 * better-auth on our tables, with sessions in the database, each for one account, and passwords hashed with argon2id.
 */
export function createAuth({ db, log, secrets, url, peopleUrl, onPasswordReset, visited }: AuthSettings) {
  const secure = url.protocol === "https:";
  const accept = (account: Account, token: string, userId: string) =>
    db.write((tx) => acceptAsPerson(tx, account.id, { token, userId }, instantNow()));
  return betterAuth({
    appName: "Waybill",
    baseURL: url.origin,
    basePath: signInPath,
    secrets: numberedSecrets(secrets),
    // Without this, a secret from the environment would count too.
    secret: secrets.current,
    database: { db: db.autocommit, type: "sqlite" },
    telemetry: { enabled: false },
    trustedOrigins: (request) => (request ? [visited().origin] : []),
    // It would go through its whole memory at every request, separately on each server. limits.ts is used instead.
    rateLimit: { enabled: false },
    logger: { level: "error", log: (_level, message, ...details) => logError(log, message, details) },
    onAPIError: {
      onError(error) {
        if (!isAPIError(error)) throw error;
      },
    },
    advanced: {
      cookiePrefix: "waybill",
      useSecureCookies: secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", secure, path: "/" },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: shortestPassword,
      password: {
        hash: (password) => Bun.password.hash(password, "argon2id"),
        verify: ({ hash, password }) => Bun.password.verify(password, hash),
      },
      resetPasswordTokenExpiresIn: passwordResetSeconds,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => onPasswordReset(user),
      sendResetPassword: async ({ user, token }) => {
        const { account, language } = visited();
        if ((await roleOf(db.read, account.id, user.id)) === null) return;
        const link = passwordResetLink(peopleUrl(account), token);
        const to = { recipient: user.email, link, language };
        await db.write((tx) => queuePasswordReset(tx, account, to, instantNow()));
      },
    },
    user: userTable,
    account: credentialTable,
    verification: { ...verificationTable, storeIdentifier: { hash: async (identifier) => hashIdentifier(identifier) } },
    session: {
      ...sessionTable,
      expiresIn: sessionLife,
      // Listing sessions does not require a recent sign-in. Changing a password requires the current one.
      freshAge: 0,
      additionalFields: { forAccount: { type: "number", required: true, input: false, fieldName: "account_id" } },
    },
    databaseHooks: {
      session: {
        create: {
          async before(session) {
            const { account, invitation } = visited();
            const role =
              (await roleOf(db.read, account.id, session.userId)) ??
              // The password was correct, or no session would be created. The two-factor code is checked afterwards.
              (invitation && (await accept(account, invitation, session.userId)));
            if (role) return { data: { ...session, forAccount: account.id } };
            // The message for a wrong password, so that people who are not members learn nothing.
            const refusal = { message: "Invalid email or password", code: "INVALID_EMAIL_OR_PASSWORD" };
            throw new APIError("UNAUTHORIZED", refusal);
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        if (path === "/update-user") rejectWrongProfile(body);
      }),
    },
    plugins: [
      linkSignIn((token) => db.write((tx) => takeSignInLink(tx, visited().account.id, token, instantNow()))),
      secondFactor(),
      codesLimited(db, visited),
      codesOnce(),
      noteSignIn(visited),
    ],
  });
}

/** Records whom a request has signed in. It comes last, because two-factor authentication can take a session back. */
function noteSignIn(visited: () => Visited): BetterAuthPlugin {
  const handler = createAuthMiddleware(async ({ request, context }) => {
    if (request && context.newSession) visited().signedInId = context.newSession.user.id;
  });
  return { id: "note-sign-in", hooks: { after: [{ matcher: () => true, handler }] } };
}

/** A person can change only their name there. */
function rejectWrongProfile(body: unknown): void {
  const { name, ...others } = (body ?? {}) as Record<string, unknown>;
  const problem = typeof name === "string" ? personNameProblem(name) : "must be text";
  if (problem) throw new APIError("BAD_REQUEST", { message: `The name ${problem}.`, code: "INVALID_NAME" });
  if (Object.keys(others).length === 0) return;
  throw new APIError("BAD_REQUEST", { message: "Only the name can be changed here.", code: "UNKNOWN_FIELD" });
}

function logError(log: Log, message: string, details: unknown[]): void {
  const err = details.find((detail) => detail instanceof Error);
  // Invalid input is not a failure of the service, but better-auth logs it as an error, and without a code.
  if (/^Invalid (redirectURL|callbackURL|origin)\b/.test(message))
    log.info({}, "sign-in: rejected an address of another site");
  else log.error(err ? { err } : {}, `sign-in: ${message}`);
}
