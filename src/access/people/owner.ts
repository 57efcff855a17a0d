import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Vault } from "../../platform/vault.ts";
import { type CreatedAccount, createAccount, type NewAccount } from "../../store/accounts/accounts.ts";
import { addMember } from "./members.ts";
import { ensurePerson } from "./people.ts";

/** A newly created account and its owner. */
interface OwnedAccount extends CreatedAccount {
  /** In the form used to sign in. */
  ownerEmail: string;
  /** False if a person with this email existed, who keeps their password. */
  ownerIsNew: boolean;
}

/**
 * Creates an account and its owner, who signs in with the account's email. `passwordHash` comes from Bun.password; an
 * existing person keeps their password. Throws `invalid` for a wrong field and `taken` when the handle or the API key
 * is in use.
 */
export async function createAccountWithOwner(
  tx: Tx,
  vault: Vault,
  { passwordHash, ...input }: NewAccount & { passwordHash: string },
  now: Instant,
): Promise<OwnedAccount> {
  const created = await createAccount(tx, vault, input, now);
  const { person, isNew } = await ensurePerson(tx, { email: created.account.email, passwordHash }, now);
  await addMember(tx, created.account.id, { userId: person.id, role: "owner" }, now);
  return { ...created, ownerEmail: person.email, ownerIsNew: isNew };
}
