import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiProblem, SignedOut, Unreachable } from "./request.ts";
import { useAction } from "./use-action.ts";

/**
 * A request to the sign-in service; `path` follows `/admin/auth/`. Throws `ApiProblem`, `SignedOut` without a session.
 */
export async function signInRequest<Answer>(
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`/admin/auth/${path}`, {
    method: body === undefined ? "GET" : "POST",
    credentials: "same-origin",
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Unreachable();
  });
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  if (answer?.code === "UNAUTHORIZED") throw new SignedOut();
  const words = refusals[answer?.code as string] ?? answer?.message ?? "Something went wrong. Try again.";
  throw new ApiProblem(response.status, words, []);
}

/** Messages for the error codes of the sign-in service. */
const refusals: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: "Wrong email or password.",
  INVALID_PASSWORD: "Wrong password.",
  INVALID_EMAIL: "Enter a valid email address.",
  PASSWORD_TOO_SHORT: "Use at least 8 characters.",
  PASSWORD_TOO_LONG: "Use at most 128 characters.",
  INVALID_TOKEN: "This link has expired or was already used. Request a new one.",
  HAS_PASSWORD: "This email already has a password. Sign in with it to accept.",
  INVALID_CODE: "Wrong code. Codes change every 30 seconds: enter the current one.",
  INVALID_BACKUP_CODE: "This backup code is wrong or was already used.",
  INVALID_TWO_FACTOR_COOKIE: "Your sign-in timed out. Sign in again.",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Sign in again.",
};

/** Resolves with true if a two-factor code is needed. With an invitation's token, also accepts it. */
export async function signIn(person: { email: string; password: string; invitation: string | null }): Promise<boolean> {
  const { invitation, ...body } = person;
  const headers = invitation === null ? undefined : { "x-waybill-invitation": invitation };
  const answer = await signInRequest<{ twoFactorRedirect?: boolean }>("sign-in/email", body, headers);
  return answer.twoFactorRedirect === true;
}

/** Ends the sign-in with a two-factor code: one of the app, or one of the backup codes. */
export function verifyCode(kind: "totp" | "backup-code", code: string): Promise<unknown> {
  return signInRequest(`two-factor/verify-${kind}`, { code });
}

/** Sends a link that signs in once. */
export function requestSignInLink(email: string): Promise<LinkRequested> {
  return signInRequest("request-sign-in-link", { email });
}

/** Signs in with the token from an email. Resolves with true if a two-factor code is needed. */
export async function signInByLink(token: string): Promise<boolean> {
  const answer = await signInRequest<{ twoFactorRedirect?: boolean }>("sign-in/link", { token });
  return answer.twoFactorRedirect === true;
}

/** Whether the service sends emails or only keeps them. */
export interface LinkRequested {
  sends_email: boolean;
}

/** Sends a link to set a new password. */
export function requestPasswordReset(email: string): Promise<LinkRequested> {
  return signInRequest("request-password-reset", { email });
}

/** Sets a password with the token from an email. */
export function resetPassword(token: string, newPassword: string): Promise<unknown> {
  return signInRequest("reset-password", { token, newPassword });
}

/** Accepts an invitation by setting a first password. */
export function acceptInvitation(token: string, newPassword: string): Promise<unknown> {
  return signInRequest("accept-invitation", { token, newPassword });
}

/** The person and store that an emailed link belongs to. */
export interface LinkOwner {
  email: string;
  accountName: string;
}

/** What an email's link is for. */
export type LinkKind = "invitation" | "password_reset" | "sign_in";

/** Resolves with false if the token is used or expired. Does not use it up. */
export async function checkLink(token: string, kind: LinkKind): Promise<LinkOwner | false> {
  const answer = await signInRequest<{ valid: false } | ({ valid: true } & LinkOwner)>("check-link", { token, kind });
  return answer.valid && answer;
}

export function signOut(): Promise<unknown> {
  return signInRequest("sign-out", {});
}

export function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<unknown> {
  return signInRequest("change-password", { ...passwords, revokeOtherSessions: true });
}

/** Changes the name of whoever is signed in. */
export function useRename() {
  const queries = useQueryClient();
  return useAction({
    mutationFn: (name: string) => signInRequest("update-user", { name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["session"] }),
  });
}

/** One session of the signed-in person. */
export interface ActiveSession {
  token: string;
  userAgent: string | null;
  ipAddress: string | null;
  createdAt: string;
  updatedAt: string;
}

/** All sessions of the signed-in person, the current one first. */
export function useActiveSessions() {
  return useQuery({
    queryKey: ["active-sessions"],
    queryFn: async () => {
      const [places, current] = await Promise.all([
        signInRequest<ActiveSession[]>("list-sessions"),
        signInRequest<{ session: { token: string } } | null>("get-session"),
      ]);
      const own = current?.session.token;
      return places
        .map((place) => ({ ...place, isCurrent: place.token === own }))
        .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent) || later(one, other));
    },
  });
}

const later = (one: ActiveSession, other: ActiveSession) => other.updatedAt.localeCompare(one.updatedAt);

/** Ends one session, or all others when `token` is null. */
export function useEndSession() {
  const queries = useQueryClient();
  return useAction({
    mutationFn: (token: string | null) =>
      token === null ? signInRequest("revoke-other-sessions", {}) : signInRequest("revoke-session", { token }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["active-sessions"] }),
  });
}
