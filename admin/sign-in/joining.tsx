import type { LinkOwner } from "../api/sign-in.ts";

/** Says which store an invitation is to, and as whom; nothing when nobody could say. */
export function Joining({ owner }: { owner: LinkOwner | null }) {
  if (!owner) return null;
  return (
    <>
      You are joining <b>{owner.accountName}</b> as <b>{owner.email}</b>.
    </>
  );
}
