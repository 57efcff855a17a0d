import { z } from "zod";
import { signInEmail } from "../../platform/email-address.ts";
import { acceptPath } from "./accept-invitation.ts";
import { checkLinkPath, linkKinds } from "./check-link.ts";
import { signInByLinkPath } from "./link-sign-in.ts";
import { requestLinkPath } from "./request-link.ts";

/**
 * What an endpoint does, as far as limits (attempts.ts) are concerned: it checks the password for an email, the
 * password of the signed-in person, or the token of a link, with or without hashing a new password; or it sends an
 * email.
 */
export type EndpointKind = "password" | "own password" | "token for password" | "token" | "email" | "other";

/** One path below `/admin/auth`. */
export interface Endpoint {
  method: "GET" | "POST";
  kind: EndpointKind;
  /** The allowed content of its body. If fields are checked, unknown ones are dropped. */
  input: z.ZodType<SignInInput>;
}

export type SignInInput = Record<string, unknown>;

const text = z.string();
/** Canonical, so that different spellings are counted together, and sign the same person in. */
const email = signInEmail;

const read: Endpoint = { method: "GET", kind: "other", input: z.object({}) };
const post = (kind: EndpointKind, input: z.ZodType<SignInInput>): Endpoint => ({ method: "POST", kind, input });

const password = z.object({ password: text });
const newPassword = z.object({ token: text, newPassword: text });
const token = z.object({ token: text });
const code = z.object({ code: text });
const anything = z.looseObject({});

/** The available endpoints. There is none for signing up, because owners invite people. */
export const endpoints: Record<string, Endpoint> = {
  "/sign-in/email": post("password", password.extend({ email })),
  [signInByLinkPath]: post("token", token),
  [requestLinkPath]: post("email", z.object({ email })),
  "/sign-out": post("other", anything),
  "/get-session": read,
  "/list-sessions": read,
  "/revoke-session": post("other", token),
  "/revoke-other-sessions": post("other", anything),
  "/request-password-reset": post("email", z.object({ email, redirectTo: text.optional() })),
  "/reset-password": post("token for password", newPassword),
  [acceptPath]: post("token for password", newPassword),
  [checkLinkPath]: post("other", token.extend({ kind: z.enum(linkKinds) })),
  "/change-password": post(
    "own password",
    z.object({ currentPassword: text, newPassword: text, revokeOtherSessions: z.boolean().optional() }),
  ),
  "/update-user": post("other", anything),
  "/two-factor/enable": post("own password", password.extend({ issuer: text.optional() })),
  "/two-factor/disable": post("own password", password),
  "/two-factor/generate-backup-codes": post("own password", password),
  // Codes are counted once the person is known (codes-limited.ts).
  "/two-factor/verify-totp": post("other", code),
  "/two-factor/verify-backup-code": post("other", code),
};
