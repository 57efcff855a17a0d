import { AsyncLocalStorage } from "node:async_hooks";
import { getCookies } from "better-auth/cookies";
import { z } from "zod";
import { forgetDevices } from "../../access/people/devices.ts";
import { roleOf } from "../../access/people/queries.ts";
import { clientNetwork } from "../../platform/client-network.ts";
import type { Role } from "../../platform/database/schema.ts";
import { giveWay } from "../../platform/give-way.ts";
import { languages } from "../../platform/i18n/languages.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { preferred } from "../accept-language.ts";
import type { Client } from "../client.ts";
import { acceptInvitation, acceptPath } from "./accept-invitation.ts";
import { createAttempts, hidingTime } from "./attempts.ts";
import { type AuthSettings, createAuth, invitationHeader, type Visited } from "./better-auth.ts";
import { checkLink, checkLinkPath, type LinkKind } from "./check-link.ts";
import { withCurrentSignatures } from "./cookie-signatures.ts";
import { createDeviceCookie } from "./device-cookie.ts";
import { forwardedRequest } from "./forwarded-request.ts";
import { createKnownDevices } from "./known-devices.ts";
import { forgetPasswordGuesses } from "./limits.ts";
import { readSignInRequest, type SignInRequest } from "./read-request.ts";
import { tooManyTries } from "./refusals.ts";
import { requestLink, requestLinkPath } from "./request-link.ts";

/** A signed-in person, as a member of the account on whose host they signed in. */
export interface SignedIn {
  user: { id: string; name: string; email: string; twoFactorEnabled: boolean };
  role: Role;
  /** ID of the session. It gives no access. */
  sessionId: string;
  /** `Set-Cookie` values that extend the session, for the response. */
  cookies: string[];
}

interface Visitor {
  account: Account;
  client: Client;
}

type Confirmation =
  | { outcome: "right" }
  | { outcome: "wrong" }
  | { outcome: "refused"; sentence: string; seconds: number };

export interface SignIn {
  /** Answers under `/admin/auth/`. */
  answer(request: Request, visitor: Visitor): Promise<Response>;
  /**
   * The signed-in person who sends the request. Null without a session, and for a session of another account or a
   * former member.
   */
  signedIn(request: Request, visitor: Visitor): Promise<SignedIn | null>;
  /**
   * Whether this is the password of the signed-in person who sends the request. Wrong ones are limited, and requests wait for their
   * turn to hash: `refused` says why, and for how long.
   */
  confirmPassword(request: Request, visitor: Visitor, password: string): Promise<Confirmation>;
  /** True for a request with a session cookie, valid or not. */
  hasSessionCookie(request: Request): boolean;
}

/** The paths that send a link by email. */
const linkPaths = new Set(["/request-password-reset", requestLinkPath]);

/** The path under which limits count password confirmations. No request uses it. */
const confirmPath = "/verify-password";
const confirmEndpoint = { method: "POST", kind: "own password", input: z.object({ password: z.string() }) } as const;

