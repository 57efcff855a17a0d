import { APIError, type BetterAuthPlugin, betterAuth } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import type { Account } from "../../accounts/accounts.ts";
import { hashIdentifier } from "../../accounts/credentials.ts";
import type { Database } from "../../database/database.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Log } from "../../log.ts";
import { queuePasswordReset } from "../../mail/outbox.ts";
import { acceptAsPerson } from "../../people/invitations.ts";
import { passwordResetAddress } from "../../people/link-addresses.ts";
import { roleOf } from "../../people/members.ts";
import { passwordResetSeconds } from "../../people/password-link.ts";
import { personNameProblem, shortestPassword } from "../../people/people.ts";
import { takeSignInLink } from "../../people/sign-in-link.ts";
import { codesLimited } from "./codes-limited.ts";
import { codesOnce } from "./codes-once.ts";
import { linkSignIn } from "./link-sign-in.ts";
import { secondFactor } from "./second-factor.ts";
import { credentialTable, sessionTable, userTable, verificationTable } from "./tables.ts";

export interface AuthSettings {
  db: Database;
  log: Log;
  /** Signs cookies and encrypts second factors; at least 32 characters. */
  secret: string;
  /** The service's public address. */
  url: Pick<URL, "origin" | "protocol">;
  /** Base address of the links for an account's people. */
  peopleUrl(account: Account): string;
  /** Called with whoever set a new password by a link. */
  onPasswordReset(user: { id: string; email: string }): Promise<void>;
  /** Of the request at hand. */
  visited(): Visited;
}

export interface Visited {
  /** The account on whose host the request was made. */
  account: Account;
  /** What it was made to. */
  origin: string;
  /** The client's network (`networkOf`). */
  network: string;
  /** The one of ours that the browser prefers. */
  language: Language;
  /** The token of the invitation that signing in is to accept; null for none. */
  invitation: string | null;
  /** Of the browser's device cookie, whoever has signed in there; null for none. */
  deviceToken: string | null;
  /** Whom the request has signed in, set once it has. */
  signedInId: string | null;
}

/** Where better-auth answers. */
export const signInPath = "/admin/auth";

/** Carries the token of an invitation that signing in accepts. */
export const invitationHeader = "x-waybill-invitation";

/** Carries the client's address, which this server knows better than any header. */
export const addressHeader = "x-waybill-client";

/** better-auth on our tables: sessions in the database, each for one account, and passwords in argon2id. */
export function createAuth({ db, log, secret, url, peopleUrl, onPasswordReset, visited }: AuthSettings) {
  const secure = url.protocol === "https:";
  const accept = (account: Account, token: string, userId: string) =>
    db.write((tx) => acceptAsPerson(tx, account.id, { token, userId }, Date.now()));
  return betterAuth({
    appName: "Waybill",
    baseURL: url.origin,
    basePath: signInPath,
    secret,
    database: { db: db.autocommit, type: "sqlite" },
    telemetry: { enabled: false },
    trustedOrigins: (request) => (request ? [visited().origin] : []),
    // Its memory would be walked at every request, and belongs to one server: limits.ts counts in its place.
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
        const link = passwordResetAddress(peopleUrl(account), token);
        const to = { recipient: user.email, link, language };
        await db.write((tx) => queuePasswordReset(tx, account, to, Date.now()));
      },
    },
    user: userTable,
    account: credentialTable,
    verification: { ...verificationTable, storeIdentifier: { hash: async (identifier) => hashIdentifier(identifier) } },
    session: {
      ...sessionTable,
      // Listing one's sessions needs no fresh one; changing a password asks for the password.
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
              // The password was right, or there would be no session to make; a second factor is asked for afterwards.
              (invitation && (await accept(account, invitation, session.userId)));
            if (role) return { data: { ...session, forAccount: account.id } };
            // The words of a wrong password: whoever is no member learns nothing.
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
      linkSignIn((token) => db.write((tx) => takeSignInLink(tx, visited().account.id, token, Date.now()))),
      secondFactor(),
      codesLimited(db, visited),
      codesOnce(),
      noteSignIn(visited),
    ],
  });
}

/** Notes whom a request has signed in. It stands last: the second factor takes a session back. */
function noteSignIn(visited: () => Visited): BetterAuthPlugin {
  const handler = createAuthMiddleware(async ({ request, context }) => {
    if (request && context.newSession) visited().signedInId = context.newSession.user.id;
  });
  return { id: "note-sign-in", hooks: { after: [{ matcher: () => true, handler }] } };
}

/** A person changes their name there, and nothing else. */
function rejectWrongProfile(body: unknown): void {
  const { name, ...others } = (body ?? {}) as Record<string, unknown>;
  const problem = typeof name === "string" ? personNameProblem(name) : "must be text";
  if (problem) throw new APIError("BAD_REQUEST", { message: `The name ${problem}.`, code: "INVALID_NAME" });
  if (Object.keys(others).length === 0) return;
  throw new APIError("BAD_REQUEST", { message: "Only the name can be changed here.", code: "UNKNOWN_FIELD" });
}

function logError(log: Log, message: string, details: unknown[]): void {
  const err = details.find((detail) => detail instanceof Error);
  // What a visitor sent is nobody's failure here; better-auth refuses it, and says so as an error.
  if (/^Invalid (redirectURL|callbackURL|origin)\b/.test(message))
    log.info({}, "sign-in: rejected an address of another site");
  else log.error(err ? { err } : {}, `sign-in: ${message}`);
}
