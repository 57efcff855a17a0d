import { twoFactor } from "better-auth/plugins/two-factor";
import { signInByLinkPath } from "./link-sign-in.ts";
import { twoFactorTables } from "./tables.ts";

/** better-auth's second factor, which is asked for after a sign-in link as it is after a password. */
export function secondFactor() {
  // Its lock would let whoever knows the password lock the person out; codes-limited.ts counts in its place.
  const plugin = twoFactor({ issuer: "Waybill", schema: twoFactorTables, accountLockout: { enabled: false } });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      hook.matcher(context) || context.path === signInByLinkPath,
  }));
  return { ...plugin, hooks: { after } };
}