/** Sign-in for the members of all accounts. */
export function createSignIn({
  sendsEmail,
  ...settings
}: Omit<AuthSettings, "visited" | "onPasswordReset"> & { sendsEmail(account: Account): Promise<boolean> }): SignIn {
  const { db, secrets, url, peopleUrl } = settings;
  const visits = new AsyncLocalStorage<Visited>();
  const attempt = createAttempts(db);
  const devices = createKnownDevices(db);
  const deviceCookie = createDeviceCookie({ secrets, isSecure: url.protocol === "https:" });
  const auth = createAuth({
    ...settings,
    onPasswordReset: (user) =>
      db.write(async (tx) => {
        await forgetPasswordGuesses(tx, user.email);
        await forgetDevices(tx, user.id);
      }),
    visited() {
      const visit = visits.getStore();
      if (!visit) throw new Error("Sign-in works only within a request to an account's host.");
      return visit;
    },
  });
  const cookieName = getCookies(auth.options).sessionToken.name;

  /** The headers of the request for better-auth. */
  const headersOf = (request: Request) => withCurrentSignatures(new Headers(request.headers), secrets);

  const signIn: SignIn = {
    hasSessionCookie: (request) => (request.headers.get("cookie") ?? "").includes(`${cookieName}=`),

    async signedIn(request, visitor) {
      if (!signIn.hasSessionCookie(request)) return null;
      const { headers, response } = await visits.run(visitOf(request, visitor), () =>
        auth.api.getSession({ headers: headersOf(request), returnHeaders: true }),
      );
      const { id: accountId } = visitor.account;
      if (response?.session.forAccount !== accountId) return null;
      const role = await roleOf(db.read, accountId, response.user.id);
      if (role === null) return null;
      const { id, name, email, twoFactorEnabled } = response.user;
      return {
        user: { id, name, email, twoFactorEnabled: Boolean(twoFactorEnabled) },
        role,
        sessionId: response.session.id,
        cookies: headers.getSetCookie(),
      };
    },

    async confirmPassword(request, visitor, password) {
      const visit = visitOf(request, visitor);
      const signedIn = await signIn.signedIn(request, visitor);
      const read = { path: confirmPath, endpoint: confirmEndpoint, input: { password } };
      const requester = {
        source: { network: visit.network, device: null },
        accountId: visitor.account.id,
        sessionId: signedIn?.sessionId ?? null,
        signal: request.signal,
      };
      const asked = { headers: headersOf(request), body: { password }, asResponse: true } as const;
      const response = await attempt(read, requester, () => visits.run(visit, () => auth.api.verifyPassword(asked)));
      if (response.ok) return { outcome: "right" };
      const seconds = response.headers.get("retry-after");
      if (response.status !== 429 || seconds === null) return { outcome: "wrong" };
      const { message } = (await response.json()) as { message: string };
      return { outcome: "refused", sentence: message, seconds: Number(seconds) };
    },

    async answer(request, visitor) {
      const read = await readSignInRequest(request, visitor.client.origin);
      if (read instanceof Response) return read;
      const visit = visitOf(request, visitor);
      const signedIn = await signIn.signedIn(request, visitor);
      const requester = {
        source: { network: visit.network, device: await devices.knownFor(read, visit.deviceToken) },
        accountId: visitor.account.id,
        sessionId: signedIn?.sessionId ?? null,
        signal: request.signal,
      };
      // Only members may use better-auth's session endpoints.
      const forwarded = forwardedRequest(headersOf(request), read, {
        client: visitor.client,
        without: signedIn ? null : cookieName,
      });
      const ask = async () => {
        // Tries that were counted in one commit continue together.
        await giveWay();
        return ownAnswer(read, visit) ?? visits.run(visit, () => auth.handler(forwarded));
      };
      const response = withHeaders(await hidingTime(read.endpoint.kind, attempt(read, requester, ask)));
      // The same for every email. Without a mail server nobody gets a link, and the response says so.
      if (response.ok && linkPaths.has(read.path)) {
        return withHeaders(Response.json({ status: true, sends_email: await sendsEmail(visitor.account) }));
      }
      const token = response.ok ? await devices.follow(read, visit, signedIn?.user.id ?? null) : null;
      if (token !== null) response.headers.append("set-cookie", deviceCookie.write(token));
      return response;
    },
  };
  return signIn;

  function visitOf(request: Request, { account, client }: Visitor): Visited {
    return {
      account,
      origin: client.origin,
      network: clientNetwork(client.ipAddress),
      language: preferred(request.headers.get("accept-language"))?.language ?? languages[0],
      invitation: request.headers.get(invitationHeader),
      deviceToken: deviceCookie.read(request),
      signedInId: null,
    };
  }

  /**
   * Answers the endpoints that better-auth does not handle; null for all others. The input was checked by endpoints.ts.
   */
  function ownAnswer(
    { path, input }: SignInRequest,
    { account, network, language }: Visited,
  ): Promise<Response> | null {
    switch (path) {
      case acceptPath:
        return acceptInvitation(db, account, input as { token: string; newPassword: string });
      case checkLinkPath:
        return checkLink(db, account, { ...(input as { token: string; kind: LinkKind }), network });
      case requestLinkPath:
        return requestLink(db, account, { ...(input as { email: string }), url: peopleUrl(account), language });
      default:
        return null;
    }
  }
}

function withHeaders(response: Response): Response {
  const seconds = response.headers.get("x-retry-after");
  if (seconds !== null) return tooManyTries(seconds);
  response.headers.set("cache-control", "no-store");
  return response;
}
