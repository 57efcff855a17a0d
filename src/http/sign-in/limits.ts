import type { Tx } from "../../platform/database/database.ts";
import { forgetAllTries, type RateLimit, type Try } from "../../platform/limits/rate-limits.ts";

const second = 1000;
const minute = 60 * second;

/** The source of an attempt, as limits count it. */
export interface Source {
  /** The client's network (`clientNetwork`). */
  network: string;
  /** The token of a device on which the person has signed in before; null for strangers. */
  device: string | null;
}

/** Wrong passwords and codes from one source. Known devices have their own limit, which strangers cannot use up. */
const guesses: RateLimit = { name: "guess", most: 10, milliseconds: 15 * minute };

/** Wrong passwords for one email from all strangers together. */
const strangersGuesses: RateLimit = { name: "guess-all", most: 50, milliseconds: 15 * minute };

/**
 * Wrong codes for one person from all strangers together. They already know the password or can read the person's mail.
 */
const strangersCodes: RateLimit = { name: "code-all", most: 10, milliseconds: 15 * minute };

/** Wrong tokens of links. */
export const linkGuesses: RateLimit = { name: "link", most: 10, milliseconds: 15 * minute };

/** Emails to one person. Links work for the same time, so anyone who is rejected has a link that still works. */
const emailsToPerson: RateLimit = { name: "email-to", most: 3, milliseconds: 15 * minute };

/** Emails requested by one source, to any address. */
const emailsFromSource: RateLimit = { name: "email-from", most: 3, milliseconds: minute };

/** Attempts of any kind on one path from one source. */
const attempts: RateLimit = { name: "pace", most: 3, milliseconds: 10 * second };

/** The same for paths that take the token of a link. */
const tokenAttempts: RateLimit = { ...attempts, most: 10 };

/** An attempt on a path that takes a password or a code. */
export const pace = (path: string, source: Source): Try => attempt(attempts, path, source);

/** An attempt on a path that takes the token of a link. */
export const tokenPace = (path: string, source: Source): Try => attempt(tokenAttempts, path, source);

const attempt = (limit: RateLimit, path: string, source: Source): Try => ({
  limit,
  subject: path,
  source: sourceKey(source),
});

/** A guess at the password that belongs to this email. */
export function passwordGuess(email: string, source: Source): Try[] {
  return guess(passwordOf(email), strangersGuesses, source);
}

/** Forgets the wrong passwords for this email, wherever they came from. */
export async function forgetPasswordGuesses(tx: Tx, email: string): Promise<void> {
  for (const limit of [guesses, strangersGuesses]) await forgetAllTries(tx, limit, passwordOf(email));
}

/** A guess at the password of a signed-in person. Counted by session, so that a stolen session has few attempts. */
export function ownPasswordGuess(sessionId: string): Try[] {
  return [{ limit: guesses, subject: `password of session ${sessionId}` }];
}

/** A guess at this person's two-factor code. */
export function codeGuess(userId: string, source: Source): Try[] {
  return guess(`code ${userId}`, strangersCodes, source);
}

/** The first limit is for the source alone. */
function guess(subject: string, all: RateLimit, source: Source): Try[] {
  const own = { limit: guesses, subject, source: sourceKey(source) };
  return source.device === null ? [own, { limit: all, subject }] : [own];
}

/** An email with a link to this account. The path says what the link is for. */
export function emailWithLink(path: string, to: { email: string; accountId: number }, source: Source): Try[] {
  const subject = `${path} ${to.accountId} ${to.email}`;
  const received: Try = { limit: emailsToPerson, subject };
  return [
    source.device === null ? received : { ...received, source: sourceKey(source) },
    { limit: emailsFromSource, subject: path, source: sourceKey(source) },
  ];
}

function passwordOf(email: string): string {
  return `password ${email}`;
}

function sourceKey({ network, device }: Source): string {
  return device === null ? `network ${network}` : `device ${device}`;
}
