/** URLs of the links in members' emails. `url` is the result of `peopleUrl`. */

/** Sets a new password. */
export function passwordResetAddress(url: string, token: string): string {
  return `${url}/admin/reset-password?token=${token}`;
}

/** Shows a page with a button that signs in. */
export function signInLinkAddress(url: string, token: string): string {
  return `${url}/admin/sign-in-link?token=${token}`;
}

/** Accepts an invitation: existing people sign in, new people set their first password. */
export function invitationAddress(url: string, token: string, isPerson: boolean): string {
  const path = isPerson ? `sign-in?invitation=${token}` : `reset-password?invitation=1&token=${token}`;
  return `${url}/admin/${path}`;
}
