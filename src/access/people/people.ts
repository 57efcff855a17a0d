import type { Tx } from "../../platform/database/database.ts";
import { canonicalEmail } from "../../platform/email-address.ts";
import { randomIdentifier } from "../../platform/identifiers.ts";
import type { Instant } from "../../platform/instants.ts";
import { textProblem } from "../../platform/text.ts";
import { type Person, personByEmail, personColumns } from "./queries.ts";

interface NewPerson {
  email: string;
  /** Default: the part of the email before the @. */
  name?: string | undefined;
  /** Hashed with Bun.password. */
  passwordHash: string;
}

/** Minimum characters of a password; better-auth's default. */
export const shortestPassword = 8;

/** Maximum characters; better-auth's default. */
export const longestPassword = 128;

const longestName = 255;

export function personNameProblem(name: string): string | null {
  return textProblem(name, { longest: longestName });
}

/** The default name of a person: the part of the email before the @. */
export function nameFromEmail(email: string): string {
  return email.replace(/@.*/, "");
}

/**
 * The person with this email, created if there is none. An existing person keeps their name and password. The caller
 * has checked email and name.
 */
export async function ensurePerson(
  tx: Tx,
  input: NewPerson,
  now: Instant,
): Promise<{ person: Person; isNew: boolean }> {
  const { passwordHash, name = nameFromEmail(input.email) } = input;
  const at = new Date(now).toISOString();
  const created = await tx
    .insertInto("users")
    .values({ id: randomIdentifier(), email: canonicalEmail(input.email), name, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning(personColumns)
    .executeTakeFirst();
  if (!created) {
    const person = await personByEmail(tx, input.email);
    if (!person) throw new Error("A person disappeared during the lookup.");
    return { person, isNew: false };
  }
  await addPassword(tx, created.id, passwordHash, at);
  return { person: created, isNew: true };
}

async function addPassword(tx: Tx, userId: string, passwordHash: string, at: string): Promise<void> {
  await tx
    .insertInto("credentials")
    .values({
      id: randomIdentifier(),
      user_id: userId,
      // better-auth's names for a password and its owner.
      provider_id: "credential",
      provider_user_id: userId,
      password_hash: passwordHash,
      created_at: at,
      updated_at: at,
    })
    .execute();
}
