import { twoFactor } from "better-auth/plugins/two-factor";
import { signInByLinkPath } from "./link-sign-in.ts";
import { twoFactorTables } from "./tables.ts";

/** better-auth's two-factor authentication, required after a sign-in link as well as after a password. */
export function secondFactor() {
  // Its lockout would let anyone who knows the password lock the person out. codes-limited.ts limits attempts instead.
  const plugin = twoFactor({ issuer: "Waybill", schema: twoFactorTables, accountLockout: { enabled: false } });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      hook.matcher(context) || context.path === signInByLinkPath,
  }));
  return { ...plugin, hooks: { after } };
}
