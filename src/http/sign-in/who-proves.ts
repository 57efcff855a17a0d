import type { GenericEndpointContext } from "better-auth";
import { getSessionFromCtx } from "better-auth/api";

/** The person who is asked for a code. */
interface Proving {
  userId: string;
  /** False while they are signing in. */
  isSignedIn: boolean;
}

/** The person who is signed in, or who has entered their password and must now enter a code; null for nobody. */
export async function whoProves(ctx: GenericEndpointContext): Promise<Proving | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return { userId: session.user.id, isSignedIn: true };
  // better-auth's name for the cookie between the two steps.
  const { name } = ctx.context.createAuthCookie("two_factor");
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  const userId = challenge && (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value;
  return userId ? { userId, isSignedIn: false } : null;
}
