import { forgetDevices, isDeviceOfEmail, rememberDevice } from "../../access/people/devices.ts";
import type { Database } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Visited } from "./better-auth.ts";
import type { SignInRequest } from "./read-request.ts";

interface KnownDevices {
  /** The browser's token if the person concerned has signed in there before, or else null. */
  knownFor(request: SignInRequest, token: string | null): Promise<string | null>;
  /**
   * Call after a request was answered. Remembers and forgets devices. Returns the browser's new token, or null if it keeps its
   * token. `userId` is the person who was signed in before the request.
   */
  follow(request: SignInRequest, visit: Visited, userId: string | null): Promise<string | null>;
}

/** Browsers that were used to sign in before. Strangers cannot lock the person out there. */
export function createKnownDevices(db: Database): KnownDevices {
  return {
    async knownFor({ input }, token) {
      if (token === null || typeof input?.email !== "string") return null;
      return (await isDeviceOfEmail(db.read, token, input.email, instantNow())) ? token : null;
    },

    async follow({ path, input }, { signedInId, deviceToken: token }, before) {
      const userId = signedInId ?? before;
      if (input === null || userId === null) return null;
      const isChange = path === "/change-password";
      const isEnd = path === "/revoke-session" || path === "/revoke-other-sessions";
      if (!isChange && !isEnd && signedInId === null) return null;
      return db.write(async (tx) => {
        if (isChange || isEnd) await forgetDevices(tx, userId, isEnd ? token : null);
        return isEnd ? null : rememberDevice(tx, { userId, token }, instantNow());
      });
    },
  };
}
