import { dayMilliseconds } from "../days.ts";
import { canonicalEmail } from "../email-address.ts";
import type { RateLimit, Try } from "./rate-limits.ts";

/**
 * Limits on emails that members send by hand and that do not count toward the daily allowance. For each store, on all
 * servers together.
 */
export const invitationsADay = 100;
export const invitationsToOneADay = 5;
export const testsAMinute = 5;
export const testsADay = 100;

const limit = (name: string, most: number, milliseconds: number): RateLimit => ({ name, most, milliseconds });
const invitations = limit("invitations", invitationsADay, dayMilliseconds);
const invitationsToOne = limit("invitations-to", invitationsToOneADay, dayMilliseconds);
const testsInAMinute = limit("mail-tests-minute", testsAMinute, 60_000);
const testsInADay = limit("mail-tests", testsADay, dayMilliseconds);

/** An invitation to this address from a store (row number). */
export const invitationTries = (accountId: number, email: string): Try[] => [
  { limit: invitations, subject: String(accountId) },
  { limit: invitationsToOne, subject: `${accountId} ${canonicalEmail(email)}` },
];

/** A test email of a store, or a preview sent by email. */
export const testTries = (accountId: number): Try[] =>
  [testsInAMinute, testsInADay].map((one) => ({ limit: one, subject: String(accountId) }));
