import { APIError, type BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";

/** The path that uses up the token of a sign-in link. Opening the link itself does not. */
export const signInByLinkPath = "/sign-in/link";

/** Signs in with the token from an email; `take` uses it up and returns the person's id. */
export function linkSignIn(take: (token: string) => Promise<string | null>): BetterAuthPlugin {
  return {
    id: "link-sign-in",
    endpoints: {
      signInByLink: createAuthEndpoint(
        signInByLinkPath,
        { method: "POST", body: z.object({ token: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const userId = await take(ctx.body.token);
          const user = userId === null ? null : await internalAdapter.findUserById(userId);
          if (!user)
            throw new APIError("BAD_REQUEST", {
              code: "INVALID_TOKEN",
              message: "The link is invalid or has expired.",
            });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ status: true });
        },
      ),
    },
  };
}
