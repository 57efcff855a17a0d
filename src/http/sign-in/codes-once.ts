import { APIError, type BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { whoProves } from "./who-proves.ts";

/** Milliseconds that a code is kept: longer than the windows of 30 seconds in which better-auth takes it. */
const keptFor = 5 * 60_000;

/**
 * Has each code of an authenticator app accepted once (RFC 6238 section 5.2). It is taken in the database before it is
 * checked, so that of two requests at once, of any node, one gets it, and given back when it did not sign anybody in.
 */
export function codesOnce(): BetterAuthPlugin {
  const taken = new WeakMap<Request, string>();
  const matcher = ({ path }: { path?: string }) => path === "/two-factor/verify-totp";
  return {
    id: "codes-once",
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const userId = (await whoProves(ctx))?.userId;
            const code: unknown = ctx.body?.code;
            if (!ctx.request || userId === undefined || typeof code !== "string") return;
            const identifier = `used-code-${userId}-${code}`;
            const expiresAt = new Date(Date.now() + keptFor);
            if (
              !(await ctx.context.internalAdapter.reserveVerificationValue({ identifier, value: userId, expiresAt }))
            ) {
              const message = "This code has already been used. Wait for the next one.";
              throw new APIError("UNAUTHORIZED", { message, code: "CODE_USED" });
            }
            taken.set(ctx.request, identifier);
          }),
        },
      ],
      after: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const identifier = ctx.request && taken.get(ctx.request);
            if (!identifier || !isAPIError(ctx.context.returned)) return;
            await ctx.context.internalAdapter.deleteVerificationByIdentifier(identifier);
          }),
        },
      ],
    },
  };
}
