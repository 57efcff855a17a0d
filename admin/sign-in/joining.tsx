import type { LinkOwner } from "../api/sign-in.ts";
import { readableAddress } from "../components/readable-address.ts";

/** Says which store an invitation is for and to whom; nothing if unknown. */
export function Joining({ owner }: { owner: LinkOwner | null }) {
  if (!owner) return null;
  return (
    <>
      You are joining <b>{owner.accountName}</b> as <b>{readableAddress(owner.email)}</b>.
    </>
  );
}
