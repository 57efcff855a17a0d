import { APIError, type BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { instantNow } from "../../platform/instants.ts";
import { whoProves } from "./who-proves.ts";

/**
 * Milliseconds for which a used code is remembered: longer than the 30-second windows in which better-auth accepts it.
 */
const keptFor = 5 * 60_000;

/**
 * Makes each code of an authenticator app work only once (RFC 6238 section 5.2). A code is reserved in the database
 * before it is checked, so that only one of several simultaneous requests gets it, on any server. It is released if it
 * did not sign anyone in.
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
            const expiresAt = new Date(instantNow() + keptFor);
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
