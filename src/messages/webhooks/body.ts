import type { TokenVault } from "../../store/accounts/token-vault.ts";

/** A stored payload as it is sent: those that show license keys and links are stored encrypted, and JSON begins with a brace. */
export const bodyOf = (vault: Pick<TokenVault, "decrypt">, payload: string) =>
  payload.startsWith("{") ? payload : vault.decrypt(payload);
