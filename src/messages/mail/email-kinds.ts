import type { EmailKind } from "../../platform/database/schema.ts";

const everyKind: Record<EmailKind, true> = {
  delivery: true,
  library: true,
  announcement: true,
  password_reset: true,
  sign_in_link: true,
  invitation: true,
  renewal_request: true,
  domain_notice: true,
  webhook_notice: true,
  weekly_digest: true,
  held_orders: true,
};

/** Delivery emails, those with a customer's links, and those to an account's people. */
export const emailKinds = Object.keys(everyKind) as EmailKind[];
