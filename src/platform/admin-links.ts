/** URLs of screens of the administration area, for emails. `base` is where members sign in (`peopleUrl`). */

/** A screen by its path after `/admin`, such as `/orders/10000001`; the overview without one. */
export const adminLink = (base: string, path = ""): string => `${base}/admin${path}`;

/** Sets a new password. */
export const passwordResetLink = (base: string, token: string): string =>
  adminLink(base, `/reset-password?token=${token}`);

/** Shows a page with a button that signs in. */
export const signInLink = (base: string, token: string): string => adminLink(base, `/sign-in-link?token=${token}`);

/** Accepts an invitation: existing people sign in, new people set their first password. */
export const invitationLink = (base: string, token: string, isPerson: boolean): string =>
  adminLink(base, isPerson ? `/sign-in?invitation=${token}` : `/reset-password?invitation=1&token=${token}`);
