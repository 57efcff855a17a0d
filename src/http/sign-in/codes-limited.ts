import { APIError, type BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { isDeviceOf } from "../../access/people/devices.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import { type Try, takeTries } from "../../platform/limits/rate-limits.ts";
import { codeGuess, pace, type Source } from "./limits.ts";
import { rightGuess } from "./right-guess.ts";
import { whoProves } from "./who-proves.ts";

const paths = ["/two-factor/verify-totp", "/two-factor/verify-backup-code"];

interface CodeSender {
  network: string;
  /** Of any person. */
  deviceToken: string | null;
}

/** Limits wrong two-factor codes. `sender` returns the sender of the current request. */
export function codesLimited(db: Database, sender: () => CodeSender): BetterAuthPlugin {
  const guessed = new WeakMap<Request, Try[]>();
  const matcher = ({ path }: { path?: string }) => paths.includes(path ?? "");

  async function sourceOf(userId: string | undefined, now: Instant): Promise<Source> {
    const { network, deviceToken } = sender();
    const isKnown =
      userId !== undefined && deviceToken !== null && (await isDeviceOf(db.read, deviceToken, userId, now));
    return { network, device: isKnown ? deviceToken : null };
  }

  return {
    id: "codes-limited",
    hooks: {
      before: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const proving = await whoProves(ctx);
            const now = instantNow();
            const source = await sourceOf(proving?.userId, now);
            // A signed-in person is setting up two-factor authentication; a correct code proves nothing yet.
            const guess = proving && !proving.isSignedIn ? codeGuess(proving.userId, source) : [];
            const seconds = await takeTries(db, [pace(ctx.path, source), ...guess], now);
            if (seconds !== null) throw refusedTry(seconds);
            if (ctx.request) guessed.set(ctx.request, guess);
          }),
        },
      ],
      after: [
        {
          matcher,
          handler: createAuthMiddleware(async (ctx) => {
            const guess = (ctx.request && guessed.get(ctx.request)) ?? [];
            if (guess.length > 0 && !isAPIError(ctx.context.returned)) await rightGuess(db, guess);
          }),
        },
      ],
    },
  };
}

/** With this header, the response is the same as for every limit (`tooManyTries`). */
function refusedTry(seconds: number): APIError {
  return new APIError("TOO_MANY_REQUESTS", {}, { "x-retry-after": String(seconds) });
}
