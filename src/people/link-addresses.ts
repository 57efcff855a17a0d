/** Addresses of the links in people's emails; `url` is what `peopleUrl` gives. */

/** Sets a new password. */
export function passwordResetAddress(url: string, token: string): string {
  return `${url}/admin/reset-password?token=${token}`;
}

/** Shows a page with a button that signs in. */
export function signInLinkAddress(url: string, token: string): string {
  return `${url}/admin/sign-in-link?token=${token}`;
}

/** Accepts an invitation: by signing in for a person who exists, else by setting a first password. */
export function invitationAddress(url: string, token: string, isPerson: boolean): string {
  const path = isPerson ? `sign-in?invitation=${token}` : `reset-password?invitation=1&token=${token}`;
  return `${url}/admin/${path}`;
}
