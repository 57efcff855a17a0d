import { APIError, type BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import type { Database } from "../../database/database.ts";
import { type Try, takeTries } from "../../limits/rate-limits.ts";
import { isDeviceOf } from "../../people/devices.ts";
import { codeGuess, pace, type Source } from "./limits.ts";
import { rightGuess } from "./right-guess.ts";
import { whoProves } from "./who-proves.ts";

const paths = ["/two-factor/verify-totp", "/two-factor/verify-backup-code"];

interface CodeSender {
  network: string;
  /** Whoever's it is. */
  deviceToken: string | null;
}

/** Limits wrong codes of a second factor; `sender` is the one of the request at hand. */
export function codesLimited(db: Database, sender: () => CodeSender): BetterAuthPlugin {
  const guessed = new WeakMap<Request, Try[]>();
  const matcher = ({ path }: { path?: string }) => paths.includes(path ?? "");

  async function sourceOf(userId: string | undefined, now: number): Promise<Source> {
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
            const now = Date.now();
            const source = await sourceOf(proving?.userId, now);
            // Whoever is signed in sets the second factor up, and proves nothing by a right code.
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

/** The header makes it the answer that every limit gives (`tooManyTries`). */
function refusedTry(seconds: number): APIError {
  return new APIError("TOO_MANY_REQUESTS", {}, { "x-retry-after": String(seconds) });
}
