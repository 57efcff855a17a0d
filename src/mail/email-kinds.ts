import type { EmailKind } from "../database/schema.ts";

const everyKind: Record<EmailKind, true> = {
  delivery: true,
  password_reset: true,
  sign_in_link: true,
  invitation: true,
  renewal_request: true,
  domain_notice: true,
};

/** Delivery emails, and those to an account's people. */
export const emailKinds = Object.keys(everyKind) as EmailKind[];
