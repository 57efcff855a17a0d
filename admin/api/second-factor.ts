import { useQueryClient } from "@tanstack/react-query";
import { refreshSignIn } from "./query-client.ts";
import { signInRequest, verifyCode } from "./sign-in.ts";
import { useAction } from "./use-action.ts";

/** What an authenticator app needs, and the codes for the day on which it is lost. */
export interface NewSecondFactor {
  totpURI: string;
  backupCodes: string[];
}

/** Begins to set a second factor up; it is on once a code was confirmed. */
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

/** Makes new backup codes; those before stop working. */
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
