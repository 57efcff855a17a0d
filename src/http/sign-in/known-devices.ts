import type { Database } from "../../database/database.ts";
import { forgetDevices, isDeviceOfEmail, rememberDevice } from "../../people/devices.ts";
import type { Visited } from "./better-auth.ts";
import type { SignInRequest } from "./read-request.ts";

interface KnownDevices {
  /** The browser's token when whoever the request is about has signed in there before; else null. */
  knownFor(request: SignInRequest, token: string | null): Promise<string | null>;
  /**
   * Remembers and forgets devices after a request that was answered; returns the browser's new token, null when it
   * keeps its own. `userId` is who had been signed in before the request.
   */
  follow(request: SignInRequest, visit: Visited, userId: string | null): Promise<string | null>;
}

/** Browsers in which somebody has signed in before: strangers cannot keep the person out there. */
export function createKnownDevices(db: Database): KnownDevices {
  return {
    async knownFor({ input }, token) {
      if (token === null || typeof input?.email !== "string") return null;
      return (await isDeviceOfEmail(db.read, token, input.email, Date.now())) ? token : null;
    },

    async follow({ path, input }, { signedInId, deviceToken: token }, before) {
      const userId = signedInId ?? before;
      if (input === null || userId === null) return null;
      const isChange = path === "/change-password";
      const isEnd = path === "/revoke-session" || path === "/revoke-other-sessions";
      if (!isChange && !isEnd && signedInId === null) return null;
      return db.write(async (tx) => {
        if (isChange || isEnd) await forgetDevices(tx, userId, isEnd ? token : null);
        return isEnd ? null : rememberDevice(tx, { userId, token }, Date.now());
      });
    },
  };
}
