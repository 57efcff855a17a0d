import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";

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
            const userId = await whoProves(ctx);
            const code: unknown = ctx.body?.code;
            if (!ctx.request || userId === null || typeof code !== "string") return;
            const identifier = `used-code-${userId}-${code}`;
            const expiresAt = new Date(Date.now() + keptFor);
            if (
              !(await ctx.context.internalAdapter.reserveVerificationValue({ identifier, value: userId, expiresAt }))
            ) {
              const message = "This code was used already. Wait for the next one.";
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

/** The person who is signed in, or who gave their password and is asked for a code; null for nobody. */
async function whoProves(ctx: GenericEndpointContext): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  // As better-auth calls the cookie between the two steps.
  const { name } = ctx.context.createAuthCookie("two_factor");
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  return challenge ? ((await ctx.context.internalAdapter.findVerificationValue(challenge))?.value ?? null) : null;
}
