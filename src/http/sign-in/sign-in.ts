import { AsyncLocalStorage } from "node:async_hooks";
import { getCookies } from "better-auth/cookies";
import type { Account } from "../../accounts/accounts.ts";
import { type Role, roleOf } from "../../people/members.ts";
import type { Client } from "../client.ts";
import { type AuthSettings, addressHeader, createAuth, signInPath } from "./better-auth.ts";
import { answerSignIn } from "./endpoints.ts";

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
export function createSignIn(settings: Omit<AuthSettings, "visited">): SignIn {
  const visits = new AsyncLocalStorage<{ account: Account; origin: string }>();
  const auth = createAuth({
    ...settings,
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
      const { headers, response } = await visits.run({ account, origin: client.origin }, () =>
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
      return answerSignIn(request, origin, async (path, body) => {
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
        return visits.run({ account, origin }, () => auth.handler(forwarded));
      });
    },
  };
  return signIn;
}

function dropCookie(headers: Headers, name: string): void {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  headers.set("cookie", cookies.filter((cookie) => !cookie.startsWith(`${name}=`)).join("; "));
}
