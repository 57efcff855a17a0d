import { AsyncLocalStorage } from "node:async_hooks";
import { getCookies } from "better-auth/cookies";
import type { Account } from "../../accounts/accounts.ts";
import { type Role, roleOf } from "../../people/members.ts";
import { type Client, networkOf } from "../client.ts";
import { acceptInvitation, acceptPath } from "./accept-invitation.ts";
import {
  type AuthSettings,
  addressHeader,
  createAuth,
  invitationHeader,
  signInPath,
  type Visited,
} from "./better-auth.ts";
import { checkLink, checkLinkPath } from "./check-link.ts";
import { answerSignIn } from "./endpoints.ts";
import { createGuessLimit, type Guess } from "./guess-limit.ts";
import { refusal, tooManyTries } from "./refusals.ts";
import { emailIn } from "./request-body.ts";

/** A signed-in person, as a member of the account on whose host they signed in. */
export interface SignedIn {
  user: { id: string; name: string; email: string; twoFactorEnabled: boolean };
  role: Role;
  /** `Set-Cookie` values that prolong the session; for the answer. */
  cookies: string[];
}

export interface SignIn {
  /** Answers under `/admin/auth/`. */
  answer(request: Request, visitor: { account: Account; client: Client }): Promise<Response>;
  /** Who sends the request; null for nobody, and for a session of another account or of a former member. */
  signedIn(request: Request, visitor: { account: Account; client: Client }): Promise<SignedIn | null>;
  /** True for a request with a session's cookie, whatever it is worth. */
  hasSessionCookie(request: Request): boolean;
}

/** The people side of every account. */
export function createSignIn(settings: Omit<AuthSettings, "visited" | "onPasswordReset">): SignIn {
  const visits = new AsyncLocalStorage<Visited>();
  const guesses = createGuessLimit();
  const linkGuesses = createGuessLimit();
  const auth = createAuth({
    ...settings,
    onPasswordReset: (email) => guesses.clearAll(email),
    visited() {
      const visit = visits.getStore();
      if (!visit) throw new Error("Sign-in works only within a request to an account's host.");
      return visit;
    },
  });
  const cookieName = getCookies(auth.options).sessionToken.name;

  const signIn: SignIn = {
    hasSessionCookie: (request) => (request.headers.get("cookie") ?? "").includes(`${cookieName}=`),

    async signedIn(request, { account, client }) {
      if (!signIn.hasSessionCookie(request)) return null;
      const { headers, response } = await visits.run({ account, origin: client.origin, invitation: null }, () =>
        auth.api.getSession({ headers: new Headers(request.headers), returnHeaders: true }),
      );
      if (response?.session.forAccount !== account.id) return null;
      const role = await roleOf(settings.db.read, account.id, response.user.id);
      if (role === null) return null;
      const { id, name, email, twoFactorEnabled } = response.user;
      return {
        user: { id, name, email, twoFactorEnabled: Boolean(twoFactorEnabled) },
        role,
        cookies: headers.getSetCookie(),
      };
    },

    async answer(request, visitor) {
      const { account, client } = visitor;
      const { origin } = client;
      const invitation = request.headers.get(invitationHeader);
      return answerSignIn(request, origin, async (path, body) => {
        if (path === acceptPath) return acceptInvitation(settings.db, account, body);
        if (path === checkLinkPath) {
          const limit = { guesses: linkGuesses, network: networkOf(client.ipAddress) };
          return checkLink(settings.db, account, body, limit);
        }
        const headers = new Headers(request.headers);
        // Nobody but a member takes part in anything that better-auth does for a session.
        if (signIn.hasSessionCookie(request) && !(await signIn.signedIn(request, visitor)))
          dropCookie(headers, cookieName);
        headers.set(addressHeader, client.ipAddress);
        const { search } = new URL(request.url);
        const forwarded = new Request(`${origin}${signInPath}${path}${search}`, {
          method: request.method,
          headers,
          body,
        });
        const ask = () => visits.run({ account, origin, invitation }, () => auth.handler(forwarded));
        if (path !== "/sign-in/email") return ask();
        const email = emailIn(body);
        if (email === null) return refusal(400, "INVALID_EMAIL", "Send email and password as JSON.");
        return limited({ of: email, from: networkOf(client.ipAddress) }, ask);
      });
    },
  };
  return signIn;

  /** Refuses tries for an email after too many wrong passwords. */
  async function limited(guess: Guess, ask: () => Promise<Response>): Promise<Response> {
    const seconds = guesses.take(guess, Date.now());
    if (seconds !== null) return tooManyTries(seconds);
    const response = await ask();
    if (response.ok) guesses.clear(guess);
    else if (response.status !== 401) guesses.giveBack(guess);
    return response;
  }
}

function dropCookie(headers: Headers, name: string): void {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  headers.set("cookie", cookies.filter((cookie) => !cookie.startsWith(`${name}=`)).join("; "));
}
