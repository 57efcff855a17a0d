import { useQueryClient } from "@tanstack/react-query";
import { refreshSignIn } from "./query-client.ts";
import { signInRequest, verifyCode } from "./sign-in.ts";
import { useAction } from "./use-action.ts";

/** What an authenticator app needs, and the backup codes. */
export interface NewSecondFactor {
  totpURI: string;
  backupCodes: string[];
}

/** Starts setting up two-factor authentication. It is on once a code is confirmed. */
export function useBeginSecondFactor() {
  return useAction({
    mutationFn: (password: string) => signInRequest<NewSecondFactor>("two-factor/enable", { password }),
  });
}

export function useConfirmSecondFactor() {
  return useSecondFactorChange((code: string) => verifyCode("totp", code));
}

export function useEndSecondFactor() {
  return useSecondFactorChange((password: string) => signInRequest("two-factor/disable", { password }));
}

/** Creates new backup codes. The old ones stop working. */
export function useNewBackupCodes() {
  return useAction({
    mutationFn: async (password: string) =>
      (await signInRequest<{ backupCodes: string[] }>("two-factor/generate-backup-codes", { password })).backupCodes,
  });
}

function useSecondFactorChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: change,
    onSuccess: () => refreshSignIn(queries),
  });
}
